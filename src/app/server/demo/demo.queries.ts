import type { Insertable } from 'kysely';
import { containerSearchText } from '#features/containers/containers.rules.ts';
import { notices } from '#features/containers/containers.texts.ts';
import { notifyViewersOfModule } from '#features/notifications/server/notifications.queries.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Db } from '#server/parts.ts';
import { fold } from '#shared/fold.ts';
import { productModules } from '#shared/product-modules.ts';
import type { FileTypeName, Person, TeamName } from './company.ts';
import { fileTypeNames, fileTypes, teamNames, teams, teamsSeenBy } from './company.ts';
import { containerHistory } from './shipping-plan.ts';
import type { PlannedContainer } from './shipping-plan.ts';
import { daysBefore } from './timeline.ts';

/** How many of each there are to be, those that every demo has included. */
export type DemoSize = { files: number; users: number; containers: number };

/** What the database says about the demo in it. */
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

/** Adds the teams that are not there yet and describes those that are. Answers their ids. */
export async function fillTeams(tx: Db, at: string): Promise<Record<TeamName, number>> {
  const ids = {} as Record<TeamName, number>;
  for (const name of teamNames) {
    const { description } = teams[name];
    const [there] = await tx
      .updateTable('teams')
      .set({ description })
      .where('name', '=', name)
      .returning('id')
      .execute();
    const team =
      there ??
      (await tx
        .insertInto('teams')
        .values({ name, description, created_at: at })
        .returning('id')
        .executeTakeFirstOrThrow());
    ids[name] = team.id;
  }
  return ids;
}

/** Adds the file types that are not there yet and describes those that are. Answers their ids. */
export async function fillFileTypes(tx: Db, at: string): Promise<Record<FileTypeName, number>> {
  const ids = {} as Record<FileTypeName, number>;
  for (const name of fileTypeNames) {
    const description = fileTypes[name];
    const [there] = await tx
      .updateTable('file_types')
      .set({ description })
      .where('name', '=', name)
      .returning('id')
      .execute();
    const type =
      there ??
      (await tx
        .insertInto('file_types')
        .values({ name, description, created_at: at })
        .returning('id')
        .executeTakeFirstOrThrow());
    ids[name] = type.id;
  }
  return ids;
}

/** Adds a person, or completes the one the first start has made. Answers their id. */
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
    name_folded: fold(person.name),
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
  const [there] = await tx
    .updateTable('users')
    .set(values)
    .where('email_key', '=', values.email_key)
    .returning('id')
    .execute();
  const { id } = there ?? (await tx.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow());
  const seen = teamsSeenBy(person).map((name) => ({ user_id: id, team_id: teamIds[name] }));
  if (seen.length > 0) await tx.insertInto('team_viewers').values(seen).execute();
  return id;
}

/** Adds people who have nothing of their own, all at once. */
export async function insertCrowd(tx: Db, crowd: Insertable<Tables['users']>[], seenBy: number[][]): Promise<void> {
  const rows = await tx.insertInto('users').values(crowd).returning('id').execute();
  const seen = rows.flatMap(({ id }, place) => (seenBy[place] ?? []).map((team_id) => ({ user_id: id, team_id })));
  if (seen.length > 0) await tx.insertInto('team_viewers').values(seen).execute();
}

export async function insertContainer(
  tx: Db,
  container: PlannedContainer,
  idOf: (person: Person) => number,
): Promise<number> {
  const logged = (kind: string) => container.delays.filter((delay) => delay.kind === kind).length;
  const created_at = container.createdAt.toISOString();
  const created_by = idOf(container.createdBy);
  const { id } = await tx
    .insertInto('containers')
    .values({
      name: container.name,
      container_no: container.orderNumber,
      search_text: containerSearchText(container.name, container.orderNumber),
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

/** What everybody's bell has heard lately of containers that were received or have departed, in the order in which it happened. */
export async function tellOfContainers(
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
    await notifyViewersOfModule(tx, productModules.containers, personId(by), {
      title: notices.moved.title(status),
      message: notices.moved.message(`${container.name} (${container.orderNumber})`, status, by.name),
      link: notices.link(container.id),
      created_at: at.toISOString(),
    });
  }
}
