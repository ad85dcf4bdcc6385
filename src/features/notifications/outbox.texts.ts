import { counted } from '#shared/format.ts';
import type { MailPart } from '#shared/mail-content.ts';
import type { NoticeEvent } from './notice-events.rules.ts';
import { maxNameInMail, shortLine } from './outbox.rules.ts';

/** Our choice throughout. */
export const outboxTexts = {
  givenUp: {
    title: 'Mails not sent',
    message: (mails: number) =>
      `${counted(mails, 'mail')} could not be sent and ${mails === 1 ? 'was' : 'were'} given up. The page System shows the last error of the mail server.`,
    link: '/system',
  },
} as const;

/** The mails with what happened to a user. Our choice throughout. */
export const newsTexts = {
  hello: (name: string) => `Hello ${shortLine(name, maxNameInMail)},`,
  /** The intro of a mail with notifications, and its subject after the name of the product. */
  intro: { now: 'this is new:', daily: 'this has happened since yesterday:', weekly: 'this has happened in a week:' },
  several: { now: 'new notifications', daily: 'your daily mail', weekly: 'your weekly mail' },
  headings: {
    free_time: 'Free time ends',
    papers_missing: 'Documents missing',
    late: 'Late',
    followed: 'Late or moved, of the containers you follow',
    mentioned: 'Mentions and comments',
    assigned: 'Assigned to you',
    departed: 'Departed',
    received: 'Received',
    changed: 'Changed together or imported',
    files: 'New files',
    account: 'Your account',
  } satisfies Record<NoticeEvent, string>,
  more: (others: number) => `And ${others} more:`,
  openAll: 'All notifications',
  footer: (brand: string, publicUrl: string): MailPart[] => [
    `You get this mail because you chose so in ${brand}. Choose your mails here, under Notification settings:`,
    { button: 'Notifications', href: `${publicUrl}/notifications` },
  ],
} as const;

/** The page of a link in a mail that ends such mails. Our choice throughout. */
export const unsubscribeTexts = {
  question: (brand: string) => `Stop the mails of ${brand}?`,
  hint: 'You still get mails about your account, such as links to set a password.',
  button: 'Stop the mails',
  done: 'You get no more mails of this kind.',
  doneAdvice: (brand: string) => `Sign in to ${brand} and open Notifications to turn them on again.`,
  unknown: 'This link is not valid.',
  unknownAdvice: 'Sign in and open Notifications to choose your mails.',
} as const;
