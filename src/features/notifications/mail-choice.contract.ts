import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { noticeChoices, noticeEventNames } from './notice-events.rules.ts';

const choice = z.object({ event: z.enum(noticeEventNames), choice: z.enum(noticeChoices) });

/** The hour and the time zone of the daily and weekly mails. */
const digest = z.object({ hour: z.number().int().min(0).max(23), zone: z.string().max(64) });

const mailChoice = z.object({
  choices: z.array(choice),
  digest,
  /** Whether the server can send mails. */
  available: z.boolean(),
});
export type MailChoice = z.infer<typeof mailChoice>;

/** A file of its own, because every screen loads the contract of the bell. */
export const mailChoiceContract = {
  read: {
    method: 'GET',
    path: '/api/mail-choice',
    summary: 'How the caller learns of each kind of event: never, by the bell only, or also by mail.',
    answer: mailChoice,
  },
  save: {
    method: 'PUT',
    path: '/api/mail-choice',
    summary:
      'Changes how the caller learns of events, or when the daily and weekly mails are sent. Weekly ones are sent on Mondays.',
    body: z.object({ choices: z.array(choice).max(noticeEventNames.length).optional(), digest: digest.optional() }),
    answer: mailChoice,
    refuses: ['notification.no_mail', 'validation.failed'],
  },
} as const satisfies Contract;
