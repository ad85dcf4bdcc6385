import type { Context } from '#server/context.ts';
import { fillOutcomes } from '#server/database/migrations/0023-container-outcomes.ts';
import { companyName } from './company.ts';
import { findMark, insertContainer, insertContainerNotices, writeMark } from './demo.queries.ts';
import type { DemoMark } from './demo.queries.ts';
import { fillChecklist } from './fill-checklist.ts';
import { fillCompany } from './fill-company.ts';
import { fillContainers, fillCrowd } from './fill-crowd.ts';
import { fillFiles } from './fill-files.ts';
import { fillLinks, linkByNumber } from './fill-links.ts';
import { planContainers } from './shipping-plan.ts';
import { daysBefore } from './timeline.ts';

const reportEveryMs = 3_000;

/** Fills the database that `prepareDemo` has marked, unless it is filled. Calls `progress` with a line every few seconds. */
export async function fillOnce(ctx: Context, progress: (line: string) => void): Promise<void> {
  const mark = (await findMark(ctx.db)) as DemoMark;
  if (mark.finished) return;
  progress(`Creating ${companyName}, a company with ${mark.files.toLocaleString('en-US')} files`);
  const ids = await fillCompany(ctx);
  await fillChecklist(ctx, ids);
  await ctx.db.transaction().execute(async (tx) => {
    const containers = [];
    for (const container of planContainers(ctx.clock()))
      containers.push({ ...container, id: await insertContainer(tx, container, ids) });
    await insertContainerNotices(tx, containers, { personId: ids.personId, since: daysBefore(ctx.clock(), 14) });
  });
  // After the notifications, because each of them is inserted for every user.
  await fillCrowd(ctx, ids, mark.users);
  await fillContainers(ctx, ids, mark.containers);
  await ctx.db.transaction().execute((tx) => fillOutcomes(tx));
  let reportedAt = Date.now();
  const recent = await fillFiles(ctx, ids, {
    count: mark.files,
    progress: (done, of) => {
      if (Date.now() - reportedAt < reportEveryMs) return;
      reportedAt = Date.now();
      progress(`${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} files`);
    },
  });
  await fillLinks(ctx, ids, recent);
  await linkByNumber(ctx);
  await writeMark(ctx.db, { ...mark, finished: true });
}
