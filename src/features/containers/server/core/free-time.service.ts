import type { Actor } from '#features/audit/audit.rules.ts';
import { system } from '#features/audit/audit.rules.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { notices } from '#features/containers/core/containers.texts.ts';
import { freeTimeFields, freeTimeOf } from '#features/containers/core/free-time.rules.ts';
import type { FreeTime, FreeTimeField, FreeTimeStage } from '#features/containers/core/free-time.rules.ts';
import { freeTimeNotices } from '#features/containers/core/free-time.texts.ts';
import { listViewersOfModule } from '#features/notifications/server/notifications.queries.ts';
import { labelOf } from '#features/papers/container-labels.texts.ts';
import { everything } from '#features/papers/server/visible-containers.queries.ts';
import { transact } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { localDate } from '#shared/calendar.ts';
import { productModules } from '#shared/product-modules.ts';
import { listFollowers } from '../work/container-work.queries.ts';
import { notifyInGroups } from './container-notices.service.ts';
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

async function notifyOfStage(write: Write<Actor>, { field, stage, today }: Reached, containers: Container[]) {
  await notifyInGroups(write, containers, {
    recipientsOf: (container) => recipientsOf(write, container),
    noticeOf: (some) => ({
      title: freeTimeNotices.title(stage),
      event: 'free_time',
      ...(some.length === 1
        ? {
            message: freeTimeNotices.one(labelOf(some[0]), freeTimeOf(some[0], field, today) as FreeTime, some[0]),
            link: notices.link(some[0].id),
          }
        : { message: freeTimeNotices.several(some.map(labelOf), field, stage), link: freeTimeNotices.severalLink }),
    }),
  });
}

/** Returns the followers and the assignee who see a container. */
async function recipientsOf({ tx }: Write<Actor>, { id, assignee_id }: Container): Promise<number[]> {
  const followers = (await listFollowers(tx, id)).map((follower) => follower.id);
  const only = assignee_id === undefined ? followers : [...followers, assignee_id];
  if (only.length === 0) return [];
  return listViewersOfModule(tx, productModules.containers, null, { containerId: id, only });
}
