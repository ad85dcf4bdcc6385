import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText, instant } from '#shared/fields.ts';

const canView = z.number().int().min(0).max(1);

/** Whether a role may view a module. Source: spec section 3, Permission. */
export const permission = z.object({ module_id: id, role_id: id, can_view: canView });

/** Ids of saves grow; 0 stands for the matrix before anyone saved one. */
const version = z.number().int().min(0);

const module = z.object({ id, name: z.string() });
const role = z.object({ role_id: id, role_name: z.string() });
export type Module = z.infer<typeof module>;
export type Role = z.infer<typeof role>;

/** The matrix as it is after a save. */
const saved = z.object({ message: z.string(), permissions: z.array(permission), version });
export type SavedMatrix = z.infer<typeof saved>;

const historyEntry = z.object({
  id: version,
  /** Both null for the matrix before anyone saved one, whose id is 0. */
  saved_by: z.string().nullable(),
  saved_at: instant.nullable(),
  /** How many settings differ from the save before. */
  changes: z.number(),
  /** Which ones, and what they became. */
  changed: z.array(permission),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** `details` of the 409 that answers a save of an outdated matrix. */
export type Conflict = {
  version: number;
  saved_by: string | null;
  saved_at: string | null;
  /** The matrix as it is now. */
  permissions: z.infer<typeof permission>[];
  /** What has changed since the version that the caller knew, and what it became. */
  changed: z.infer<typeof permission>[];
};

/** Our choice: far above eleven modules by three roles. */
const mostEntries = 1000;

export const permissionsContract = {
  list: {
    method: 'GET',
    path: '/api/permissions',
    beforeTwoFactor: true,
    summary: 'The matrix: every module, every role, what each role may view, and which version of the matrix this is.',
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
      'Sets the pairs it names, all or none, and leaves the others; of a pair named twice the last one counts. With a version that is no longer the newest, 409.',
    body: z.object({
      permissions: z
        .array(
          z.object({
            module_id: id,
            role_id: id,
            can_view: z.union([canView, z.boolean()]).transform((value) => Number(value)),
          }),
        )
        .max(mostEntries),
      version: version.optional(),
    }),
    answer: saved,
    refuses: [409],
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
      'Saves an earlier matrix as a new version; 0 is the matrix before anyone saved one. With a version that is no longer the newest, 409.',
    params: z.object({ id: z.union([z.literal('0').transform(Number), z.literal(0), idText]) }),
    query: z.object({ version: z.union([z.literal('0').transform(Number), z.literal(0), idText]).optional() }),
    answer: saved,
    refuses: [409],
  },
} as const satisfies Contract;
