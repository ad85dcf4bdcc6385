import type { Actor } from '#features/audit/audit.rules.ts';
import { system } from '#features/audit/audit.rules.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { notices } from '#features/containers/core/containers.texts.ts';
import type { FieldChange } from '#features/containers/core/field-changes.rules.ts';
import type { Notice } from '#features/notifications/server/notifications.queries.ts';
import {
  listViewersOfModule,
  notifyUsers,
  notifyViewersOfModule,
} from '#features/notifications/server/notifications.queries.ts';
import { labelOf } from '#features/papers/container-labels.texts.ts';
import type { Caller } from '#server/access/caller.ts';
import { transact } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { productModules } from '#shared/product-modules.ts';
import { listFollowers } from '../work/container-work.queries.ts';

/** Notifies everyone who sees the container, except the user who acts, or only some of them. */
export async function notifyOfContainer(
  write: Write<Caller>,
  container: Container,
  notice: Omit<Notice, 'link'>,
  only?: readonly number[],
): Promise<void> {
  const linked = { ...notice, link: notices.link(container.id) };
  const narrowing = { containerId: container.id, only };
  await notifyViewersOfModule(write, productModules.containers, write.by.id, linked, narrowing);
}

/** Notifies the assignee, unless the assignee is the caller or does not see the container. */
export async function notifyAssignee(write: Write<Caller>, container: Container): Promise<void> {
  if (container.assignee_id === undefined) return;
  const { title, message } = notices.assigned;
  const notice = { title, message: message(labelOf(container), write.by.name), event: 'assigned' as const };
  await notifyOfContainer(write, container, notice, [container.assignee_id]);
}

/** One notification for all changed containers of a team, and one for those of no team. */
export async function notifyOfBulk(
  write: Write<Caller>,
  changes: readonly { container: Container; change: FieldChange }[],
): Promise<void> {
  const { title, message, link } = notices.bulk;
  const teams = changes.map(({ container, change: { team_id = container.team_id } }) => Number(team_id) || undefined);
  for (const [teamId, ofTeam] of Map.groupBy(teams, (team) => team)) {
    const notice = { title, message: message(ofTeam.length, write.by.name), link, event: 'changed' as const };
    await notifyViewersOfModule(write, productModules.containers, write.by.id, notice, { teamId });
  }
}

const batchSize = 100;

/** The form of a scheduled check: one transaction for each batch, until one returns fewer containers than its limit. */
export async function inBatches(
  ctx: Context,
  notifyOfBatch: (write: Write<Actor>, limit: number) => Promise<number>,
): Promise<void> {
  const runOne = () => transact(ctx, system, (_tx, write) => notifyOfBatch(write, batchSize));
  while ((await runOne()) === batchSize);
}

/** Returns the followers and the assignee who see a container. */
export async function listConcerned({ tx }: Write<Actor>, { id, assignee_id }: Container): Promise<number[]> {
  const followers = (await listFollowers(tx, id)).map((follower) => follower.id);
  const only = assignee_id === undefined ? followers : [...followers, assignee_id];
  if (only.length === 0) return [];
  return listViewersOfModule(tx, productModules.containers, null, { containerId: id, only });
}

type Grouped = {
  recipientsOf: (container: Container) => Promise<number[]>;
  noticeOf: (some: [Container, ...Container[]]) => Notice;
};

/** Sends one notification for all containers of a team with the same recipients. */
export async function notifyInGroups(
  write: Write<Actor>,
  containers: readonly Container[],
  { recipientsOf, noticeOf }: Grouped,
): Promise<void> {
  const groups = new Map<string, { recipients: number[]; some: [Container, ...Container[]] }>();
  for (const container of containers) {
    const recipients = (await recipientsOf(container)).toSorted((one, other) => one - other);
    const key = [container.team_id, ...recipients].join();
    const group = groups.get(key);
    if (group) group.some.push(container);
    else groups.set(key, { recipients, some: [container] });
  }
  for (const { recipients, some } of groups.values()) {
    const [{ id, team_id }] = some;
    await notifyUsers(write, recipients, noticeOf(some), some.length === 1 ? { containerId: id } : { teamId: team_id });
  }
}
