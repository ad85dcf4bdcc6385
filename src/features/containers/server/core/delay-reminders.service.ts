import type { Actor } from '#features/audit/audit.rules.ts';
import { delayReminders } from '#features/containers/core/containers.rules.ts';
import { notices } from '#features/containers/core/containers.texts.ts';
import { listViewersOfModule } from '#features/notifications/server/notifications.queries.ts';
import { labelOf } from '#features/papers/container-labels.texts.ts';
import { everything } from '#features/papers/server/visible-containers.queries.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { managingRoles } from '#shared/access.ts';
import { dayMs } from '#shared/calendar.ts';
import { productModules } from '#shared/product-modules.ts';
import { inBatches, notifyInGroups } from './container-notices.service.ts';
import { listByIds } from './containers.queries.ts';
import { listWithoutNewDate, markReminders } from './delay-reminders.queries.ts';
import type { DelayToRemind } from './delay-reminders.queries.ts';

/** The scheduled check: reminds people of containers that a user delayed and that have no new date, once for each delay. */
export async function remindOfAllDelays(ctx: Context): Promise<void> {
  for (const [sent, reminder] of delayReminders.entries())
    await inBatches(ctx, async (write, limit) => {
      const before = new Date(ctx.clock().getTime() - reminder.afterDays * dayMs).toISOString();
      const isLast = sent === delayReminders.length - 1;
      const marked = await markReminders(write.tx, { sent, isLast, before, limit });
      await remind(write, reminder.of, await listWithoutNewDate(write.tx, marked));
      return marked.length;
    });
}

async function remind(
  write: Write<Actor>,
  whom: (typeof delayReminders)[number]['of'],
  delays: DelayToRemind[],
): Promise<void> {
  // Both dates of a container can be delayed.
  const delayOf = new Map(delays.map((delay) => [delay.container_id, delay]));
  const daysSince = (id: number) =>
    Math.floor((Date.parse(write.at) - Date.parse(delayOf.get(id)?.happened_at ?? write.at)) / dayMs);
  const containers = await listByIds(write.tx, everything, [...delayOf.keys()]);
  const { title, one, several, severalLink } = notices.noNewDate;
  await notifyInGroups(write, containers, {
    recipientsOf: ({ id }) =>
      listViewersOfModule(write.tx, productModules.containers, null, {
        containerId: id,
        ...(whom === 'managers' ? { roleIds: managingRoles } : { only: [delayOf.get(id)?.user_id ?? 0] }),
      }),
    noticeOf: ([first, ...others]) => ({
      title,
      event: 'late',
      ...(others.length === 0
        ? { message: one(labelOf(first), daysSince(first.id)), link: notices.link(first.id) }
        : { message: several(labelOf(first), others.length), link: severalLink }),
    }),
  });
}
