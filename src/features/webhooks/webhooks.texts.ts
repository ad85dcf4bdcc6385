import { counted, locale } from '#shared/format.ts';
import { testEvent } from './webhooks.rules.ts';

/** Our choice throughout: the specification has no webhooks. */
export const refusals = {
  nameRequired: 'Enter a name, such as the program that receives the messages.',
  nameTooLong: 'The name is longer than 80 characters. Shorten it.',
  addressRequired: 'Enter the address that receives the messages.',
  eventRequired: 'Choose at least one event.',
  'no-address': 'Enter a complete address, such as https://erp.example.com/stowage.',
  'has-password': 'Remove the user name and the password from the address. The signature shows who has sent a message.',
  plain: 'Enter an address that begins with https://. With http:// everyone on the way could read the messages.',
  unknownHost: (host: string) => `The name ${host} is not known. Correct the address.`,
  tooMany: 'There are 20 webhooks, the most that the server allows. Delete one that is no longer used.',
  gone: 'This webhook no longer exists. Reload the page.',
  messageGone: 'This message is no longer in the log. Reload the page.',
} as const;

/** Why a message was not accepted, for the log. */
export const failures = {
  notAllowed: (host: string) =>
    `The address of ${host} is not on the public internet. Choose another one, or allow its network with WEBHOOK_PRIVATE_ADDRESSES.`,
  plain: (host: string) => `${host} is on the public internet, so its address must begin with https://.`,
  redirected: (status: number) =>
    `The receiver answered ${status} and leads elsewhere. Redirects are not followed: enter the final address.`,
  refused: (status: number) => `The receiver answered ${status}.`,
  noConnection: 'There was no connection within 5 seconds.',
  noAnswer: 'There was no answer within 10 seconds.',
  turnedOff: 'The webhook was turned off or paused.',
  codes: {
    ECONNREFUSED: 'The receiver refused the connection.',
    ECONNRESET: 'The receiver closed the connection before it answered.',
    ENOTFOUND: 'The name of the receiver is not known.',
    EAI_AGAIN: 'The name of the receiver could not be looked up.',
    EHOSTUNREACH: 'The receiver cannot be reached.',
    ENETUNREACH: 'The network of the receiver cannot be reached.',
  } as Partial<Record<string, string>>,
  other: (reason: string) => `The request failed: ${reason}`,
} as const;

export const notices = {
  pausedTitle: 'Webhook paused',
  paused: (name: string) =>
    `The receiver of the webhook "${name}" has accepted no message for three days. Correct it, and turn the webhook on again.`,
} as const;

/** 'file.stored' is shown as 'File stored'. */
export const labelOfEvent = (event: string): string =>
  event === testEvent ? 'Test' : (event.charAt(0).toUpperCase() + event.slice(1)).replace('.', ' ');

export const texts = {
  title: 'Webhooks',
  subtitle: 'Tell other programs what happens, by signed messages to an address of theirs.',
  back: 'System',
  add: 'New Webhook',
  list: 'List of webhooks',
  empty: 'No webhooks yet',
  emptyHint: 'Add the address of a program that should know when files or containers change.',
  loading: 'Loading webhooks...',
  loadFailed: 'The webhooks could not be loaded',
  states: { on: 'On', off: 'Off', paused: 'Paused' },
  never: 'Nothing sent yet',
  accepted: (at: string, status: number | null) => `Accepted ${at}${status === null ? '' : ` (${status})`}`,
  failed: (at: string, reason: string) => `Failed ${at}: ${reason}`,
  failingSince: (since: string) => `Failing since ${since}`,
  waiting: (count: number) => `${counted(count, 'message')} waiting`,
  test: 'Send Test',
  testOf: (name: string) => `Send a test to ${name}`,
  testFailed: 'The test could not be sent',
  log: 'Log',
  logOf: (name: string) => `Log of ${name}`,
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  remove: 'Delete',
  removeOf: (name: string) => `Delete ${name}`,
  removeTitle: (name: string) => `Delete "${name}"?`,
  removeQuestion: 'Its receiver gets no more messages, and its log is deleted. This cannot be undone.',
  removed: 'Webhook deleted',
  removeFailed: 'The webhook could not be deleted',
  newTitle: 'New Webhook',
  editTitle: 'Edit Webhook',
  name: 'Name',
  nameHint: 'The program that receives the messages',
  url: 'Address',
  urlHint: 'Begins with https://',
  events: 'Events',
  isOn: 'Send messages',
  save: 'Save',
  saved: 'Webhook saved',
  saveFailed: 'The webhook could not be saved',
  renew: 'Renew Secret',
  renewTitle: (name: string) => `Renew the secret of "${name}"?`,
  renewQuestion: 'The receiver refuses messages until it knows the new secret. They are sent again for a day.',
  renewFailed: 'The secret could not be renewed',
  secretTitle: 'Copy the secret now',
  secretHint: 'It is shown only once. The receiver checks with it that messages are from this server.',
  secretLabel: (name: string) => `Secret of ${name}`,
  logEmpty: 'No messages yet. Those of the last 30 days are kept, at most 1,000.',
  logLoading: 'Loading messages...',
  logFailed: 'The messages could not be loaded',
  more: 'Show more',
  moreFailed: 'More messages could not be loaded.',
  messageStates: { open: 'Waiting', delivered: 'Accepted', failed: 'Failed' },
  tries: (count: number) => counted(count, 'try', 'tries'),
  answered: (status: number | null, ms: number) =>
    `${status === null ? 'no answer' : `answer ${status}`} after ${ms.toLocaleString(locale)} ms`,
  next: (at: string) => `next try ${at}`,
  answerText: 'Answer',
  replay: 'Send Again',
  replayOf: (event: string, about: string) => `Send again: ${event}${about === '' ? '' : `, ${about}`}`,
  replayed: 'The message is sent again',
  replayFailed: 'The message could not be sent again',
} as const;
