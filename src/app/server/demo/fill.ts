import type { Parts } from '#server/parts.ts';
import { companyName } from './company.ts';
import { findMark, insertContainer, tellOfContainers, writeMark } from './demo.queries.ts';
import type { DemoMark } from './demo.queries.ts';
import { fillCompany } from './fill-company.ts';
import { fillContainers, fillCrowd } from './fill-crowd.ts';
import { fillFiles } from './fill-files.ts';
import { planContainers } from './shipping-plan.ts';
import { daysBefore } from './timeline.ts';

const tellEveryMs = 3_000;

/** Fills the place that `preparePlace` has marked, unless that was done before. `tell` gets a line every few seconds. */
export async function fillOnce(parts: Parts, tell: (line: string) => void): Promise<void> {
  const mark = (await findMark(parts.db)) as DemoMark;
  if (mark.finished) return;
  tell(`Making ${companyName}, a company with ${mark.files.toLocaleString('en-US')} files`);
  const ids = await fillCompany(parts);
  await parts.db.transaction().execute(async (tx) => {
    const containers = [];
    for (const container of planContainers(parts.clock()))
      containers.push({ ...container, id: await insertContainer(tx, container, ids.personId) });
    await tellOfContainers(tx, containers, { personId: ids.personId, since: daysBefore(parts.clock(), 14) });
  });
  // After the notices: a crowd would all be told.
  await fillCrowd(parts, ids, mark.users);
  await fillContainers(parts, ids, mark.containers);
  let toldAt = Date.now();
  await fillFiles(parts, ids, {
    count: mark.files,
    tell: (done, of) => {
      if (Date.now() - toldAt < tellEveryMs) return;
      toldAt = Date.now();
      tell(`${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} files`);
    },
  });
  await writeMark(parts.db, { ...mark, finished: true });
}
