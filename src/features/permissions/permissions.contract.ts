import { z } from 'zod';
import type { AnswerOf, Contract } from '#shared/endpoint.ts';
import { id, idText, instant } from '#shared/fields.ts';

const canView = z.number().int().min(0).max(1);

/** Whether a role may view a module. See docs/specification.md#entities. */
const permission = z.object({ module_id: id, role_id: id, can_view: canView });

/** The id of a save. Ids increase. 0 is the matrix before the first save. */
const version = z.number().int().min(0);

const module = z.object({ id, name: z.string() });
const role = z.object({ role_id: id, role_name: z.string() });
export type Module = z.infer<typeof module>;

/** The matrix after a save. */
const saved = z.object({ message: z.string(), permissions: z.array(permission), version });
export type SavedMatrix = z.infer<typeof saved>;

const historyEntry = z.object({
  id: version,
  /** `saved_by` and `saved_at` are null for id 0, the matrix before the first save. */
  saved_by: z.string().nullable(),
  saved_at: instant.nullable(),
  /** The number of settings that differ from the previous save. */
  changes: z.number(),
  /** These settings with their new values. */
  changed: z.array(permission),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** The `details` of the 409 for a save of an outdated matrix: the current one, and the settings that have changed since then. */
export type Conflict = Pick<HistoryEntry, 'saved_by' | 'saved_at' | 'changed'> &
  Pick<SavedMatrix, 'permissions' | 'version'>;

/** Our choice: far above eleven modules by three roles. */
const maxEntries = 1000;

export const permissionsContract = {
  list: {
    method: 'GET',
    path: '/api/permissions',
    beforeTwoFactor: true,
    summary:
      'The matrix: every module, every role, the modules that each role may view, and the version of the matrix.',
    answer: z.object({
      permissions: z.array(permission),
      modules: z.array(module),
      roles: z.array(role),
      version,
    }),
  },
  save: {
    method: 'POST',
    path: '/api/permissions',
    summary:
      'Sets the named pairs, all or none, and leaves the others. The last entry of a repeated pair counts. 409 for an outdated version.',
    body: z.object({
      permissions: z
        .array(
          z.object({
            module_id: id,
            role_id: id,
            can_view: z.union([canView, z.boolean()]).transform((value) => Number(value)),
          }),
        )
        .max(maxEntries),
      version: version.optional(),
    }),
    answer: saved,
    refuses: ['permission.changed', 'permission.unknown_module', 'permission.unknown_role', 'permission.locked'],
  },
  history: {
    method: 'GET',
    path: '/api/permissions/history',
    summary: 'The newest 50 saves of the matrix, newest first.',
    answer: z.array(historyEntry),
  },
  restore: {
    method: 'POST',
    path: '/api/permissions/history/:id/restore',
    summary:
      'Saves an earlier matrix as a new version. 0 is the matrix before the first save. 409 for an outdated version.',
    params: z.object({ id: z.union([z.literal('0').transform(Number), z.literal(0), idText]) }),
    query: z.object({ version: z.union([z.literal('0').transform(Number), z.literal(0), idText]).optional() }),
    answer: saved,
    refuses: ['permission.save_not_found', 'permission.changed', 'permission.locked'],
  },
} as const satisfies Contract;

export type PermissionMatrixData = AnswerOf<typeof permissionsContract.list>;

/** The names that a list of settings shows. */
export type MatrixNames = Pick<PermissionMatrixData, 'modules' | 'roles'>;
