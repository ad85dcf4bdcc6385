import { z } from 'zod';
import { currentUser } from '#features/session/session.contract.ts';
import type { Contract } from '#shared/endpoint.ts';
import { chosenId, id, idText, instant, oneLine, passwordFaults, requiredLine, typedPassword } from '#shared/fields.ts';
import { maxTeams } from '#shared/limits.ts';
import { parseJson } from '#shared/parse-json.ts';
import { refusals } from './users.texts.ts';

/** A user with an account, in the shape of `GET /api/user`. See docs/choices.md#answers-of-calls. */
export const user = currentUser.extend({
  /** The time of the suspension, or null. */
  suspended_at: instant.nullable(),
  /** The time at which two-factor sign-in was turned on, or null. */
  two_factor_at: instant.nullable(),
});
export type User = z.infer<typeof user>;

/** The numbers of the user summary cards. See docs/specification.md#user-summary-cards. */
const totals = z.object({ all: z.number(), administrators: z.number(), users: z.number() });
export type UserTotals = z.infer<typeof totals>;

const maxNameLength = 255;

/** The pattern of HTML's `type=email`, extended to the letters of every script. */
const emailPattern =
  /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?)*$/u;

export const name = requiredLine(maxNameLength, refusals.nameRequired, refusals.nameTooLong);

/** Stored in NFC. `emailKey` is the form in which addresses are compared. */
export const email = z
  .string({ error: refusals.emailRequired })
  .max(1000, refusals.emailWrong)
  .transform((text) => text.trim().normalize('NFC'))
  .refine((text) => text !== '', refusals.emailRequired)
  .refine((text) => text === '' || (text.length <= 254 && emailPattern.test(text)), refusals.emailWrong);

const anyList = z.array(z.unknown());

/** A list of team ids, or a JSON string of one. See docs/specification.md#entities. */
const teamsCanView = z
  .union([anyList, z.string().max(20_000).transform(parsedList).pipe(anyList)], { error: refusals.teamsWrong })
  // Checked as a whole, so that the error names the field and not an index of its list.
  .refine((ids) => ids.length <= maxTeams && ids.every((one) => idText.safeParse(one).success), refusals.teamsWrong)
  .transform((ids) => [...new Set(ids.map(Number))])
  .nullish();

function parsedList(text: string): unknown {
  return text.trim() === '' ? [] : parseJson(text);
}

export const registration = z.object({
  name,
  email,
  password: typedPassword(refusals.passwordRequired),
  password_confirmation: typedPassword(refusals.confirmationRequired),
  role_id: chosenId(refusals.roleRequired),
  team_id: chosenId(refusals.teamRequired),
  teams_can_view: teamsCanView,
});
export type Registration = z.output<typeof registration>;

const changes = z.object({ name, email, teams_can_view: teamsCanView });
export type UserChanges = z.output<typeof changes>;

/** Long enough for a search of 5,000 characters. */
const search = oneLine(10_000).optional();

/** Only users with a session that was used in the last 15 minutes, as the admin dashboard counts them. */
export const active = z.literal('yes').optional();

const params = z.object({ id: idText });

export const usersContract = {
  roles: {
    method: 'GET',
    path: '/api/roles',
    area: 'any',
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
    refuses: [
      'user.email_taken',
      'role.unknown',
      'user.above_own_role',
      'team.unknown',
      ...passwordFaults,
      'reference.gone',
    ],
  },
  list: {
    method: 'GET',
    path: '/api/users_list',
    area: 'users',
    summary: 'Every user by name, or those whose name or email address contains a text.',
    query: z.object({ search }),
    answer: z.array(user),
  },
  page: {
    method: 'GET',
    path: '/api/users',
    area: 'users',
    summary: 'Users by name, all or those of a role, page by page: `next` of one page is `after` of the next.',
    query: z.object({
      search,
      role_id: idText.optional(),
      active,
      after: z.string().max(4000).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    answer: z.object({ users: z.array(user), next: z.string().nullable(), found: z.number() }),
    refuses: ['cursor.invalid'],
  },
  totals: {
    method: 'GET',
    path: '/api/users/totals',
    area: 'users',
    summary: 'How many users there are, and how many of them are administrators and ordinary users.',
    answer: totals,
  },
  find: {
    method: 'GET',
    path: '/api/users/:id',
    area: 'users',
    summary: 'One user. Every user may read their own account.',
    params,
    answer: user,
    refuses: ['permission.denied', 'user.not_found'],
  },
  update: {
    method: 'PUT',
    path: '/api/users/:id',
    area: 'users',
    summary: 'Changes name, email address and viewed teams; everything else is ignored.',
    params,
    body: changes,
    answer: user,
    refuses: [
      'user.not_found',
      'user.above_own_role',
      'user.is_self',
      'password.confirmation_required',
      'user.email_taken',
      'team.unknown',
    ],
  },
  remove: {
    method: 'DELETE',
    path: '/api/users/:id',
    area: 'users',
    summary: 'Deletes a user and ends their sessions; their files and containers stay, with their name.',
    params,
    refuses: ['user.not_found', 'user.above_own_role', 'user.is_self', 'user.last_administrator'],
  },
  changeRole: {
    method: 'PUT',
    path: '/api/users/:id/role',
    summary: "Changes another user's role; it applies from their next call. For role 1.",
    params,
    body: z.object({ role_id: chosenId(refusals.roleRequired) }),
    answer: user,
    refuses: ['user.not_found', 'user.above_own_role', 'user.is_self', 'role.unknown', 'user.last_administrator'],
  },
  changeTeam: {
    method: 'PUT',
    path: '/api/users/:id/team',
    area: 'users',
    summary: "Changes a user's team; files that were uploaded before stay with the old team. For role 1.",
    params,
    body: z.object({ team_id: chosenId(refusals.teamRequired) }),
    answer: user,
    refuses: ['user.not_found', 'team.unknown', 'reference.gone'],
  },
  suspend: {
    method: 'POST',
    path: '/api/users/:id/suspend',
    area: 'users',
    summary: 'Ends the sessions of a user and refuses their sign-in until they are reactivated.',
    params,
    answer: user,
    refuses: ['user.not_found', 'user.above_own_role', 'user.is_self', 'user.last_administrator'],
  },
  reactivate: {
    method: 'POST',
    path: '/api/users/:id/reactivate',
    area: 'users',
    summary: 'Lets a suspended user sign in again.',
    params,
    answer: user,
    refuses: ['user.not_found', 'user.above_own_role', 'user.is_self'],
  },
  turnOffTwoFactor: {
    method: 'POST',
    path: '/api/users/:id/turn-off-two-factor',
    summary: 'Lets a user who has lost their app sign in with the password alone.',
    params,
    answer: user,
    refuses: [
      'user.not_found',
      'user.above_own_role',
      'user.is_self',
      'password.confirmation_required',
      'two_factor.off',
    ],
  },
  signOut: {
    method: 'POST',
    path: '/api/users/:id/sign-out',
    summary: 'Ends every session of a user.',
    params,
    answer: user,
    refuses: ['user.not_found', 'user.above_own_role', 'user.is_self'],
  },
} as const satisfies Contract;
