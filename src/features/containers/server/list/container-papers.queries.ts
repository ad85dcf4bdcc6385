import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { isVisibleToTeam } from '#features/files/server/core/visible-files.queries.ts';
import type { Paper } from '#features/papers/checklist.contract.ts';
import { countPapers, expectedPapers, isDue, stages } from '#features/papers/checklist.rules.ts';
import type { PaperCounts, Rule, Stage, Target } from '#features/papers/checklist.rules.ts';
import { listRules } from '#features/papers/server/checklist.queries.ts';
import type { Db } from '#server/database/db.ts';
import { isOneOf } from '#server/database/dialect/expressions.ts';

// The counts are the same for everyone who may see the container. They name types, and no file. A file counts if a member of
// the container's team sees it.
// See docs/decisions/checklist.md.

const containerTeam = sql.ref('containers.team_id');

async function listPlainRules(db: Db): Promise<Rule[]> {
  const rows = await db.selectFrom('checklist').select(['file_type_id', 'stage', 'party_id']).execute();
  return rows.map((row) => ({ ...row, stage: row.stage as Stage }));
}

/**
 * Returns the file types of the linked files of each container that count for it, expected or not. With a condition on the
 * type, SQLite would read all files of the expected types if only `containers` has statistics.
 */
async function listLinkedTypes(db: Db, containerIds: readonly number[]): Promise<Map<number, Set<number>>> {
  if (containerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('container_files as links')
    .innerJoin('files', 'files.id', 'links.file_id')
    .innerJoin('containers', 'containers.id', 'links.container_id')
    .where(isVisibleToTeam('files', containerTeam))
    .where(isOneOf(db, sql.ref('links.container_id'), containerIds))
    .where('links.removed_at', 'is', null)
    .where('files.trashed_at', 'is', null)
    .select(['links.container_id', 'files.file_type_id'])
    .distinct()
    .execute();
  const types = new Map<number, Set<number>>();
  for (const { container_id, file_type_id } of rows)
    types.set(container_id, (types.get(container_id) ?? new Set()).add(file_type_id));
  return types;
}

/** Returns the containers with the counts of their papers, by two queries for all of them. */
export async function addPaperCounts<C extends Target & { id: number }>(
  db: Db,
  containers: readonly C[],
): Promise<(C & Partial<PaperCounts>)[]> {
  if (containers.length === 0) return [];
  const rules = await listPlainRules(db);
  if (rules.length === 0) return [...containers];
  const ids = containers.map(({ id }) => id);
  const linked = await listLinkedTypes(db, ids);
  return containers.map((container) => {
    const papers = expectedPapers(rules, container, linked.get(container.id) ?? new Set());
    return papers.length === 0 ? container : { ...container, ...countPapers(papers, container.status_id) };
  });
}

/** The condition under which a rule holds for a row of `containers` before its next status. */
const isExpected = sql`(expected.stage = 'received' or containers.status_id = 2)
    and (expected.party_id is null or expected.party_id = containers.supplier_id
      or expected.party_id = containers.carrier_id)`;

/** Whether there is a rule for all containers. The database answers it once for a query, not for each container. */
const isExpectedOfAll = (stage: Stage) =>
  sql`exists (select 1 from checklist as expected where expected.party_id is null and expected.stage = ${sql.lit(stage)})`;

const isExpectedOfSome = sql<SqlBool>`exists (select 1 from checklist as expected where ${isExpected})`;

/** The SQL condition under which papers are expected of a row of `containers` that has not departed. */
const expectsPapers = sql<SqlBool>`(${isExpectedOfAll('received')}
    or (containers.status_id = 2 and ${isExpectedOfAll('departed')}) or ${isExpectedOfSome})`;

/** `except` reads the links of a container once, and not once for each rule. */
const missesOne = sql`exists (select expected.file_type_id from checklist as expected where ${isExpected}
      except
      select paper.file_type_id from container_files as link join files as paper on paper.id = link.file_id
      where link.container_id = containers.id and link.removed_at is null and paper.trashed_at is null
        and ${isVisibleToTeam('paper', containerTeam)})`;

/**
 * The SQL condition under which a row of `containers` misses papers for its next status. It is the rule `missingPapers`,
 * and the same for every viewer. A container without links needs no list of its types.
 */
export const missesPapers: RawBuilder<SqlBool> = sql`(containers.status_id <> 3 and ${expectsPapers}
  and (not exists (select 1 from container_files as link where link.container_id = containers.id) or ${missesOne}))`;

/** Returns a function for the expected types of each of these containers with their names, the earlier stage first. */
async function papersOf(db: Db, containers: readonly (Target & { id: number })[]) {
  const rules = await listRules(db);
  const plain = rules.map(({ party, ...rule }) => ({ ...rule, party_id: party?.id ?? null }));
  const names = new Map(rules.map((rule) => [rule.file_type_id, rule.file_type_name]));
  const ids = containers.map(({ id }) => id);
  const linked = await listLinkedTypes(db, ids);
  return (container: Target & { id: number }): Paper[] => {
    const papers = expectedPapers(plain, container, linked.get(container.id) ?? new Set()).map((paper) => ({
      ...paper,
      file_type_name: names.get(paper.file_type_id) as string,
      is_due: !paper.is_there && isDue(paper.stage, container.status_id),
    }));
    return stages.flatMap((stage) => papers.filter((paper) => paper.stage === stage));
  };
}

export const listPapers = async (db: Db, container: Target & { id: number }): Promise<Paper[]> =>
  (await papersOf(db, [container]))(container);

/**
 * Returns the names of the types that are missing before each container may go on, by two queries for all of them. A container
 * without gaps has no entry.
 */
export async function listMissingTypes(
  tx: Db,
  containers: readonly (Target & { id: number })[],
): Promise<Map<number, string[]>> {
  const papersFor = await papersOf(tx, containers);
  const missing = containers.map((container) => {
    const due = papersFor(container).filter(({ is_due }) => is_due);
    return [container.id, due.map(({ file_type_name }) => file_type_name)] as const;
  });
  return new Map(missing.filter(([, types]) => types.length > 0));
}
