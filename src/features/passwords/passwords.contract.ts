import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id, instant, oneLine } from '#shared/fields.ts';
import { texts } from './passwords.texts.ts';

/** Longer than any password may be, so that the rules can say so; a body beyond this is not read. */
const typed = (missing: string) => z.string({ error: missing }).min(1, missing).max(8192, texts.tooLongToRead);

const newPassword = {
  new_password: typed(texts.newRequired),
  new_password_confirmation: typed(texts.confirmationRequired),
};

const said = z.object({ message: z.string() });

export const passwordsContract = {
  change: {
    method: 'POST',
    path: '/api/change-password',
    summary: "Changes one's own password and ends one's other sessions.",
    body: z.object({ current_password: typed(texts.currentRequired), ...newPassword }),
    answer: said,
    refuses: [429],
  },
  own: {
    method: 'GET',
    path: '/api/user/password',
    summary: "Whether somebody else chose one's own password, and so knows it.",
    answer: z.object({ given: z.boolean() }),
  },
  confirm: {
    method: 'POST',
    path: '/api/confirm-password',
    summary:
      "Confirms one's own password, as signing in does: for ten minutes this session may make the calls that otherwise answer 403 with `details.confirm_password`.",
    body: z.object({ password: typed(texts.currentRequired) }),
    answer: said,
    refuses: [429],
  },
  reset: {
    method: 'POST',
    path: '/api/admin/reset-password',
    summary: "Sets another person's password and ends their sessions.",
    body: z.object({
      user_id: z.union(
        [
          id,
          z
            .string()
            .regex(/^\d{1,9}$/)
            .transform(Number),
        ],
        { error: texts.chooseUser },
      ),
      ...newPassword,
    }),
    answer: said,
  },
  forgot: {
    method: 'POST',
    path: '/api/forgot-password',
    summary:
      'Sends a link that sets a new password; without a mail server it tells the administrators. Always the same answer.',
    open: true,
    body: z.object({ email: z.string().min(1, texts.emailRequired).max(1000).pipe(oneLine(1000)) }),
    answer: said,
    refuses: [429],
  },
  setByLink: {
    method: 'POST',
    path: '/api/reset-password',
    summary: 'Sets a new password by the link of a mail; the link is good once and for an hour.',
    open: true,
    body: z.object({ token: z.string().max(200), ...newPassword }),
    answer: said,
  },
  sessions: {
    method: 'GET',
    path: '/api/sessions',
    summary: "One's own sessions, the latest used first.",
    answer: z.array(
      z.object({
        id: z.string(),
        current: z.boolean(),
        user_agent: z.string().nullable(),
        address: z.string().nullable(),
        created_at: instant,
        last_used_at: instant,
      }),
    ),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/sessions/:id',
    summary: "Ends one of one's own sessions.",
    params: z.object({ id: z.string().regex(/^[0-9a-f]{16}$/) }),
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/sessions',
    summary: "Ends all of one's own sessions but the one that asks.",
  },
} as const satisfies Contract;
