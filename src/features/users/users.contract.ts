import { z } from 'zod';
import { currentUser } from '#features/session/session.contract.ts';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText, instant, largestId, oneLine, requiredLine } from '#shared/fields.ts';
import { mostTeams } from '#shared/limits.ts';
import { refusals } from './users.texts.ts';

/** Somebody with an account. Source: spec section 3; the shape is that of `GET /api/user`. */
export const user = currentUser.extend({
  /** Since when they are kept out; null when they are not. */
  suspended_at: instant.nullable(),
  /** Since when they sign in with a code as well; null when they do not. */
  two_factor_at: instant.nullable(),
});
export type User = z.infer<typeof user>;

/** How many people of which kind there are. Source: spec section 6, Administrators summary. */
const totals = z.object({ all: z.number(), administrators: z.number(), users: z.number() });
export type UserTotals = z.infer<typeof totals>;

const longestName = 255;

/** A browser's own idea of an e-mail address (HTML, `type=email`), with the letters of every script. */
const emailPattern =
  /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?)*$/u;

const name = requiredLine(longestName, refusals.nameRequired, refusals.nameTooLong);

const email = z
  .string({ error: refusals.emailRequired })
  .max(1000, refusals.emailWrong)
  .transform((text) => text.trim())
  .refine((text) => text !== '', refusals.emailRequired)
  .refine((text) => text === '' || (text.length <= 254 && emailPattern.test(text)), refusals.emailWrong);

/** Longer than any password may be, so that the rules can say so; a body beyond this is not read. */
const typed = (missing: string) => z.string({ error: missing }).min(1, missing).max(8192, refusals.passwordTooLong);

/** A form's ids may come as text. Beyond this nothing is taken for an id: no list, no fraction, no truth value. */
const chosen = (missing: string) =>
  z
    .union([z.number(), z.string().regex(/^[0-9]{1,10}$/)], { error: missing })
    .transform(Number)
    .refine((number) => Number.isInteger(number) && number > 0 && number <= largestId, missing);

const anyList = z.array(z.unknown());

/** A list of team ids, or a JSON string of one. Source: spec section 3, User. */
const teamsCanView = z
  .union([anyList, z.string().max(20_000).transform(parsedList).pipe(anyList)], { error: refusals.teamsWrong })
  // Looked at as a whole, so that the answer names the field and not a place in its list.
  .refine((ids) => ids.length <= mostTeams && ids.every((one) => idText.safeParse(one).success), refusals.teamsWrong)
  .transform((ids) => [...new Set(ids.map(Number))])
  .nullish();

function parsedList(text: string): unknown {
  if (text.trim() === '') return [];
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const registration = z.object({
  name,
  email,
  password: typed(refusals.passwordRequired),
  password_confirmation: typed(refusals.confirmationRequired),
  role_id: chosen(refusals.roleRequired),
  team_id: chosen(refusals.teamRequired),
  teams_can_view: teamsCanView,
});
export type Registration = z.output<typeof registration>;

const changes = z.object({ name, email, teams_can_view: teamsCanView });
export type UserChanges = z.output<typeof changes>;

/** 5000 characters are a search like any other. Source: robustness.md L9. */
const search = oneLine(10_000).optional();

const params = z.object({ id: idText });

export const usersContract = {
  roles: {
    method: 'GET',
    path: '/api/roles',
    summary: 'Every role.',
    answer: z.array(z.object({ id, role_id: id, role_name: z.string() })),
  },
  register: {
    method: 'POST',
    path: '/api/register',
    summary: 'Creates a user. Role 1 creates roles 2 and 3, role 2 creates role 3.',
    body: registration,
    answer: user,
    status: 201,
    refuses: [409],
  },
  list: {
    method: 'GET',
    path: '/api/users_list',
    summary: 'Every user by name, or those whose name or email address contains a text.',
    query: z.object({ search }),
    answer: z.array(user),
  },
  page: {
    method: 'GET',
    path: '/api/users',
    summary: 'Users by name, page by page: `next` of one page is `after` of the next.',
    query: z.object({
      search,
      after: z.string().max(4000).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    answer: z.object({ users: z.array(user), next: z.string().nullable(), found: z.number() }),
  },
  totals: {
    method: 'GET',
    path: '/api/users/totals',
    summary: 'How many users there are, and how many of them are administrators and ordinary users.',
    answer: totals,
  },
  find: {
    method: 'GET',
    path: '/api/users/:id',
    summary: 'One user; everybody may ask for themselves.',
    params,
    answer: user,
    refuses: [403],
  },
  update: {
    method: 'PUT',
    path: '/api/users/:id',
    summary: 'Changes name, email address and viewed teams; everything else is ignored.',
    params,
    body: changes,
    answer: user,
  },
  remove: {
    method: 'DELETE',
    path: '/api/users/:id',
    summary: 'Deletes a user and ends their sessions; their files and containers stay, with their name.',
    params,
    refuses: [409],
  },
  changeRole: {
    method: 'PUT',
    path: '/api/users/:id/role',
    summary: "Changes another user's role; it counts from their next call on. For role 1.",
    params,
    body: z.object({ role_id: chosen(refusals.roleRequired) }),
    answer: user,
    refuses: [409],
  },
  changeTeam: {
    method: 'PUT',
    path: '/api/users/:id/team',
    summary: "Changes a user's team; files uploaded before stay with the team before. For role 1.",
    params,
    body: z.object({ team_id: chosen(refusals.teamRequired) }),
    answer: user,
    refuses: [409],
  },
  suspend: {
    method: 'POST',
    path: '/api/users/:id/suspend',
    summary: 'Ends the sessions of a user and keeps them out until they are reactivated.',
    params,
    answer: user,
    refuses: [409],
  },
  reactivate: {
    method: 'POST',
    path: '/api/users/:id/reactivate',
    summary: 'Lets a suspended user sign in again.',
    params,
    answer: user,
  },
  turnOffTwoFactor: {
    method: 'POST',
    path: '/api/users/:id/turn-off-two-factor',
    summary: 'Lets a user who has lost their app sign in with the password alone.',
    params,
    answer: user,
    refuses: [409],
  },
  signOut: {
    method: 'POST',
    path: '/api/users/:id/sign-out',
    summary: 'Ends every session of a user.',
    params,
    answer: user,
  },
} as const satisfies Contract;
