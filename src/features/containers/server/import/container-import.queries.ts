import { withOwnWords } from '#features/containers/import/import-status.rules.ts';
import type { OwnWords } from '#features/containers/import/import-status.rules.ts';
import { findMapping, saveMapping } from '#features/imports/server/imports.queries.ts';
import { isContainerVisibleTo } from '#features/papers/server/visible-containers.queries.ts';
import type { ContainerViewer } from '#features/papers/server/visible-containers.queries.ts';
import type { Db } from '#server/database/db.ts';
import { normalForm } from '#shared/fold.ts';
import { activeUsers } from '../core/container-references.queries.ts';

/** Containers with one of these numbers, or of these order numbers. */
export const listByNumbers = (
  db: Db,
  viewer: ContainerViewer,
  column: 'number_norm' | 'container_no',
  numbers: readonly string[],
) =>
  db
    .selectFrom('containers')
    .select(['id', 'number_norm', 'container_no', 'name'])
    .where(column, 'in', numbers)
    .where('deleted_at', 'is', null)
    .where(isContainerVisibleTo(viewer))
    .execute();

/** Keeps which import created or changed these containers last. */
export async function markImported(tx: Db, ids: readonly number[], import_id: number): Promise<void> {
  if (ids.length === 0) return;
  await tx.updateTable('containers').set({ import_id }).where('id', 'in', ids).execute();
}

export async function listPartiesByName(db: Db, names: readonly string[]) {
  const norms = [...new Set(names.map((name) => normalForm(name) || name))];
  if (norms.length === 0) return [];
  return db.selectFrom('parties').select(['id', 'name', 'name_norm']).where('name_norm', 'in', norms).execute();
}

export async function listPartyNames(db: Db, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('parties').select('name').orderBy('id').limit(limit).execute();
  return rows.map(({ name }) => name);
}

export async function listPeopleAndTeams(db: Db) {
  return {
    users: await activeUsers(db).select(['id', 'name', 'email']).execute(),
    teams: await db.selectFrom('teams').select(['id', 'name']).execute(),
  };
}

/** Beside the fields of the columns, under a key that is none of headings: these have no small letters. */
const ownWordsKey = 'words of statuses';

type Chooser = Parameters<typeof findMapping>[1];

/** Returns the words explained in earlier imports by the user, else by the user's team. */
export async function findOwnWords(db: Db, chooser: Chooser): Promise<OwnWords> {
  const known = await findMapping(db, chooser, ownWordsKey);
  return known ? (JSON.parse(known) as OwnWords) : {};
}

/** Adds the words that the corrections of an import explain. */
export async function saveOwnWords(
  tx: Db,
  chooser: Chooser,
  corrections: Parameters<typeof withOwnWords>[1],
  saved_at: string,
): Promise<void> {
  const known = await findOwnWords(tx, chooser);
  const words = JSON.stringify(withOwnWords(known, corrections));
  if (words !== JSON.stringify(known))
    await saveMapping(tx, chooser, { headings: ownWordsKey, columns: words, saved_at });
}
