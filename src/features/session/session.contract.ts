import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id, instant, oneLine } from '#shared/fields.ts';

/** The signed-in person. Source: decisions.md section 2, `GET /api/user`. */
export const currentUser = z.object({
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
});
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
    summary: 'The signed-in person.',
    answer: currentUser,
  },
  login: {
    method: 'POST',
    path: '/api/login',
    open: true,
    summary: 'Signs in. The session and the anti-forgery token change.',
    body: z.object({
      email: z
        .string({ error: 'Enter your email address.' })
        .min(1, 'Enter your email address.')
        .max(1000)
        .pipe(oneLine(1000)),
      password: z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.').max(4096),
      remember: z.boolean().optional(),
    }),
    answer: z.object({ user: currentUser }),
    refuses: [429],
  },
  logout: {
    method: 'POST',
    path: '/api/logout',
    summary: 'Ends the session on the server.',
  },
} as const satisfies Contract;
