import type { Actor } from '#features/audit/audit.rules.ts';
import { system } from '#features/audit/audit.rules.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { notices } from '#features/containers/core/containers.texts.ts';
import { freeTimeFields, freeTimeOf } from '#features/containers/core/free-time.rules.ts';
import type { FreeTime, FreeTimeField, FreeTimeStage } from '#features/containers/core/free-time.rules.ts';
import { freeTimeNotices } from '#features/containers/core/free-time.texts.ts';
import { listViewersOfModule, notifyUsers } from '#features/notifications/server/notifications.queries.ts';
import { labelOf } from '#features/papers/container-labels.texts.ts';
import { everything } from '#features/papers/server/visible-containers.queries.ts';
import { transact } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { localDate } from '#shared/calendar.ts';
import { productModules } from '#shared/product-modules.ts';
import { listFollowers } from '../work/container-work.queries.ts';
import { listByIds } from './containers.queries.ts';
import { markStages } from './free-time.queries.ts';

const batchSize = 100;

/**
 * The scheduled check: notifies the followers and the assignee of each container whose free time has reached a stage, once
 * for each day and stage. After a pause of the server, only the present stage counts.
 */
export async function notifyOfFreeTimes(ctx: Context): Promise<void> {
  const today = localDate(ctx.clock());
  for (const field of freeTimeFields)
    for (;;) {
      const found = await transact(ctx, system, async (tx, write) => {
        const marked = await markStages(tx, field, { today, limit: batchSize });
        for (const [stage, some] of Map.groupBy(marked, ({ stage }) => stage)) {
          const ids = some.map(({ id }) => id);
          await notifyOfStage(write, { field, stage, today }, await listByIds(tx, everything, ids));
        }
        return marked.length;
      });
      if (found < batchSize) break;
    }
}

type Reached = { field: FreeTimeField; stage: FreeTimeStage; today: string };

/** Sends one notification for all containers of a team with the same recipients. */
async function notifyOfStage(write: Write<Actor>, { field, stage, today }: Reached, containers: Container[]) {
  const groups = new Map<string, { recipients: number[]; containers: Container[] }>();
  for (const container of containers) {
    const recipients = await recipientsOf(write, container);
    const key = [container.team_id, ...recipients].join();
    groups.set(key, { recipients, containers: [...(groups.get(key)?.containers ?? []), container] });
  }
  for (const { recipients, containers: some } of groups.values()) {
    const [first] = some as [Container];
    const shown = { title: freeTimeNotices.title(stage), event: 'free_time' as const };
    const notice =
      some.length === 1
        ? {
            ...shown,
            message: freeTimeNotices.one(labelOf(first), freeTimeOf(first, field, today) as FreeTime, first),
            link: notices.link(first.id),
          }
        : {
            ...shown,
            message: freeTimeNotices.several(some.map(labelOf), field, stage),
            link: freeTimeNotices.severalLink,
          };
    const about = some.length === 1 ? { containerId: first.id } : { teamId: first.team_id };
    await notifyUsers(write, recipients, notice, about);
  }
}

/** Returns the followers and the assignee who see a container. */
async function recipientsOf({ tx }: Write<Actor>, { id, assignee_id }: Container): Promise<number[]> {
  const followers = (await listFollowers(tx, id)).map((follower) => follower.id);
  const only = assignee_id === undefined ? followers : [...followers, assignee_id];
  if (only.length === 0) return [];
  const seen = await listViewersOfModule(tx, productModules.containers, null, { containerId: id, only });
  return seen.toSorted((one, other) => one - other);
}
