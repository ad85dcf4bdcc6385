import { sql } from 'kysely';
import { countRows } from '#server/database/count-rows.ts';
import type { Db } from '#server/database/db.ts';
import type { ChecklistRule, RuleInput } from '../checklist.contract.ts';
import { maxRules } from '../checklist.rules.ts';
import type { Stage } from '../checklist.rules.ts';

const withNames = (db: Db) =>
  db
    .selectFrom('checklist')
    .innerJoin('file_types', 'file_types.id', 'checklist.file_type_id')
    .leftJoin('parties', 'parties.id', 'checklist.party_id')
    .select([
      'checklist.id',
      'checklist.file_type_id',
      'checklist.stage',
      'checklist.party_id',
      'file_types.name as file_type_name',
      'parties.name as party_name',
    ]);

type NamedRow = {
  id: number;
  file_type_id: number;
  stage: string;
  party_id: number | null;
  file_type_name: string;
  party_name: string | null;
};

const asRule = ({ id, file_type_id, file_type_name, stage, party_id, party_name }: NamedRow): ChecklistRule => ({
  id,
  file_type_id,
  file_type_name,
  stage: stage as Stage,
  party: party_id === null ? null : { id: party_id, name: party_name ?? '' },
});

/** Returns the rules for all containers first, then those of each party by its name. */
export async function listRules(db: Db): Promise<ChecklistRule[]> {
  const rows = await withNames(db)
    .orderBy((eb) => eb.fn.coalesce('parties.name_norm', sql<string>`''`))
    .orderBy('checklist.stage', 'desc')
    .orderBy((eb) => eb.fn('lower', ['file_types.name']))
    .orderBy('checklist.id')
    .limit(maxRules)
    .execute();
  return rows.map(asRule);
}

export async function findRule(db: Db, id: number): Promise<ChecklistRule | undefined> {
  const row = await withNames(db).where('checklist.id', '=', id).executeTakeFirst();
  return row && asRule(row);
}

export async function countRules(db: Db): Promise<number> {
  return countRows(db.selectFrom('checklist'));
}

/** Returns undefined if there is a rule for this file type and this party. */
export async function insertRule(tx: Db, { file_type_id, stage, party_id }: RuleInput): Promise<number | undefined> {
  const row = await tx
    .insertInto('checklist')
    .values({ file_type_id, stage, party_id: party_id ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Returns false if there is no such rule. */
export async function deleteRule(tx: Db, id: number): Promise<boolean> {
  return (await tx.deleteFrom('checklist').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n;
}

/** Returns the number of rules that were deleted. */
export async function deleteRulesOfType(tx: Db, fileTypeId: number): Promise<number> {
  const deleted = tx.deleteFrom('checklist').where('file_type_id', '=', fileTypeId);
  return Number((await deleted.executeTakeFirst()).numDeletedRows);
}

/** Gives the rules of a party to another one. A type that both expect keeps its earlier stage. */
export async function mergeRules(tx: Db, id: number, into: number): Promise<void> {
  const typesOf = (partyId: number) =>
    tx.selectFrom('checklist').select('file_type_id').where('party_id', '=', partyId);
  await tx
    .updateTable('checklist')
    .set({ stage: 'received' })
    .where('party_id', '=', into)
    .where('file_type_id', 'in', typesOf(id).where('stage', '=', 'received'))
    .execute();
  await tx.deleteFrom('checklist').where('party_id', '=', id).where('file_type_id', 'in', typesOf(into)).execute();
  await tx.updateTable('checklist').set({ party_id: into }).where('party_id', '=', id).execute();
}
