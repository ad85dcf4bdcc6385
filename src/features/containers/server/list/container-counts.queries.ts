import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ContainerCounts } from '#features/containers/core/containers.contract.ts';
import type { DisplayedStatus } from '#features/containers/core/containers.rules.ts';
import { isContainerVisibleTo } from '#features/papers/server/visible-containers.queries.ts';
import type { ContainerViewer } from '#features/papers/server/visible-containers.queries.ts';
import { flagOf } from '#server/database/container-keys.ts';
import type { Db } from '#server/database/db.ts';
import { withIndex, withoutIndex } from '#server/database/dialect/expressions.ts';
import { maxCandidates } from '#server/database/dialect/part-index.ts';
import { isLate, isWhole, matches, shownAs } from './container-filters.queries.ts';
import type { ContainerFilter } from './container-filters.queries.ts';
import { countDelayed } from './container-outcome-filters.queries.ts';
import { countExpecting, hasItsPapers } from './container-papers.queries.ts';

/**
 * Returns the number of matches, and their ids if a search finds them by its index. The page is then looked up among these
 * ids, so that the search runs once.
 */
export async function findMatches(db: Db, filter: ContainerFilter): Promise<{ found: number; ids?: number[] }> {
  if ((filter.search ?? '') !== '' && filter.isFrequent !== true) {
    const { rows } = await sql<{ id: number }>`
      select containers.id from containers where containers.deleted_at is null and ${matches(db, filter)}
        limit ${maxCandidates + 1}`.execute(db);
    if (rows.length <= maxCandidates) return { found: rows.length, ids: rows.map(({ id }) => id) };
  }
  return { found: await countContainers(db, filter) };
}

export async function countContainers(db: Db, filter: ContainerFilter): Promise<number> {
  const { rows } = await sql<{ found: number }>`select ${counted(db, filter)} as found`.execute(db);
  return rows[0]?.found ?? 0;
}

/**
 * The count is a sum of counts that each read one index. Few containers have all their papers, so they are subtracted
 * from those of which papers are expected. A port is either that of loading or that of discharge.
 */
function counted(db: Db, { preset, port, ...filter }: ContainerFilter): RawBuilder<number> {
  if (preset === 'papers_missing') {
    const isOpen = sql`containers.status_id in (1, 2)`;
    // With other filters, SQLite would begin with the index of the status.
    const status = isWhole({ ...filter, port }) ? isOpen : withoutIndex(db, isOpen);
    const those = (and: RawBuilder<SqlBool>) => counted(db, { ...filter, port, and: sql`${status} and ${and}` });
    return sql`(${countExpecting(those)} - ${those(hasItsPapers(db))})`;
  }
  if (port !== undefined && filter.pol === undefined && filter.pod === undefined) {
    const rest = { ...filter, preset };
    const both = counted(db, { ...rest, pol: port, pod: port });
    return sql`(${counted(db, { ...rest, pol: port })} + ${counted(db, { ...rest, pod: port })} - ${both})`;
  }
  const whole = { ...filter, preset, port };
  if (!filter.and && filter.status && isWhole({ ...whole, status: undefined })) return countOf(filter.status, filter);
  const delayed = filter.viewer.seenTeamIds === undefined && isWhole({ ...whole, ...noDelay }) && countDelayed(filter);
  if (delayed) return delayed;
  // SQLite would read a wider index.
  const isNarrow = filter.and && isWhole(whole);
  return sql`(select count(*) from ${isNarrow ? withIndex(db, 'containers', 'containers_open') : sql`containers`}
    where containers.deleted_at is null and ${matches(db, whole)})`;
}

const noDelay = { delay_cause: undefined, delayed_from: undefined, delayed_to: undefined };

type Seen = Pick<ContainerFilter, 'viewer' | 'today'>;

const countWhere = (viewer: ContainerViewer, condition: RawBuilder<SqlBool>) => sql<number>`(select count(*)
  from containers where containers.deleted_at is null and ${isContainerVisibleTo(viewer)} and ${condition})`;

/**
 * The number of containers of the viewer in a status. Each part is one range of the index `containers_by_state` or
 * `containers_flagged`. See docs/choices.md#delayed-containers.
 */
function countOf(status: DisplayedStatus, { viewer, today }: Seen): RawBuilder<number> {
  const count = (condition: RawBuilder<SqlBool>) => countWhere(viewer, condition);
  if (status !== 'Delayed') return count(shownAs(status, today));
  const flagged = (other: DisplayedStatus) => count(sql`${shownAs(other, today)} and ${hasFlag}`);
  return sql`(${count(isLate(today))} + ${flagged('Not Received')} + ${flagged('Received')})`;
}

/** The numbers on the count cards. */
export async function countByStatus(db: Db, seen: Seen): Promise<ContainerCounts> {
  const { rows } = await sql<Omit<ContainerCounts, 'all'> & { late: number }>`select
    ${countOf('Not Received', seen)} as not_received, ${countOf('Received', seen)} as received,
    ${countOf('Departed', seen)} as departed, ${countOf('Delayed', seen)} as delayed,
    ${countWhere(seen.viewer, isLate(seen.today))} as late`.execute(db);
  const [{ late, ...counts }] = rows as [(typeof rows)[0]];
  return { all: counts.not_received + counts.received + counts.departed + late, ...counts };
}

/** The same condition as in the index of the flagged containers. */
const hasFlag = sql<SqlBool>`${sql.raw(flagOf('containers.'))} = 1`;
