import type { Insertable } from 'kysely';
import { notices } from '#features/containers/core/containers.texts.ts';
import { derivedColumns } from '#features/containers/server/core/containers.queries.ts';
import { changeRate, insertParty } from '#features/containers/server/parties/parties.queries.ts';
import { notifyViewersOfModule } from '#features/notifications/server/notifications.queries.ts';
import type { Db } from '#server/database/db.ts';
import type { Tables } from '#server/database/tables.ts';
import { searchForm } from '#shared/fold.ts';
import { productModules } from '#shared/product-modules.ts';
import type { CompanyIds, FileTypeName, Person, TeamName } from './company.ts';
import { fileTypeNames, fileTypes, teamNames, teams, teamsSeenBy } from './company.ts';
import { carrierRates } from './shipping-details.ts';
import { containerHistory } from './shipping-plan.ts';
import type { PlannedContainer } from './shipping-plan.ts';
import { daysBefore } from './timeline.ts';

/** The number of files, users and containers, including those that every demo has. */
export type DemoSize = { files: number; users: number; containers: number };

/** The record of the demo in its database. */
export type DemoMark = DemoSize & { finished: boolean };

const markName = 'demo';

export async function findMark(db: Db): Promise<DemoMark | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', markName).executeTakeFirst();
  return row && (JSON.parse(row.value) as DemoMark);
}

export async function writeMark(db: Db, mark: DemoMark): Promise<void> {
  const value = JSON.stringify(mark);
  await db
    .insertInto('settings')
    .values({ name: markName, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Inserts the missing teams and updates the descriptions of the others. Returns the ids. */
export async function fillTeams(tx: Db, at: string): Promise<Record<TeamName, number>> {
  const ids = {} as Record<TeamName, number>;
  for (const name of teamNames) {
    const { description } = teams[name];
    const [existing] = await tx
      .updateTable('teams')
      .set({ description })
      .where('name', '=', name)
      .returning('id')
      .execute();
    const team =
      existing ??
      (await tx
        .insertInto('teams')
        .values({ name, description, created_at: at })
        .returning('id')
        .executeTakeFirstOrThrow());
    ids[name] = team.id;
  }
  return ids;
}

/** Inserts the missing file types and updates the descriptions of the others. Returns the ids. */
export async function fillFileTypes(tx: Db, at: string): Promise<Record<FileTypeName, number>> {
  const ids = {} as Record<FileTypeName, number>;
  for (const name of fileTypeNames) {
    const description = fileTypes[name];
    const [existing] = await tx
      .updateTable('file_types')
      .set({ description })
      .where('name', '=', name)
      .returning('id')
      .execute();
    const type =
      existing ??
      (await tx
        .insertInto('file_types')
        .values({ name, description, created_at: at })
        .returning('id')
        .executeTakeFirstOrThrow());
    ids[name] = type.id;
  }
  return ids;
}

/** Inserts a person, or updates the administrator from the first start. Returns the id. */
export async function fillPerson(
  tx: Db,
  person: Person,
  {
    teamIds,
    passwordHash,
    now,
    lastLoginAt,
  }: { teamIds: Record<TeamName, number>; passwordHash: string; now: Date; lastLoginAt: string | null },
): Promise<number> {
  const values: Insertable<Tables['users']> = {
    name: person.name,
    name_folded: searchForm(person.name),
    email: person.email,
    email_key: person.email.toLowerCase(),
    password_hash: passwordHash,
    password_given: 0,
    role_id: person.role,
    team_id: teamIds[person.team],
    created_at: daysBefore(now, person.joinedDaysAgo).toISOString(),
    last_login_at: lastLoginAt,
    deleted_at: person.leftDaysAgo === undefined ? null : daysBefore(now, person.leftDaysAgo).toISOString(),
  };
  const [existing] = await tx
    .updateTable('users')
    .set(values)
    .where('email_key', '=', values.email_key)
    .returning('id')
    .execute();
  const { id } = existing ?? (await tx.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow());
  const seen = teamsSeenBy(person).map((name) => ({ user_id: id, team_id: teamIds[name] }));
  if (seen.length > 0) await tx.insertInto('team_viewers').values(seen).execute();
  return id;
}

/** Inserts users without files, in one statement. */
export async function insertCrowd(
  tx: Db,
  crowd: Insertable<Tables['users']>[],
  visibleTeams: number[][],
): Promise<void> {
  const rows = await tx.insertInto('users').values(crowd).returning('id').execute();
  const seen = rows.flatMap(({ id }, index) =>
    (visibleTeams[index] ?? []).map((team_id) => ({ user_id: id, team_id })),
  );
  if (seen.length > 0) await tx.insertInto('team_viewers').values(seen).execute();
}

export async function insertContainer(
  tx: Db,
  container: PlannedContainer,
  { personId: idOf, partyId, teams }: CompanyIds,
): Promise<number> {
  const { supplier, customer, carrier, team, ...details } = container.details;
  const parties = [supplier, customer, carrier].filter((name) => name !== null);
  const logged = (kind: string) => container.delays.filter((delay) => delay.kind === kind).length;
  const created_at = container.createdAt.toISOString();
  const created_by = idOf(container.createdBy);
  const { id } = await tx
    .insertInto('containers')
    .values({
      name: container.name,
      container_no: container.orderNumber,
      ...details,
      ...derivedColumns(
        {
          ...details,
          name: container.name,
          container_no: container.orderNumber,
          pfi_date: container.pfiDate,
          ex_factory_date: container.exFactoryDate,
        },
        parties,
      ),
      supplier_id: partyId(supplier),
      customer_id: customer === null ? null : partyId(customer),
      carrier_id: carrier === null ? null : partyId(carrier),
      assignee_id: container.assignee ? idOf(container.assignee) : null,
      team_id: team === undefined ? null : teams[team],
      first_etd: details.etd,
      first_eta: details.eta,
      awaits_pfi_date: container.delays.some((delay) => delay.overdueDate) ? 1 : 0,
      awaits_ex_factory_date: container.statusId === 1 && logged('ex_factory') > 0 ? 1 : 0,
      pfi_date: container.pfiDate,
      ex_factory_date: container.exFactoryDate,
      first_pfi_date: container.firstPfiDate,
      first_ex_factory_date: container.exFactoryDate,
      pfi_moves: container.moves.length,
      status_id: container.statusId,
      is_delayed_pfi: logged('pfi') > 0 ? 1 : 0,
      is_delayed_ex_factory: logged('ex_factory') > 0 ? 1 : 0,
      pfi_delays: logged('pfi'),
      ex_factory_delays: logged('ex_factory'),
      overdue_date: container.delays.find((delay) => delay.overdueDate)?.overdueDate ?? null,
      created_by,
      checked_by: container.checkedBy ? idOf(container.checkedBy) : null,
      created_at,
      updated_at: container.updatedAt.toISOString(),
      deleted_at: null,
      deleted_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const events = containerHistory(container).map(({ by, at, ...event }) => ({
    ...event,
    container_id: id,
    user_id: by ? idOf(by) : null,
    happened_at: at.toISOString(),
  }));
  for (const event of events) await tx.insertInto('container_events').values(event).execute();
  return id;
}

/** Returns the first containers of the demo, with the names of their suppliers. */
export async function listFirstContainers(tx: Db, limit: number) {
  return tx
    .selectFrom('containers')
    .innerJoin('parties', 'parties.id', 'containers.supplier_id')
    .select(['containers.id', 'containers.name', 'container_no', 'containers.updated_at', 'parties.name as supplier'])
    .orderBy('containers.id')
    .limit(limit)
    .execute();
}

/** Inserts suppliers, customers and carriers, and returns their ids by name. */
export async function fillParties(tx: Db, names: readonly string[], at: string): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const name of names) {
    const party = await insertParty(tx, name, at);
    if (!party) continue;
    ids.set(name, party.id);
    const rate = carrierRates[name];
    if (rate) await changeRate(tx, party.id, rate);
  }
  return ids;
}

/** Inserts the recent notifications about received and departed containers, in order of time. */
export async function insertContainerNotices(
  tx: Db,
  containers: (PlannedContainer & { id: number })[],
  { personId, since }: { personId: (person: Person) => number; since: Date },
): Promise<void> {
  const moves = containers.flatMap((container) =>
    containerHistory(container).flatMap(({ what, by, at, ...event }) =>
      what === 'status' && by && at >= since && 'new_value' in event
        ? [{ container, status: event.new_value ?? '', by, at }]
        : [],
    ),
  );
  for (const { container, status, by, at } of moves.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    const write = {
      tx,
      by: undefined,
      at: at.toISOString(),
      outdated: { userIds: new Set<number>(), containers: false },
    };
    await notifyViewersOfModule(write, productModules.containers, personId(by), {
      title: notices.moved.title(status),
      message: notices.moved.message(`${container.name} (${container.orderNumber})`, status, by.name),
      link: notices.link(container.id),
    });
  }
}
