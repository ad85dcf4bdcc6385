import { details } from '#features/audit/audit.texts.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactLocked } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { lockPermissions } from '#server/database/dialect/locks.ts';
import { refusal } from '#server/refusal.ts';
import type { Refusal } from '#server/refusal.ts';
import type { Permission } from '#shared/access.ts';
import type {
  Conflict,
  HistoryEntry,
  MatrixNames,
  PermissionMatrixData,
  SavedMatrix,
} from '../permissions.contract.ts';
import {
  cellKey,
  changesBetween,
  isLocked,
  maxListedSaves,
  inverted,
  namesAt,
  valueAt,
  withChanges,
} from '../permissions.rules.ts';
import type { Matrix } from '../permissions.rules.ts';
import { refusals, texts } from '../permissions.texts.ts';
import {
  findFirstSave,
  findSave,
  insertSave,
  listModules,
  listNewestSaves,
  listPermissions,
  listRoles,
  listSavesAfter,
  readVersion,
  setPermission,
} from './permissions.queries.ts';

/** Reads the version first, so that a save in between makes the matrix newer than its version, never older. */
export async function readPermissionMatrix(db: Db): Promise<PermissionMatrixData> {
  const version = await readVersion(db);
  return {
    version,
    permissions: await listPermissions(db),
    modules: await listModules(db),
    roles: await listRoles(db),
  };
}

type Saving = { permissions: Matrix; version?: number | undefined };

/**
 * Sets the named pairs, all or none, and stores the whole matrix as the newest version. Refuses with 409 an outdated
 * `version` and with 422 unknown pairs and switching off a locked cell.
 */
export async function savePermissions(ctx: Context, caller: Caller, saving: Saving): Promise<SavedMatrix> {
  return transactLocked(ctx, caller, lockPermissions, async (tx, write) => {
    const matrix = await readCurrentMatrix(tx, saving.version);
    return store(write, { matrix, wanted: checkedPairs(matrix, saving.permissions) });
  });
}

/** Saves an earlier matrix again, without the entries of modules and roles that no longer exist. */
export async function restorePermissions(
  ctx: Context,
  caller: Caller,
  { id, version }: { id: number; version?: number | undefined },
): Promise<SavedMatrix> {
  return transactLocked(ctx, caller, lockPermissions, async (tx, write) => {
    const matrix = await readCurrentMatrix(tx, version);
    const earlier = await readMatrixAt(tx, id);
    if (!earlier) throw refusal.notFound('permission.save_not_found', refusals.noSave);
    const known = earlier.filter((entry) => isKnownModule(matrix, entry) && isKnownRole(matrix, entry));
    return store(write, { matrix, wanted: checkedPairs(matrix, known) });
  });
}

/** Returns the newest saves and, if the list contains all of them, the matrix before the first save as id 0. */
export async function listHistory(db: Db): Promise<HistoryEntry[]> {
  const saves = await listNewestSaves(db, maxListedSaves + 1);
  const entries = saves
    .slice(0, maxListedSaves)
    .map(({ id, saved_by, saved_at, changed }) => ({ id, saved_by, saved_at, changed, changes: changed.length }));
  const isComplete = saves.length > 0 && saves.length <= maxListedSaves;
  return isComplete ? [...entries, { id: 0, saved_by: null, saved_at: null, changed: [], changes: 0 }] : entries;
}

/** Returns the permission matrix. The transaction must hold its lock. Refuses with 409 an outdated version. */
async function readCurrentMatrix(tx: Db, known: number | undefined): Promise<PermissionMatrixData> {
  const matrix = await readPermissionMatrix(tx);
  if (known !== undefined && known !== matrix.version) throw await conflict(tx, matrix, known);
  return matrix;
}

async function conflict(tx: Db, { version, permissions }: PermissionMatrixData, known: number): Promise<Refusal> {
  const later = await listSavesAfter(tx, known);
  const before = later.reduce<Matrix>((matrix, save) => withChanges(matrix, inverted(save.changed)), permissions);
  const newest = later[0];
  const details: Conflict = {
    version,
    saved_by: newest?.saved_by ?? null,
    saved_at: newest?.saved_at ?? null,
    permissions,
    changed: changesBetween(before, permissions),
  };
  if (!newest) return refusal.conflict('permission.changed', refusals.changed, details);
  return refusal.conflict(
    'permission.changed',
    refusals.changedBy(newest.saved_by, minuteOf(newest.saved_at)),
    details,
  );
}

/** Formats an instant to the minute: '2026-11-20 09:30'. */
const minuteOf = (instant: string) => instant.slice(0, 16).replace('T', ' ');

const isKnownModule = ({ modules }: MatrixNames, { module_id }: Permission) =>
  modules.some((module) => module.id === module_id);

const isKnownRole = ({ roles }: MatrixNames, { role_id }: Permission) => roles.some((role) => role.role_id === role_id);

/** Returns each pair once, with its last value. Refuses with 422 unknown pairs and switching off a locked cell. */
function checkedPairs(matrix: PermissionMatrixData, named: Matrix): Matrix {
  for (const [index, entry] of named.entries()) {
    const { module_id, role_id } = entry;
    if (!isKnownModule(matrix, entry))
      throw refusal.invalid(
        'permission.unknown_module',
        `permissions.${index}.module_id`,
        refusals.noModule(module_id),
      );
    if (!isKnownRole(matrix, entry))
      throw refusal.invalid('permission.unknown_role', `permissions.${index}.role_id`, refusals.noRole(role_id));
  }
  const wanted = withChanges([], named);
  const switchedOff = wanted.find((entry) => entry.can_view === 0 && isLocked(matrix.modules, entry));
  if (switchedOff)
    throw refusal.invalid('permission.locked', 'permissions', refusals.locked(...namesAt(matrix, switchedOff)));
  return wanted;
}

async function store(
  write: Write<Caller>,
  { matrix, wanted }: { matrix: PermissionMatrixData; wanted: Matrix },
): Promise<SavedMatrix> {
  const { tx, by, at: saved_at } = write;
  const stored = new Set(matrix.permissions.map(cellKey));
  for (const entry of wanted) {
    const isNew = !stored.has(cellKey(entry)) || valueAt(matrix.permissions, entry) !== entry.can_view;
    if (isNew) await setPermission(tx, entry);
  }
  const permissions = await listPermissions(tx);
  const changed = changesBetween(matrix.permissions, permissions);
  const version = await insertSave(tx, { saved_by: by.id, saved_at, permissions, changed });
  const sentences = changed.map((entry) => details.permission(...namesAt(matrix, entry), entry.can_view === 1));
  await recordAudit(write, 'permissions.changed', { id: version, detail: sentences.join('; ') });
  return { message: texts.saved, permissions, version };
}

async function readMatrixAt(tx: Db, id: number): Promise<Matrix | undefined> {
  if (id !== 0) return (await findSave(tx, id))?.permissions;
  const first = await findFirstSave(tx);
  return first && withChanges(first.permissions, inverted(first.changed));
}
