import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import { contains } from '#server/database/portable.ts';
import type { Db } from '#server/parts.ts';
import { fold } from '#shared/fold.ts';
import type { Container, ContainerCounts, DelayLog, TrashedContainer } from '../containers.contract.ts';
import type { DelayCategory, DisplayedStatus, StatusId } from '../containers.rules.ts';
import { containerSearchText, storedStatuses } from '../containers.rules.ts';
import { systemName } from '../containers.texts.ts';

const columns = [
  'containers.id',
  'containers.name',
  'containers.container_no',
  'containers.status_id',
  'containers.pfi_date',
  'containers.ex_factory_date',
  'containers.is_delayed_pfi',
  'containers.is_delayed_ex_factory',
  'containers.created_at',
  'containers.updated_at',
  'containers.version',
  'containers.pfi_delays',
  'containers.ex_factory_delays',
  'containers.first_pfi_date',
  'containers.first_ex_factory_date',
  'containers.pfi_moves',
  'containers.ex_factory_moves',
  'containers.overdue_date',
] as const;

/** With the names of who created and who checked them, which stay when those people are deleted. */
const all = (db: Db) =>
  db
    .selectFrom('containers')
    .innerJoin('users as creator', 'creator.id', 'containers.created_by')
    .leftJoin('users as checker', 'checker.id', 'containers.checked_by')
    .select([...columns, 'creator.name as user_name', 'checker.name as checkedBy']);

const present = (db: Db) => all(db).where('containers.deleted_at', 'is', null);

type Row = Awaited<ReturnType<ReturnType<typeof all>['execute']>>[number];

function asContainer(row: Row): Container {
  return {
    ...row,
    status_name: storedStatuses[row.status_id as StatusId],
    expected_date: row.pfi_date,
    is_delayed_pfi: row.is_delayed_pfi === 1 ? 1 : 0,
    is_delayed_ex_factory: row.is_delayed_ex_factory === 1 ? 1 : 0,
  };
}

export async function findContainer(db: Db, id: number): Promise<Container | undefined> {
  const row = await present(db).where('containers.id', '=', id).executeTakeFirst();
  return row && asContainer(row);
}

/** Which containers a page is about; dates are compared with the reader's `today`. */
export type ContainerFilter = {
  search: string;
  status: DisplayedStatus | undefined;
  pfiMonth: number | undefined;
  exFactoryMonth: number | undefined;
  today: string;
};

/** Newest first, from the one after `after` on. */
export async function listContainers(
  db: Db,
  { after, limit, filter }: { after: number | undefined; limit: number; filter?: ContainerFilter },
): Promise<Container[]> {
  const rows = await present(db)
    .$if(after !== undefined, (query) => query.where('containers.id', '<', after as number))
    .$if(filter !== undefined, (query) => query.where(matches(db, filter as ContainerFilter)))
    .orderBy('containers.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(asContainer);
}

export async function countContainers(db: Db, filter: ContainerFilter): Promise<number> {
  const { found } = await db
    .selectFrom('containers')
    .select((eb) => eb.fn.countAll<number>().as('found'))
    .where('deleted_at', 'is', null)
    .where(matches(db, filter))
    .executeTakeFirstOrThrow();
  return found;
}

/** The cards' counts, of all containers. Source: decisions.md section 4, Containers. */
export async function countByStatus(db: Db, today: string): Promise<ContainerCounts> {
  const sum = (condition: RawBuilder<SqlBool>) => sql<number>`count(case when ${condition} then 1 end)`;
  return db
    .selectFrom('containers')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      sum(shownAs('Not Received', today)).as('not_received'),
      sum(shownAs('Received', today)).as('received'),
      sum(shownAs('Departed', today)).as('departed'),
      sum(shownAs('Delayed', today)).as('delayed'),
    ])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/** The rules' `displayedStatus` and `countsAsDelayed`, as the database says them. */
function shownAs(status: DisplayedStatus, today: string): RawBuilder<SqlBool> {
  const isLate = sql`(containers.status_id = 1 and containers.pfi_date < ${today})`;
  const flagged = sql`(containers.is_delayed_pfi = 1 or containers.is_delayed_ex_factory = 1)`;
  switch (status) {
    case 'Not Received':
      return sql`(containers.status_id = 1 and containers.pfi_date >= ${today})`;
    case 'Received':
      return sql`containers.status_id = 2`;
    case 'Departed':
      return sql`containers.status_id = 3`;
    case 'Delayed':
      return sql`(${isLate} or (containers.status_id <> 3 and ${flagged}))`;
  }
}

function matches(db: Db, filter: ContainerFilter): Expression<SqlBool> {
  const { search, status, pfiMonth, exFactoryMonth, today } = filter;
  const wanted = fold(search);
  const conditions = [
    search === '' ? undefined : contains(db, sql.ref('containers.search_text'), wanted),
    status && shownAs(status, today),
    pfiMonth && inMonth('containers.pfi_date', pfiMonth),
    exFactoryMonth && inMonth('containers.ex_factory_date', exFactoryMonth),
  ].filter((condition) => condition !== undefined && condition !== 0);
  return conditions.length === 0 ? sql`1 = 1` : sql`(${sql.join(conditions, sql` and `)})`;
}

/** Of any year. */
const inMonth = (column: string, month: number) =>
  sql<SqlBool>`substr(${sql.ref(column)}, 6, 2) = ${String(month).padStart(2, '0')}`;

export type ContainerDetails = { name: string; container_no: string; pfi_date: string; ex_factory_date: string };

export async function insertContainer(
  tx: Db,
  details: ContainerDetails & {
    status_id: StatusId;
    created_by: number;
    checked_by: number | null;
    created_at: string;
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('containers')
    .values({
      ...details,
      search_text: containerSearchText(details.name, details.container_no),
      first_pfi_date: details.pfi_date,
      first_ex_factory_date: details.ex_factory_date,
      updated_at: details.created_at,
      deleted_at: null,
      deleted_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds to `version`; answers whether the container was still as it was seen. */
export async function updateDetails(
  tx: Db,
  seen: { id: number; version: number },
  change: ContainerDetails & { pfi_moves: number; ex_factory_moves: number; updated_at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('containers')
    .set((eb) => ({
      ...change,
      search_text: containerSearchText(change.name, change.container_no),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', seen.id)
    .where('version', '=', seen.version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Moves a container from one stored status to another; answers whether it still was in the first. */
export async function moveStatus(
  tx: Db,
  id: number,
  {
    from,
    to,
    checked_by,
    updated_at,
  }: { from: number; to: StatusId; checked_by: number | undefined; updated_at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('containers')
    .set((eb) => ({
      status_id: to,
      updated_at,
      version: eb('version', '+', 1),
      ...(checked_by === undefined ? {} : { checked_by }),
    }))
    .where('id', '=', id)
    .where('status_id', '=', from)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type DelayKind = 'pfi' | 'ex_factory';

/** Sets a delay flag and counts its entry; answers whether the container still was as it was seen, as far as that is said. */
export async function flagDelay(
  tx: Db,
  seen: { id: number; status_id: number; version?: number | undefined },
  kind: DelayKind,
  updated_at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('containers')
    .set((eb) => ({
      updated_at,
      version: eb('version', '+', 1),
      ...(kind === 'pfi'
        ? { is_delayed_pfi: 1, pfi_delays: eb('pfi_delays', '+', 1) }
        : { is_delayed_ex_factory: 1, ex_factory_delays: eb('ex_factory_delays', '+', 1) }),
    }))
    .where('id', '=', seen.id)
    .where('status_id', '=', seen.status_id)
    .$if(seen.version !== undefined, (query) => query.where('version', '=', seen.version as number))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ids of containers whose date is before `today` and was not marked as crossed yet. */
export async function listUnmarkedOverdue(db: Db, today: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('containers')
    .select('id')
    .where('status_id', '=', 1)
    .where('deleted_at', 'is', null)
    .where('pfi_date', '<', today)
    .where(sql<boolean>`overdue_date is distinct from pfi_date`)
    .orderBy('pfi_date')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Marks the date of a container that was not received as crossed. Answers false when somebody was first, or when it was
 * received meanwhile. `version` stays: nobody changed anything.
 */
export async function markOverdue(tx: Db, id: number, updated_at: string): Promise<boolean> {
  const marked = await tx
    .updateTable('containers')
    .set((eb) => ({ is_delayed_pfi: 1, overdue_date: eb.ref('pfi_date'), updated_at }))
    .where('id', '=', id)
    .where('status_id', '=', 1)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`overdue_date is distinct from pfi_date`)
    .executeTakeFirst();
  return marked.numUpdatedRows > 0n;
}

/** Answers false when this date was logged before: it was moved away and back. */
export async function logOverdue(
  tx: Db,
  entry: { container_id: number; overdue_date: string; user_id: number | null; reason: string; happened_at: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('container_events')
    .values({ ...entry, what: 'delay_pfi' })
    .onConflict((conflict) =>
      conflict.columns(['container_id', 'overdue_date']).where('overdue_date', 'is not', null).doNothing(),
    )
    .executeTakeFirst();
  if ((numInsertedOrUpdatedRows ?? 0n) === 0n) return false;
  await tx
    .updateTable('containers')
    .set((eb) => ({ pfi_delays: eb('pfi_delays', '+', 1) }))
    .where('id', '=', entry.container_id)
    .execute();
  return true;
}

export type NewEvent = {
  container_id: number;
  what: string;
  old_value?: string | null;
  new_value?: string | null;
  user_id: number;
  reason?: string | null;
  category?: DelayCategory | null;
  happened_at: string;
};

export async function insertEvents(tx: Db, events: NewEvent[]): Promise<void> {
  if (events.length > 0) await tx.insertInto('container_events').values(events).execute();
}

const eventsOf = (db: Db, containerId: number) =>
  db
    .selectFrom('container_events')
    .leftJoin('users', 'users.id', 'container_events.user_id')
    .where('container_id', '=', containerId)
    .orderBy('container_events.id', 'desc');

const byWhom = sql<string>`coalesce(users.name, ${systemName})`.as('user_name');

/** Newest first. */
export async function listDelays(
  db: Db,
  { containerId, kind, limit }: { containerId: number; kind: DelayKind; limit: number },
): Promise<DelayLog[]> {
  const rows = await eventsOf(db, containerId)
    .where('what', '=', `delay_${kind}`)
    .select(['container_events.id', byWhom, 'reason', 'category', 'happened_at as logged_at'])
    .limit(limit)
    .execute();
  return rows.map(({ reason, category, ...row }) => ({
    ...row,
    reason: reason ?? '',
    category: category as DelayCategory | null,
  }));
}

/** Newest first, from the one after `after` on. */
export async function listEvents(
  db: Db,
  { containerId, after, limit }: { containerId: number; after: number | undefined; limit: number },
) {
  return eventsOf(db, containerId)
    .$if(after !== undefined, (query) => query.where('container_events.id', '<', after as number))
    .select(['container_events.id', 'what', 'old_value', 'new_value', byWhom, 'reason', 'category', 'happened_at'])
    .limit(limit)
    .execute();
}

/** Who changed a container last, and so got in the way of somebody else. */
export async function lastChangedBy(db: Db, containerId: number): Promise<string> {
  const row = await eventsOf(db, containerId).select(byWhom).limit(1).executeTakeFirst();
  return row?.user_name ?? systemName;
}

/** Answers whether it was there to be deleted. */
export async function moveToTrash(
  tx: Db,
  id: number,
  { deleted_at, deleted_by }: { deleted_at: string; deleted_by: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('containers')
    .set((eb) => ({ deleted_at, deleted_by, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Answers whether it was in the trash. */
export async function takeFromTrash(tx: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('containers')
    .set((eb) => ({ deleted_at: null, deleted_by: null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type Trashed = Omit<TrashedContainer, 'days_left'>;

/** Last deleted first, from the one after `after` on. */
export async function listTrash(
  db: Db,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<Trashed[]> {
  const place = (id: number) => db.selectFrom('containers').select('deleted_at').where('id', '=', id);
  const rows = await all(db)
    .leftJoin('users as remover', 'remover.id', 'containers.deleted_by')
    .select(['containers.deleted_at', sql<string>`coalesce(remover.name, ${systemName})`.as('deleted_by')])
    .where('containers.deleted_at', 'is not', null)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(containers.deleted_at, containers.id) < (${place(after as number)}, ${after})`),
    )
    .orderBy('containers.deleted_at', 'desc')
    .orderBy('containers.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ deleted_at, deleted_by, ...row }) => ({
    ...asContainer(row),
    deleted_at: deleted_at as string,
    deleted_by,
  }));
}

/** Deletes for good what was deleted before this moment, with its history; at most `limit` at a time. Answers which. */
export async function purgeTrash(
  tx: Db,
  before: string,
  limit: number,
): Promise<{ id: number; name: string; container_no: string }[]> {
  return tx
    .deleteFrom('containers')
    .where('id', 'in', (eb) => eb.selectFrom('containers').select('id').where('deleted_at', '<', before).limit(limit))
    .returning(['id', 'name', 'container_no'])
    .execute();
}
