import { z } from 'zod';
import { seeingReasons } from '#features/papers/seeing.rules.ts';
import { permissionsContract } from '#features/permissions/permissions.contract.ts';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText } from '#shared/fields.ts';
import { maxTeams } from '#shared/limits.ts';

const reason = z.enum(seeingReasons);
const count = z.number();
const limit = idText.pipe(z.number().max(200)).default(50);
const after = z.string().max(4000).optional();
const params = z.object({ id: idText });

const viewers = z.object({
  /** The team of the file or the container. Null: a container of no team. */
  team: z.object({ id, name: z.string() }).nullable(),
  /** The roles whose users may see it at all; null for every role. */
  role_ids: z.array(id).nullable(),
  people: count,
  /** One entry for each reason that somebody has. A user may have several. */
  groups: z.array(z.object({ reason, people: count })),
  users: z.array(z.object({ id, name: z.string(), role_id: id, reasons: z.array(reason) })),
  next: z.string().nullable(),
});
export type Viewers = z.infer<typeof viewers>;

const viewersInput = z.object({ reason: reason.optional(), after, limit });

const seenTeam = z.object({
  id,
  name: z.string(),
  reasons: z.array(reason),
  files: count,
  file_types: z.array(z.object({ id, name: z.string().nullable(), files: count })),
  containers: count,
});

const visible = z.object({
  /** A suspended user sees nothing. */
  is_suspended: z.boolean(),
  /** Whether the role of the user has the module of containers. */
  may_open_containers: z.boolean(),
  /** Whether only those files and containers are counted that the caller sees too. */
  is_limited: z.boolean(),
  files: count,
  containers: count,
  containers_of_no_team: count,
  teams: z.array(seenTeam),
  next: z.string().nullable(),
});
export type Visible = z.infer<typeof visible>;

const difference = z.object({ files: count, containers: count });
const effectOnUser = z.object({ is_limited: z.boolean(), gains: difference, loses: difference });
export type EffectOnUser = z.infer<typeof effectOnUser>;

const effectOfCell = z.object({ module_id: id, role_id: id, can_view: count, people: count, containers: count });
const effectOfMatrix = z.object({ is_limited: z.boolean(), changes: z.array(effectOfCell) });
export type EffectOfMatrix = z.infer<typeof effectOfMatrix>;

export const visibilityContract = {
  fileViewers: {
    method: 'GET',
    path: '/api/files/:id/viewers',
    summary: 'Who can see a file, and why: the number of users by reason, and the users by name, in pages.',
    params,
    query: viewersInput,
    answer: viewers,
    refuses: ['file.not_found', 'cursor.invalid'],
  },
  containerViewers: {
    method: 'GET',
    path: '/api/containers/:id/viewers',
    summary: 'Who can see a container, and why: the number of users by reason, and the users by name, in pages.',
    params,
    query: viewersInput,
    answer: viewers,
    refuses: ['container.not_found', 'cursor.invalid'],
  },
  visible: {
    method: 'GET',
    path: '/api/users/:id/visible',
    summary:
      'What a user can see, and why: the number of files by team and file type, and of containers by team, in pages of teams. Counts only what the caller sees too.',
    params,
    query: z.object({ after, limit }),
    answer: visible,
    refuses: ['user.not_found', 'cursor.invalid'],
  },
  effectOnUser: {
    method: 'POST',
    path: '/api/users/:id/effect',
    summary:
      'How many files and containers a user would gain and lose with another role, team or list of viewed teams. Changes nothing, and counts only what the caller sees.',
    params,
    body: z.object({
      role_id: z.union([z.literal(1), z.literal(2), z.literal(3)]).optional(),
      team_id: id.nullable().optional(),
      teams_can_view: z.array(id).max(maxTeams).optional(),
    }),
    answer: effectOnUser,
    refuses: ['user.not_found'],
  },
  effectOfMatrix: {
    method: 'POST',
    path: '/api/permissions/effect',
    summary:
      'How many users would gain or lose a module, and how many containers with it, if these pairs were saved. Changes nothing, and counts only containers that the caller sees.',
    body: permissionsContract.save.body.pick({ permissions: true }),
    answer: effectOfMatrix,
  },
} as const satisfies Contract;
