import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { chosenId, instant, oneLine, passwordFaults, typedPassword } from '#shared/fields.ts';
import { texts } from './passwords.texts.ts';

const newPassword = {
  new_password: typedPassword(texts.newRequired),
  new_password_confirmation: typedPassword(texts.confirmationRequired),
};

const said = z.object({ message: z.string() });

export const passwordsContract = {
  change: {
    method: 'POST',
    path: '/api/change-password',
    summary: "Changes one's own password and ends one's other sessions.",
    body: z.object({ current_password: typedPassword(texts.currentRequired), ...newPassword }),
    answer: said,
    refuses: ['password.wrong', ...passwordFaults, 'rate_limit.exceeded'],
  },
  own: {
    method: 'GET',
    path: '/api/user/password',
    summary: 'Whether another user set the password of the caller and may know it.',
    answer: z.object({ given: z.boolean() }),
  },
  confirm: {
    method: 'POST',
    path: '/api/confirm-password',
    summary:
      "Confirms one's own password, as signing in does. For ten minutes this session may make the calls that otherwise return 403 with `details.confirm_password`.",
    body: z.object({ password: typedPassword(texts.currentRequired) }),
    answer: said,
    refuses: ['password.wrong', 'rate_limit.exceeded'],
  },
  reset: {
    method: 'POST',
    path: '/api/admin/reset-password',
    summary: "Sets another user's password and ends their sessions.",
    body: z.object({
      user_id: chosenId(texts.chooseUser),
      ...newPassword,
    }),
    answer: said,
    refuses: ['user.unknown', 'user.above_own_role', 'password.confirmation_required', ...passwordFaults],
  },
  forgot: {
    method: 'POST',
    path: '/api/forgot-password',
    summary:
      'Mails a link that sets a new password. Without a mail server it notifies the administrators. The response is always the same.',
    open: true,
    body: z.object({ email: z.string().min(1, texts.emailRequired).max(1000).pipe(oneLine(1000)) }),
    answer: said,
    refuses: ['rate_limit.exceeded'],
  },
  setByLink: {
    method: 'POST',
    path: '/api/reset-password',
    summary:
      'Sets a new password with a mailed link. The link works once, for an hour or, from an invitation, for seven days.',
    open: true,
    body: z.object({ token: z.string().max(200), ...newPassword }),
    answer: said,
    refuses: ['password.link_expired', ...passwordFaults, 'rate_limit.exceeded'],
  },
  sessions: {
    method: 'GET',
    path: '/api/sessions',
    summary: "One's own sessions, the last used first.",
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
    refuses: ['session.not_found'],
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/sessions',
    summary: "Ends all of one's own sessions except the current one.",
  },
} as const satisfies Contract;
