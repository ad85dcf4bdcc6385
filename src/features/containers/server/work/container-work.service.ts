import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { maxFollowers } from '#features/containers/core/container-fields.rules.ts';
import { fieldRefusals } from '#features/containers/core/container-fields.texts.ts';
import type { ContainerEvent } from '#features/containers/core/containers.contract.ts';
import { notices, refusals } from '#features/containers/core/containers.texts.ts';
import type { Layout } from '#features/containers/list/containers-view.rules.ts';
import type { CommentInput, SavedView, ViewInput } from '#features/containers/work/container-work.contract.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import { labelOf } from '#features/papers/container-labels.texts.ts';
import { readPermissionTable } from '#server/access/access.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { recordTry, refuseWhenThrottled } from '#server/access/throttle.ts';
import type { Attempts } from '#server/access/throttle.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { lockCommentsOf, lockNumberOf, lockRows } from '#server/database/dialect/locks.ts';
import { refusal } from '#server/refusal.ts';
import { managingRoles, mayView, roles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import { throttle } from '#shared/session-lengths.ts';
import { listEventsByIds } from '../core/container-history.queries.ts';
import { notifyOfContainer } from '../core/container-notices.service.ts';
import { containerOf, insertEventWithFiles, thingOf } from '../core/container-record.service.ts';
import {
  changeView,
  countViews,
  deleteFollower,
  deleteView,
  insertFollower,
  insertView,
  keepLayout,
  listFollowers,
  listPeople,
  listViews,
} from './container-work.queries.ts';
import type { ViewKeeper } from './container-work.queries.ts';

/** Comments count by author, because each can notify hundreds of users. */
const commentAttempts = (userId: number): Attempts => ({
  failure: { email_key: `comment:${userId}`, address: '', network: null },
  limits: [{ by: ['email_key'], max: throttle.commentsPerUser }],
  refusedWith: (wait) => refusals.tooManyComments(throttle.commentsPerUser, wait),
});

/** A longer comment is cut in the notification. */
const maxNoticeLetters = 300;

/**
 * Adds a comment and notifies the people mentioned, the followers and the assignee, once each. Refuses with 429 after
 * too many comments of the caller.
 */
export async function addComment(
  ctx: Context,
  caller: Caller,
  { id, text, mentions, file_ids }: CommentInput & { id: number },
): Promise<ContainerEvent> {
  return transactAs(ctx, caller, async (tx, write) => {
    const viewer = fileViewer(write.by);
    // The undo of an import deletes a container without comments.
    await lockRows(tx, 'containers', [id], 'change');
    const container = await containerOf(tx, viewer, id);
    const within = { ...ctx, db: tx };
    await lockCommentsOf(tx, caller.id);
    await refuseWhenThrottled(within, commentAttempts(caller.id));
    await recordTry(within, commentAttempts(caller.id));
    const comment = { container_id: id, what: 'comment', new_value: text, user_id: caller.id, happened_at: write.at };
    const eventId = await insertEventWithFiles(tx, viewer, comment, file_ids);
    await recordAudit(write, 'container.commented', thingOf(container, text));
    const followers = (await listFollowers(tx, id)).map((follower) => follower.id);
    const assignee = container.assignee_id === undefined ? [] : [container.assignee_id];
    const notice = {
      event: 'mentioned' as const,
      title: notices.commented.title,
      message: notices.commented.message(labelOf(container), caller.name, (text ?? '').slice(0, maxNoticeLetters)),
    };
    const recipients = [...new Set([...mentions, ...followers, ...assignee])];
    await notifyOfContainer(write, container, notice, recipients);
    const [event] = await listEventsByIds(tx, [eventId]);
    return event as ContainerEvent;
  });
}

export async function followersOf({ db }: Context, caller: Caller, id: number) {
  await containerOf(db, fileViewer(caller), id);
  const followers = await listFollowers(db, id);
  return { following: followers.some((follower) => follower.id === caller.id), followers };
}

/** Starts or stops following. Refuses with 422 a further follower of a container that has too many. */
export async function setFollowing(ctx: Context, caller: Caller, id: number, follows: boolean): Promise<void> {
  await transactAs(ctx, caller, async (tx, write) => {
    await containerOf(tx, fileViewer(write.by), id);
    if (!follows) return deleteFollower(tx, id, caller.id);
    await lockRows(tx, 'containers', [id], 'change');
    const followers = await listFollowers(tx, id);
    if (followers.length >= maxFollowers && followers.every((follower) => follower.id !== caller.id))
      throw refusal.invalid('container.too_many_followers', 'id', fieldRefusals.tooManyFollowers(maxFollowers));
    await insertFollower(tx, id, caller.id);
  });
}

export async function findPeople(
  { db }: Context,
  { search, limit, ids }: { search: string; limit: number; ids?: number[] | undefined },
) {
  const table = await readPermissionTable(db);
  const roleIds = Object.values(roles).filter((role) => mayView(table, role, productModules.containers));
  return listPeople(db, { search, roleIds, limit, ids });
}

export async function chooseLayout(ctx: Context, caller: Caller, { layout }: { layout: Layout }) {
  await transactAs(ctx, caller, (tx, write) => keepLayout(tx, write.by.id, layout));
  return { layout };
}

/** The views of one user, and the shared views of all users. */
const maxViews = 100;
const maxSharedViews = 200;

/** Administrators keep the shared views of all users in order, also those of people who have left. */
const keeperOf = ({ id, role_id }: Caller): ViewKeeper => ({
  userId: id,
  administers: role_id === roles.administrator,
});

export const viewsOf = ({ db }: Context, caller: Caller): Promise<SavedView[]> => listViews(db, keeperOf(caller));

/** Only roles 1 and 2 save shared views. Refuses other roles with 403, and a view too many with 422. */
async function refuseView(tx: Db, caller: Caller, { shared }: ViewInput, id?: number): Promise<void> {
  if (shared && !managingRoles.includes(caller.role_id)) throw refusal.forbidden('permission.denied');
  await lockNumberOf(tx, 'saved_views');
  const views = await countViews(tx, caller.id, id);
  if (id === undefined && views.own >= maxViews)
    throw refusal.invalid('container.too_many_views', 'name', fieldRefusals.tooManyViews);
  if (shared && views.shared >= maxSharedViews)
    throw refusal.invalid('container.too_many_views', 'shared', fieldRefusals.tooManySharedViews(maxSharedViews));
}

export async function saveView(ctx: Context, caller: Caller, input: ViewInput): Promise<SavedView> {
  return transactAs(ctx, caller, async (tx, write) => {
    await refuseView(tx, write.by, input);
    return insertView(tx, keeperOf(write.by), input);
  });
}

export async function replaceView(ctx: Context, caller: Caller, input: ViewInput & { id: number }) {
  const view = await transactAs(ctx, caller, async (tx, write) => {
    await refuseView(tx, write.by, input, input.id);
    return changeView(tx, keeperOf(write.by), input);
  });
  if (!view) throw refusal.notFound('container.view_not_found', fieldRefusals.viewGone);
  return view;
}

export async function removeView(ctx: Context, caller: Caller, id: number): Promise<void> {
  if (!(await transactAs(ctx, caller, (tx, write) => deleteView(tx, keeperOf(write.by), id))))
    throw refusal.notFound('container.view_not_found', fieldRefusals.viewGone);
}
