import { sql } from 'kysely';
import type { ExpressionBuilder, RawBuilder, SqlBool } from 'kysely';
import { anyOf, seesBecause } from '#features/papers/server/sees-because.queries.ts';
import { readPermissionTable } from '#server/access/access.queries.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Db } from '#server/database/db.ts';
import { isOneOf } from '#server/database/dialect/expressions.ts';
import { named } from '#server/database/dialect/named.ts';
import type { Tables } from '#server/database/tables.ts';
import { findModule, managingRoles, roles } from '#shared/access.ts';
import type { ProductModule } from '#shared/product-modules.ts';
import { mailPaces } from '../notice-events.rules.ts';
import type { NoticeEvent } from '../notice-events.rules.ts';
import { asInteger, queueItems } from './outbox.queries.ts';

/** `link` is the screen that shows the subject. */
export type Notice = {
  title: string;
  message: string;
  link: string | null;
  /** The event by which users choose how to learn of it. Without one, it is in the bell of every recipient. */
  event?: NoticeEvent;
  /** The one file that it names. */
  fileId?: number;
};

/** `about` is what users must still see when a mail about it is sent. */
export async function notifyUsers(
  write: Write,
  userIds: readonly number[],
  notice: Notice,
  about: Narrowing = {},
): Promise<void> {
  if (userIds.length === 0) return;
  await insertFor(write, notice, (people) => people.where('id', 'in', userIds), about);
}

/** Notifies role 1, and these users. */
export async function notifyAdministratorsAnd(write: Write, userIds: readonly number[], notice: Notice): Promise<void> {
  await insertFor(write, notice, (people) =>
    people.where((eb) => eb.or([eb('role_id', '=', roles.administrator), eb('id', 'in', [0, ...userIds])])),
  );
}

/**
 * Notifies roles 1 and 2 except those named, because users are not notified of their own actions.
 * See docs/choices.md#recipients-of-notifications.
 */
export async function notifyManagers(write: Write, exceptIds: readonly number[], notice: Notice): Promise<void> {
  await insertFor(write, notice, (people) =>
    people.where('role_id', 'in', managingRoles).where('id', 'not in', exceptIds),
  );
}

/**
 * Narrows the recipients: to those who see a container, to those who see the containers of a team (undefined: of no team),
 * to those of some roles, and to some of them.
 */
type Narrowing = {
  containerId?: number;
  teamId?: number | undefined;
  only?: readonly number[] | undefined;
  roleIds?: readonly number[];
};

/**
 * Notifies everyone whose role may view a module. `exceptId` is the user who acted, or null for the server itself.
 * See docs/choices.md#recipients-of-notifications.
 */
export async function notifyViewersOfModule(
  write: Write,
  module: ProductModule,
  exceptId: number | null,
  notice: Notice,
  narrowing: Narrowing = {},
): Promise<void> {
  if (narrowing.only?.length === 0) return;
  const select = await viewersOf(write.tx, module, exceptId, narrowing);
  if (select) await insertFor(write, notice, select, narrowing);
}

/** Returns the users whom `notifyViewersOfModule` would notify, for notices that differ by what each user sees. */
export async function listViewersOfModule(
  tx: Db,
  module: ProductModule,
  exceptId: number | null,
  narrowing: Narrowing = {},
): Promise<number[]> {
  const select = await viewersOf(tx, module, exceptId, narrowing);
  return select ? (await select(activeUsers(tx)).execute()).map(({ id }) => id) : [];
}

/** Returns the condition of the recipients, or undefined if no role may view the module. */
async function viewersOf(
  tx: Db,
  module: ProductModule,
  exceptId: number | null,
  { containerId, teamId, only, roleIds }: Narrowing,
): Promise<((people: People) => People) | undefined> {
  const table = await readPermissionTable(tx);
  const moduleId = findModule(table.modules, module)?.id;
  const viewing = table.permissions.filter((one) => one.module_id === moduleId && one.can_view === 1);
  const viewers = viewing.map((one) => one.role_id).filter((id) => roleIds?.includes(id) ?? true);
  if (viewers.length === 0) return undefined;
  return (people) =>
    people
      .where('role_id', 'in', viewers)
      .where('id', '!=', exceptId ?? 0)
      .$if(only !== undefined, (some) => some.where('id', 'in', only as readonly number[]))
      .$if(teamId !== undefined, (some) => some.where(seesTeam(teamId as number)))
      .$if(containerId !== undefined, (some) => some.where(seesContainer(containerId as number)));
}

/** The condition that a user sees this container. */
export function seesContainer(containerId: number | RawBuilder<unknown>) {
  const because = seesBecause({ team: sql.ref('containers.team_id'), owner: sql.ref('containers.created_by') });
  return sql<SqlBool>`exists (select 1 from containers
    where containers.id = ${containerId} and (containers.team_id is null or ${anyOf(because)}))`;
}

/** Notifies everyone who may see a team's files, role 1 included. See docs/choices.md#recipients-of-notifications. */
export async function notifyViewersOfTeam(
  write: Write,
  teamId: number,
  exceptId: number,
  notice: Notice,
): Promise<void> {
  const { title, message, link } = notice;
  const inserted = await insertForTeam(write.tx, { title, message, link, teamId, exceptId, at: write.at });
  await notify(write, inserted, { ...notice, event: 'files' }, { teamId });
}

const insertForTeam = named(
  'notices of team',
  (db, { teamId, exceptId, ...notice }: Notice & { at: string; teamId: number; exceptId: number }) =>
    insertNotices(db, { ...notice, event: 'files' }, (people) =>
      people.where('id', '!=', exceptId).where(seesTeam(teamId)),
    ),
);

export const seesTeam = (team: number | RawBuilder<unknown>) => anyOf(seesBecause({ team }));

const activeUsers = (db: Db) =>
  db.selectFrom('users').select('id').where('deleted_at', 'is', null).where('suspended_at', 'is', null);
type People = ReturnType<typeof activeUsers>;

/** Inserts the notifications of all recipients with one statement. */
async function insertFor(
  write: Write,
  notice: Notice,
  select: (people: People) => People,
  narrowing: Narrowing = {},
): Promise<void> {
  await notify(write, await insertNotices(write.tx, { ...notice, at: write.at }, select).execute(), notice, narrowing);
}

const insertNotices = (db: Db, notice: Notice & { at: string }, select: (people: People) => People) =>
  db
    .insertInto('notifications')
    .columns(['user_id', 'title', 'message', 'link', 'created_at'])
    .expression((eb) =>
      select(activeUsers(db).$if(notice.event !== undefined, (people) => people.where(wants(notice.event)))).select([
        eb.val(notice.title).as('title'),
        eb.val(notice.message).as('message'),
        eb.val(notice.link).as('link'),
        eb.val(notice.at).as('created_at'),
      ]),
    )
    .returning(['id', 'user_id']);

const wants = (event: NoticeEvent | undefined) => (eb: ExpressionBuilder<Tables, 'users'>) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('notice_choices')
        .select('user_id')
        .whereRef('notice_choices.user_id', '=', 'users.id')
        .where('event', '=', String(event))
        .where('choice', '=', 'never'),
    ),
  );

/** The open pages of the recipients show the notifications after the commit. Recipients who chose so get mails. */
async function notify(
  { tx, at, outdated }: Write,
  recipients: { id: number; user_id: number }[],
  { event, fileId }: Notice,
  { containerId, teamId }: Narrowing,
): Promise<void> {
  for (const { user_id } of recipients) outdated.userIds.add(user_id);
  if (event === undefined || recipients.length === 0) return;
  const told = tx
    .selectFrom('notifications')
    .innerJoin('notice_choices', 'notice_choices.user_id', 'notifications.user_id')
    .where(
      isOneOf(
        tx,
        sql.ref('notifications.id'),
        recipients.map(({ id }) => id),
      ),
    )
    .where('event', '=', event)
    .where('choice', 'in', mailPaces);
  await queueItems(
    tx,
    told.select((eb) => [
      'notifications.user_id',
      'choice as pace',
      eb.val(event).as('event'),
      asInteger(null).as('event_id'),
      'notifications.id as notification_id',
      asInteger(containerId ?? null).as('container_id'),
      asInteger(teamId ?? null).as('team_id'),
      asInteger(fileId ?? null).as('file_id'),
    ]),
    at,
  );
}
