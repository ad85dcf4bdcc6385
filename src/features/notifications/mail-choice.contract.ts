import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';

const mailChoice = z.object({
  /** Whether the caller gets a mail if a container that they follow is delayed or its date moves. */
  followed: z.boolean(),
  /** Whether the server can send mails. */
  available: z.boolean(),
});

/** A file of its own, because every screen loads the contract of the bell. */
export const mailChoiceContract = {
  read: {
    method: 'GET',
    path: '/api/mail-choice',
    summary: 'Which notifications the caller also gets by mail.',
    answer: mailChoice,
  },
  save: {
    method: 'PUT',
    path: '/api/mail-choice',
    summary: 'Turns mails about the containers that the caller follows on or off: delays and moved dates.',
    body: z.object({ followed: z.boolean() }),
    answer: mailChoice,
    refuses: ['notification.no_mail'],
  },
} as const satisfies Contract;
