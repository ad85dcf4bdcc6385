import { recordAudit } from '#features/audit/server/audit.queries.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { containersView, filterOf, orderOf } from '#features/containers/list/containers-view.rules.ts';
import { listByIds } from '#features/containers/server/core/containers.queries.ts';
import { listIds } from '#features/containers/server/list/page-ids.queries.ts';
import { listViews } from '#features/containers/server/work/container-work.queries.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import { readPermissionTable } from '#server/access/access.queries.ts';
import { callerByJob, hashOf, newToken } from '#server/access/caller.ts';
import type { Caller } from '#server/access/caller.ts';
import { refuseUnconfirmed } from '#server/access/gate.ts';
import { attemptsFrom, recordTry, refuseWhenThrottled } from '#server/access/throttle.ts';
import type { Attempts } from '#server/access/throttle.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { ignoreReadOnly } from '#server/database/dialect/errors.ts';
import { inTurns, slices } from '#server/event-loop-yield.ts';
import type { Http } from '#server/http/mount.ts';
import { refusal } from '#server/refusal.ts';
import { mayView } from '#shared/access.ts';
import { localDate } from '#shared/calendar.ts';
import type { AnswerOf } from '#shared/endpoint.ts';
import { productModules } from '#shared/product-modules.ts';
import { throttle } from '#shared/session-lengths.ts';
import type { CalendarAddress, calendarsContract } from '../calendars.contract.ts';
import { entriesOf, maxCalendarContainers } from '../calendars.rules.ts';
import { refusals } from '../calendars.texts.ts';
import { calendarText } from './calendar-text.ts';
import {
  chooseView,
  deleteAddress,
  findAddress,
  findOwner,
  listFollowed,
  saveAddress,
  touchAddress,
} from './calendars.queries.ts';

type Choice = { view_id: number | null };

export const ownAddress = async ({ db }: Context, caller: Caller) => ({
  address: (await findAddress(db, caller.id)) ?? null,
});

const viewsSeenBy = (db: Db, userId: number) => listViews(db, { userId, administers: false });

/** Refuses with 404 a view that is neither the caller's nor shared. */
async function refuseView(tx: Db, { id }: Caller, { view_id }: Choice): Promise<void> {
  if (view_id !== null && !(await viewsSeenBy(tx, id)).some((view) => view.id === view_id))
    throw refusal.notFound('container.view_not_found', refusals.viewGone);
}

/** Makes an address in the place of the earlier one, after the caller has confirmed their password. */
export async function createAddress(
  ctx: Context,
  caller: Caller,
  http: Http,
  choice: Choice,
): Promise<AnswerOf<typeof calendarsContract.create>> {
  refuseUnconfirmed(ctx, http);
  const key = newToken();
  return transactAs(ctx, caller, async (tx, write) => {
    await refuseView(tx, caller, choice);
    const row = { user_id: caller.id, key_hash: hashOf(key), view_id: choice.view_id, created_at: write.at };
    const address = await saveAddress(tx, row);
    await recordAudit(write, 'calendar.created', {});
    return { ...address, path: `/api/calendar.ics?key=${key}` };
  });
}

export async function chooseContainers(ctx: Context, caller: Caller, choice: Choice): Promise<CalendarAddress> {
  return transactAs(ctx, caller, async (tx) => {
    await refuseView(tx, caller, choice);
    const address = await chooseView(tx, caller.id, choice.view_id);
    if (!address) throw refusal.notFound('calendar.not_found', refusals.none);
    return address;
  });
}

export async function revokeAddress(ctx: Context, caller: Caller): Promise<void> {
  await transactAs(ctx, caller, async (tx, write) => {
    if (!(await deleteAddress(tx, caller.id))) throw refusal.notFound('calendar.not_found', refusals.none);
    await recordAudit(write, 'calendar.revoked', {});
  });
}

const readsOf = (userId: number): Attempts => ({
  failure: { email_key: `calendar:${userId}`, address: '', network: null },
  limits: [{ by: ['email_key'], max: throttle.calendarReads }],
  refusedWith: refusals.tooManyReads,
});

/**
 * Returns the calendar of an address, with the present rights of its owner. Refuses with 404 a wrong address and an owner
 * who may no longer see containers, and with 429 after too many reads or too many wrong addresses of one network.
 */
export async function readCalendar(ctx: Context, { request }: Http, key: string): Promise<string> {
  const address = await findOwner(ctx.db, hashOf(key));
  const owner = address && (await callerByJob(ctx.db, address.id, 'signed-in'));
  if (!owner || !mayView(await readPermissionTable(ctx.db), owner.role_id, productModules.containers)) {
    const attempts = attemptsFrom(request.ip, 'calendar', refusals.tooManyWrong);
    await refuseWhenThrottled(ctx, attempts);
    await ignoreReadOnly(recordTry(ctx, attempts));
    throw refusal.notFound('calendar.not_found', refusals.gone);
  }
  await refuseWhenThrottled(ctx, readsOf(owner.id));
  await ignoreReadOnly(recordTry(ctx, readsOf(owner.id)));
  await ignoreReadOnly(touchAddress(ctx.db, owner.id, ctx.clock().toISOString()));
  const today = localDate(ctx.clock());
  const { brandName, publicUrl } = ctx.config;
  return calendarText(entriesOf(await containersOf(ctx, owner, { view_id: address.view_id, today }), today), {
    brand: brandName,
    host: publicUrl === undefined ? 'stowage' : new URL(publicUrl).hostname,
    address: publicUrl ?? `${request.protocol}://${request.host}`,
  });
}

/** Returns the containers of the view, or those that the owner follows, as far as the owner sees them. */
async function containersOf(
  { listDb }: Context,
  owner: Caller,
  { view_id, today }: Choice & { today: string },
): Promise<Container[]> {
  const viewer = fileViewer(owner);
  const limit = maxCalendarContainers;
  const saved = view_id === null ? undefined : await viewsSeenBy(listDb, owner.id);
  const view = saved?.find(({ id }) => id === view_id);
  if (saved && !view) return [];
  const shown = view && containersView.read(new URLSearchParams(view.query));
  const ids = shown
    ? (await listIds(listDb, { ...filterOf(shown, today), viewer }, { order: orderOf(shown), limit })).ids
    : await listFollowed(listDb, owner.id, limit);
  const found: Container[] = [];
  for await (const some of inTurns(slices(ids, 100))) found.push(...(await listByIds(listDb, viewer, some)));
  return found;
}
