import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id, instant, oneLine, typedCode } from '#shared/fields.ts';

/** The signed-in user. See docs/choices.md#answers-of-calls. */
export const currentUser = z
  .object({
    id,
    name: z.string(),
    email: z.string(),
    role_id: id,
    role: z.object({ role_id: id, role_name: z.string() }),
    team_id: id.nullable(),
    team: z.object({ id, name: z.string() }).nullable(),
    teams_can_view: z.array(id),
    created_at: instant,
    last_login_at: instant.nullable(),
    files_count: z.number(),
    downloads_count: z.number(),
    /** Set for users who must set up two-factor sign-in first. */
    must_set_up_two_factor: z.literal(true).optional(),
  })
  .meta({ id: 'CurrentUser' });
export type CurrentUser = z.infer<typeof currentUser>;

export const sessionContract = {
  primeAntiForgery: {
    method: 'GET',
    path: '/sanctum/csrf-cookie',
    open: true,
    summary: 'Sets the anti-forgery cookie and, when there is none yet, a session cookie.',
  },
  currentUser: {
    method: 'GET',
    path: '/api/user',
    area: 'any',
    beforeTwoFactor: true,
    summary: 'The signed-in user.',
    answer: currentUser,
  },
  login: {
    method: 'POST',
    path: '/api/login',
    open: true,
    summary:
      'Signs in. The session and the anti-forgery token change. A user with two-factor sign-in is not signed in yet: `two_factor` requires `POST /api/login/code`, or with `passkey` a passkey of the user.',
    body: z.object({
      email: z
        .string({ error: 'Enter your email address.' })
        .min(1, 'Enter your email address.')
        .max(1000)
        .pipe(oneLine(1000)),
      password: z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.').max(4096),
      remember: z.boolean().optional(),
    }),
    answer: z.union([
      z.object({ user: currentUser }),
      z.object({ two_factor: z.literal(true), passkey: z.literal(true).optional() }),
    ]),
    refuses: ['sign_in.wrong_credentials', 'sign_in.provider_only', 'rate_limit.exceeded'],
  },
  loginCode: {
    method: 'POST',
    path: '/api/login/code',
    open: true,
    summary: 'The second step of signing in, within five minutes: a code of the app, or a recovery code.',
    body: z.object({ code: typedCode }),
    answer: z.object({ user: currentUser }),
    refuses: ['sign_in.expired', 'two_factor.wrong_code', 'rate_limit.exceeded'],
  },
  logout: {
    method: 'POST',
    path: '/api/logout',
    beforeTwoFactor: true,
    summary: 'Ends the session on the server.',
  },
} as const satisfies Contract;
