import { sql } from 'kysely';
import type { SqlBool, UpdateObject } from 'kysely';
import { optionalFields } from '#features/containers/core/container-fields.rules.ts';
import type { OptionalField } from '#features/containers/core/container-fields.rules.ts';
import { warningsOf } from '#features/containers/core/container-warnings.rules.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { containerSearchText, storedStatuses } from '#features/containers/core/containers.rules.ts';
import type { StatusId } from '#features/containers/core/containers.rules.ts';
import { etaSlips, slipsAtCreation } from '#features/containers/report/outcomes.rules.ts';
import { numberOf } from '#features/papers/container-number.rules.ts';
import { everything, isContainerVisibleTo } from '#features/papers/server/visible-containers.queries.ts';
import type { ContainerViewer } from '#features/papers/server/visible-containers.queries.ts';
import { statusIds } from '#features/papers/statuses.rules.ts';
import type { Db } from '#server/database/db.ts';
import { isOneOf } from '#server/database/dialect/expressions.ts';
import { pageById } from '#server/database/page-of.ts';
import type { Page } from '#server/database/page-of.ts';
import type { Tables } from '#server/database/tables.ts';
import { localDate } from '#shared/calendar.ts';
import { portName } from '../parties/ports.ts';
import type { DelayKind } from './container-outcomes.queries.ts';
import { outcomeOfMove } from './container-outcomes.queries.ts';

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
  'containers.first_etd',
  'containers.first_eta',
  'containers.etd_moves',
  'containers.eta_moves',
] as const;

const optionalColumns = optionalFields.map((name) => `containers.${name}` as const);

/** Returns whether another container of the viewer, which has not departed, has the same number. */
const isDuplicate = (viewer: ContainerViewer) => sql<SqlBool>`(containers.status_id <> 3 and exists (
  select 1 from containers as other where other.number_norm = containers.number_norm and other.id <> containers.id
    and other.deleted_at is null and other.status_id <> 3 and ${isContainerVisibleTo(viewer, 'other')}))`;

/** With the names of users, parties and teams. The names of users stay after these are deleted. */
export const withNames = (db: Db, viewer: ContainerViewer) =>
  db
    .selectFrom('containers')
    .innerJoin('users as creator', 'creator.id', 'containers.created_by')
    .leftJoin('users as checker', 'checker.id', 'containers.checked_by')
    .leftJoin('users as assignee', 'assignee.id', 'containers.assignee_id')
    .leftJoin('parties as supplier', 'supplier.id', 'containers.supplier_id')
    .leftJoin('parties as customer', 'customer.id', 'containers.customer_id')
    .leftJoin('parties as carrier', 'carrier.id', 'containers.carrier_id')
    .leftJoin('teams as team', 'team.id', 'containers.team_id')
    .where(isContainerVisibleTo(viewer))
    .select([
      ...columns,
      ...optionalColumns,
      'creator.name as user_name',
      'checker.name as checkedBy',
      'assignee.name as assignee_name',
      'supplier.name as supplier_name',
      'customer.name as customer_name',
      'carrier.name as carrier_name',
      'carrier.day_rate',
      'carrier.currency',
      'team.name as team_name',
      isDuplicate(viewer).as('is_duplicate'),
    ]);

const notDeleted = (db: Db, viewer: ContainerViewer) =>
  withNames(db, viewer).where('containers.deleted_at', 'is', null);

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number];

export function asContainer({ is_duplicate, etd_moves, eta_moves, ...row }: Row): Container {
  const { pol, pod } = row;
  const derived = {
    ...row,
    // Rows without an estimate have no revisions of it.
    etd_moves: row.first_etd === null ? null : etd_moves,
    eta_moves: row.first_eta === null ? null : eta_moves,
    pol_name: pol && portName(pol),
    pod_name: pod && portName(pod),
    status_name: storedStatuses[row.status_id as StatusId],
    expected_date: row.pfi_date,
    is_delayed_pfi: row.is_delayed_pfi === 1 ? 1 : 0,
    is_delayed_ex_factory: row.is_delayed_ex_factory === 1 ? 1 : 0,
  };
  // `checkedBy` and `overdue_date` belong to the specified shape and stay. Other empty fields are left out.
  const filled = Object.entries(derived).filter(
    ([name, value]) => (value !== null && value !== undefined) || name === 'checkedBy' || name === 'overdue_date',
  );
  const container = Object.fromEntries(filled) as Container;
  const warnings = warningsOf(container, Boolean(is_duplicate));
  return warnings.length === 0 ? container : { ...container, warnings };
}

export async function findContainer(db: Db, viewer: ContainerViewer, id: number): Promise<Container | undefined> {
  const row = await notDeleted(db, viewer).where('containers.id', '=', id).executeTakeFirst();
  return row && asContainer(row);
}

/** Returns these containers in the order of the ids. Ignores those that the viewer does not see. */
export async function listByIds(db: Db, viewer: ContainerViewer, ids: readonly number[]): Promise<Container[]> {
  if (ids.length === 0) return [];
  const rows = await notDeleted(db, viewer)
    .where(isOneOf(db, sql.ref('containers.id'), ids))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [asContainer(row)] : [];
  });
}

/** Returns these containers, also those in the trash, for any viewer. */
export async function listAlsoDeleted(db: Db, ids: readonly number[]): Promise<Container[]> {
  const rows = await withNames(db, everything)
    .where(isOneOf(db, sql.ref('containers.id'), ids))
    .execute();
  return rows.map(asContainer);
}

/** Newest first. */
export async function listNewest(
  db: Db,
  viewer: ContainerViewer,
  page: Page<number>,
): Promise<{ containers: Container[]; next: number | null }> {
  const { rows, next } = await pageById(notDeleted(db, viewer), 'containers.id', page);
  return { containers: rows.map(asContainer), next };
}

export type ContainerDetails = { name: string; container_no: string; pfi_date: string; ex_factory_date: string };

/** The values of the optional fields that are given; null is empty. */
export type OptionalValues = { [Field in OptionalField]?: string | number | null | undefined };
export type ContainerValues = ContainerDetails & OptionalValues;

/** The names of the parties of a container, for its search text. */
export type PartyNames = readonly string[];

const text = (value: string | number | null | undefined) => (typeof value === 'string' ? value : null);

/** Returns the columns that depend on others. `values` has every field that is not empty. */
export function derivedColumns(values: ContainerValues, parties: PartyNames) {
  const { name, container_no, pol, pod } = values;
  const searched = (
    ['container_number', 'bl_number', 'booking_number', 'vessel', 'voyage', 'seal', 'goods', 'remarks'] as const
  ).map((field) => text(values[field]));
  const ports = [text(pol), text(pod)].flatMap((code) => (code ? [code, portName(code) ?? null] : []));
  return {
    search_text: containerSearchText(name, container_no, ...searched, ...parties, ...ports),
    number_norm: numberOf(values)?.value ?? null,
  };
}

/** Returns the ids in the order of the containers. Who creates a container after its receipt has checked it. */
export async function insertContainers(
  tx: Db,
  containers: readonly { values: ContainerValues; parties: PartyNames; status_id: StatusId }[],
  more: { created_by: number; created_at: string },
): Promise<number[]> {
  const rows = containers.map(({ values, parties, status_id }) => ({
    ...(values as ContainerDetails),
    ...more,
    status_id,
    checked_by: status_id === statusIds['Not Received'] ? null : more.created_by,
    ...derivedColumns(values, parties),
    first_pfi_date: values.pfi_date,
    first_ex_factory_date: values.ex_factory_date,
    first_etd: text(values.etd),
    first_eta: text(values.eta),
    ...etaSlips({ ata: values.ata, eta: values.eta, first_eta: values.eta }),
    ...slipsAtCreation(values, status_id),
    updated_at: more.created_at,
    deleted_at: null,
    deleted_by: null,
  }));
  const inserted = await tx.insertInto('containers').values(rows).returning('id').execute();
  // Ids increase in the order of the rows. The order of the returned rows is not guaranteed.
  return inserted.map(({ id }) => id).toSorted((a, b) => a - b);
}

export type ContainerColumns = UpdateObject<Tables, 'containers'>;

/** What a container must still be for a change. */
type Expected = { id: number; version?: number | undefined; status_id?: number };

/** Sets columns and increments `version`. Returns false if the container is deleted or no longer as expected. */
async function updateContainer(
  tx: Db,
  { id, version, status_id }: Expected,
  columns: ContainerColumns,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('containers')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(version !== undefined, (query) => query.where('version', '=', version as number))
    .$if(status_id !== undefined, (query) => query.where('status_id', '=', status_id as number))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Sets these columns. `values` is the whole result, for the derived columns. */
export const updateFields = (
  tx: Db,
  { id, version }: { id: number; version: number },
  columns: ContainerColumns,
  { values, parties }: { values: ContainerValues; parties: PartyNames },
): Promise<boolean> => updateContainer(tx, { id, version }, { ...columns, ...derivedColumns(values, parties) });

/** Computes the search text again after a party was renamed. */
export async function updateSearchText(tx: Db, container: Container): Promise<void> {
  const parties = [container.supplier_name, container.customer_name, container.carrier_name].filter(
    (name) => name !== undefined,
  );
  await tx.updateTable('containers').set(derivedColumns(container, parties)).where('id', '=', container.id).execute();
}

/**
 * Changes the stored status and its outcome. Returns false if the status was no longer that of `container`, which has the
 * promised dates and the days that are set.
 */
export const moveStatus = (
  tx: Db,
  container: Container,
  { to, today, ...columns }: ContainerColumns & { to: StatusId; updated_at: string; today?: string | null | undefined },
): Promise<boolean> => {
  const { id, status_id } = container;
  const outcome = outcomeOfMove(container, to, today === undefined ? localDate(new Date(columns.updated_at)) : today);
  return updateContainer(tx, { id, status_id }, { ...columns, status_id: to, ...outcome });
};

/** Sets a delay flag and increments its count. Returns false if the status or the version differs from `expected`. */
export const flagDelay = (tx: Db, expected: Expected, kind: DelayKind, updated_at: string): Promise<boolean> =>
  updateContainer(tx, expected, {
    updated_at,
    [`is_delayed_${kind}`]: 1,
    [`awaits_${kind}_date`]: 1,
    [`${kind}_delays`]: sql`${sql.ref(`${kind}_delays`)} + 1`,
  });
