import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText, instant } from '#shared/fields.ts';
import { maxListed, reasons } from './mail-in.rules.ts';

const leftMail = z.object({
  id,
  sender: z.string(),
  subject: z.string(),
  /** Null if the mail has no valid date. */
  sent_at: instant.nullable(),
  read_at: instant,
  reason: z.enum(reasons),
  /** The name of a file or of a virus, or a number. */
  detail: z.string(),
});
export type LeftMail = z.infer<typeof leftMail>;

export const mailInContract = {
  left: {
    method: 'GET',
    path: '/api/mail-in/left',
    summary:
      'The mails that were left in the mailbox of MAIL_IN_URL, each with the reason, the newest first. For role 1.',
    query: z.object({ after: idText.optional(), limit: idText.pipe(z.number().max(maxListed)).optional() }),
    answer: z.object({ mails: z.array(leftMail), next: id.nullable() }),
  },
} as const satisfies Contract;
