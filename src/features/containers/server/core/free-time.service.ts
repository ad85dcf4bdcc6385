import type { Actor } from '#features/audit/audit.rules.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { notices } from '#features/containers/core/containers.texts.ts';
import { freeTimeFields } from '#features/containers/core/free-time.rules.ts';
import type { FreeTimeField, FreeTimeStage } from '#features/containers/core/free-time.rules.ts';
import { freeTimeNotices } from '#features/containers/core/free-time.texts.ts';
import { everything } from '#features/papers/server/visible-containers.queries.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { localDate } from '#shared/calendar.ts';
import { inBatches, listConcerned, notifyInGroups } from './container-notices.service.ts';
import { listByIds } from './containers.queries.ts';
import { markStages } from './free-time.queries.ts';

/**
 * The scheduled check: notifies the followers and the assignee of each container whose free time has reached a stage, once
 * for each day and stage. After a pause of the server, only the present stage counts.
 */
export async function notifyOfFreeTimes(ctx: Context): Promise<void> {
  const today = localDate(ctx.clock());
  for (const field of freeTimeFields)
    await inBatches(ctx, async (write, limit) => {
      const marked = await markStages(write.tx, field, { today, limit });
      for (const [stage, some] of Map.groupBy(marked, ({ stage }) => stage)) {
        const ids = some.map(({ id }) => id);
        await notifyOfStage(write, { field, stage, today }, await listByIds(write.tx, everything, ids));
      }
      return marked.length;
    });
}

type Reached = { field: FreeTimeField; stage: FreeTimeStage; today: string };

async function notifyOfStage(write: Write<Actor>, { field, stage, today }: Reached, containers: Container[]) {
  await notifyInGroups(write, containers, {
    recipientsOf: (container) => listConcerned(write, container),
    noticeOf: (some) => ({
      title: freeTimeNotices.title(stage),
      event: 'free_time',
      message: freeTimeNotices.message(some, field, today),
      link: some.length === 1 ? notices.link(some[0].id) : freeTimeNotices.severalLink,
    }),
  });
}
