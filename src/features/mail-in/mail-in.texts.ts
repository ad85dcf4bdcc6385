import type { Reason } from './mail-in.rules.ts';

/** Our choice throughout. */
export const texts = {
  title: 'Mails left in the mailbox',
  description: 'Stowage filed nothing from these mails. They are unchanged in the mailbox. The list goes back 90 days.',
  loading: 'Loading the mails...',
  loadFailed: 'The mails could not be loaded',
  more: 'Show more mails',
  moreFailed: 'More mails could not be loaded',
  none: 'No mail was left in the mailbox.',
  noSubject: '(no subject)',
  noSender: '(no sender)',
  /** The name of the file of a mail without a subject. */
  mail: 'Mail',
} as const;

/** Why a message was left. `detail` is the name of a file or of a virus, or a number. */
export const reasonTexts: Record<Reason, (detail: string) => string> = {
  sender_unknown: () => 'The sender has no active account and is not in MAIL_IN_SENDERS.',
  sender_unverified: () => 'The mail server has not verified the sender, so the address may be forged.',
  not_allowed: () => 'The account of the sender may not upload files to the team of this mailbox.',
  no_attachment: () => 'The mail has no attachment.',
  too_many: (detail) => `The mail has more than ${detail} attachments.`,
  too_large: (detail) => `${detail} is larger than one file may be (MAX_UPLOAD_BYTES).`,
  virus: (detail) => `The virus scanner found ${detail}.`,
  unreadable: () => 'The mail could not be read.',
};

/** Why the mailbox could not be read, with what to do. */
export const failures = {
  noAnswer: (server: string, reason: string) =>
    `The mail server ${server} does not answer (${reason}). Check MAIL_IN_URL and the server.`,
  certificate: (server: string, reason: string) =>
    `The mail server ${server} has no trusted certificate for this name (${reason}). Renew it, or name its authority in NODE_EXTRA_CA_CERTS.`,
  noTls: (server: string) =>
    `The mail server ${server} offers no TLS. Turn on STARTTLS, or begin MAIL_IN_URL with imaps://.`,
  signIn: (server: string) => `The mail server ${server} refuses the sign-in. Check MAIL_IN_USER and MAIL_IN_PASSWORD.`,
  noFolder: (folder: string) => `The mailbox has no folder ${folder}. Create it, or change MAIL_IN_FOLDER.`,
  noTeam: (team: string) => `There is no team ${team}. Create it, or change MAIL_IN_TEAM.`,
  noType: (type: string) => `There is no file type ${type}. Create it, or change MAIL_IN_FILE_TYPE.`,
  noUploader: (email: string) => `No active account has the address ${email}. Create it, or change MAIL_IN_UPLOADER.`,
  tooSlow: (server: string) => `The mail server ${server} was too slow. The next run continues.`,
} as const;
