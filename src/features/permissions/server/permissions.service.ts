import { details } from '#features/audit/audit.texts.ts';
import { note } from '#features/audit/server/audit.queries.ts';
import { listRoles } from '#features/users/server/users.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Db, Parts } from '#server/parts.ts';
import { refusal } from '#server/refusal.ts';
import type { Refusal } from '#server/refusal.ts';
import { mayView } from '#shared/access.ts';
import type { ModuleName, Permission } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import type { Conflict, HistoryEntry, Module, Role, SavedMatrix } from '../permissions.contract.ts';
import {
  cellKey,
  changesBetween,
  isLocked,
  mostListedSaves,
  opposites,
  valueAt,
  withChanges,
} from '../permissions.rules.ts';
import type { Matrix } from '../permissions.rules.ts';
import { refusals, texts } from '../permissions.texts.ts';
import {
  findFirstSave,
  findSave,
  holdMatrix,
  insertSave,
  listModules,
  listNewestSaves,
  listPermissions,
  listSavesAfter,
  readVersion,
  setPermission,
} from './permissions.queries.ts';

type Panel = { permissions: Permission[]; modules: Module[]; roles: Role[]; version: number };

/** The version is read first: a save in between then makes the matrix newer than its version, never older. */
export async function readPanel(db: Db): Promise<Panel> {
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
 * Sets the pairs that are named, all or none, and keeps the whole matrix as the newest version.
 * Refuses 409 when `version` is not the newest one, 422 for unknown pairs and for what would lock everybody out.
 */
export async function savePermissions(parts: Parts, caller: Caller, saving: Saving): Promise<SavedMatrix> {
  return parts.db.transaction().execute(async (tx) => {
    const panel = await holdPanel(tx, caller, saving.version);
    return store(parts, tx, caller, { panel, wanted: checkedPairs(panel, saving.permissions) });
  });
}

/** Saves an earlier matrix again. Entries of modules and roles that are gone by now are left out. */
export async function restorePermissions(
  parts: Parts,
  caller: Caller,
  { id, version }: { id: number; version?: number | undefined },
): Promise<SavedMatrix> {
  return parts.db.transaction().execute(async (tx) => {
    const panel = await holdPanel(tx, caller, version);
    const earlier = await readMatrixAt(tx, id);
    if (!earlier) throw refusal.notFound(refusals.noSave);
    const known = earlier.filter((entry) => isKnownModule(panel, entry) && isKnownRole(panel, entry));
    return store(parts, tx, caller, { panel, wanted: checkedPairs(panel, known) });
  });
}

/** The newest saves and, where the list reaches back to it, the matrix before the first of them as number 0. */
export async function listHistory(db: Db): Promise<HistoryEntry[]> {
  const saves = await listNewestSaves(db, mostListedSaves + 1);
  const entries = saves
    .slice(0, mostListedSaves)
    .map(({ id, saved_by, saved_at, changed }) => ({ id, saved_by, saved_at, changed, changes: changed.length }));
  const reachesBack = saves.length > 0 && saves.length <= mostListedSaves;
  return reachesBack ? [...entries, { id: 0, saved_by: null, saved_at: null, changed: [], changes: 0 }] : entries;
}

/** The matrix, with every other save kept waiting until this one has ended. */
async function holdPanel(tx: Db, caller: Caller, known: number | undefined): Promise<Panel> {
  await holdMatrix(tx);
  const panel = await readPanel(tx);
  // The save that this one waited for may have taken the module from the caller's role.
  if (!mayView(panel, caller.role_id, productModules.permissions)) throw refusal.forbidden();
  if (known !== undefined && known !== panel.version) throw await conflict(tx, panel, known);
  return panel;
}

async function conflict(tx: Db, { version, permissions }: Panel, known: number): Promise<Refusal> {
  const later = await listSavesAfter(tx, known);
  const before = later.reduce<Matrix>((matrix, save) => withChanges(matrix, opposites(save.changed)), permissions);
  const newest = later[0];
  const details: Conflict = {
    version,
    saved_by: newest?.saved_by ?? null,
    saved_at: newest?.saved_at ?? null,
    permissions,
    changed: changesBetween(before, permissions),
  };
  if (!newest) return refusal.conflict(refusals.changed, details);
  return refusal.conflict(refusals.changedBy(newest.saved_by, minuteOf(newest.saved_at)), details);
}

/** An instant as people write it, to the minute: '2026-11-20 09:30'. */
const minuteOf = (instant: string) => instant.slice(0, 16).replace('T', ' ');

const isKnownModule = ({ modules }: { modules: readonly ModuleName[] }, { module_id }: Permission) =>
  modules.some((module) => module.id === module_id);

const isKnownRole = ({ roles }: { roles: readonly Role[] }, { role_id }: Permission) =>
  roles.some((role) => role.role_id === role_id);

/** Each named pair once, with its last value. Refuses 422 for what there is not and for what would lock everybody out. */
function checkedPairs(panel: Panel, named: Matrix): Matrix {
  for (const [place, entry] of named.entries()) {
    const { module_id, role_id } = entry;
    if (!isKnownModule(panel, entry))
      throw refusal.invalid(`permissions.${place}.module_id`, refusals.noModule(module_id));
    if (!isKnownRole(panel, entry)) throw refusal.invalid(`permissions.${place}.role_id`, refusals.noRole(role_id));
  }
  const wanted = withChanges([], named);
  const taken = wanted.find((entry) => entry.can_view === 0 && isLocked(panel.modules, entry));
  if (taken) throw refusal.invalid('permissions', lockedSentence(panel, taken));
  return wanted;
}

function namesOf({ modules, roles }: Panel, { module_id, role_id }: Permission): { module: string; role: string } {
  const module = modules.find(({ id }) => id === module_id);
  const role = roles.find((one) => one.role_id === role_id);
  return { module: module?.name ?? '', role: role?.role_name ?? '' };
}

function lockedSentence(panel: Panel, entry: Permission): string {
  const { module, role } = namesOf(panel, entry);
  return refusals.locked(module, role);
}

async function store(
  { clock }: Parts,
  tx: Db,
  caller: Caller,
  { panel, wanted }: { panel: Panel; wanted: Matrix },
): Promise<SavedMatrix> {
  const stored = new Set(panel.permissions.map(cellKey));
  for (const entry of wanted) {
    const isNew = !stored.has(cellKey(entry)) || valueAt(panel.permissions, entry) !== entry.can_view;
    if (isNew) await setPermission(tx, entry);
  }
  const permissions = await listPermissions(tx);
  const saved_at = clock().toISOString();
  const changed = changesBetween(panel.permissions, permissions);
  const version = await insertSave(tx, { saved_by: caller.id, saved_at, permissions, changed });
  const said = changed.map((entry) => {
    const { module, role } = namesOf(panel, entry);
    return details.permission(module, role, entry.can_view === 1);
  });
  await note(tx, caller, saved_at, 'permissions.changed', { id: version, detail: said.join('; ') });
  return { message: texts.saved, permissions, version };
}

async function readMatrixAt(tx: Db, id: number): Promise<Matrix | undefined> {
  if (id !== 0) return (await findSave(tx, id))?.permissions;
  const first = await findFirstSave(tx);
  return first && withChanges(first.permissions, opposites(first.changed));
}
