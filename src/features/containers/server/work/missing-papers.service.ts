import { notices } from '#features/containers/core/containers.texts.ts';
import { missingPapersNotices as texts } from '#features/containers/work/missing-papers.texts.ts';
import { labelOf } from '#features/papers/container-labels.texts.ts';
import { everything } from '#features/papers/server/visible-containers.queries.ts';
import type { Context } from '#server/context.ts';
import { localDate } from '#shared/calendar.ts';
import { inBatches, listConcerned, notifyInGroups } from '../core/container-notices.service.ts';
import { listByIds } from '../core/containers.queries.ts';
import { listMissingTypes } from '../list/container-papers.queries.ts';
import { markMissingPapers } from './missing-papers.queries.ts';

/**
 * The scheduled check: notifies the followers and the assignee of each container that misses papers near its PFI date, once
 * for each date.
 */
export async function notifyOfPapers(ctx: Context): Promise<void> {
  const today = localDate(ctx.clock());
  await inBatches(ctx, async (write, limit) => {
    const marked = await markMissingPapers(write.tx, { today, limit });
    const containers = await listByIds(write.tx, everything, marked);
    const missing = await listMissingTypes(write.tx, containers);
    // The last document of one may have been linked since.
    const incomplete = containers
      .filter(({ id }) => missing.has(id))
      .toSorted((one, other) => one.pfi_date.localeCompare(other.pfi_date));
    await notifyInGroups(write, incomplete, {
      recipientsOf: (container) => listConcerned(write, container),
      noticeOf: (some) => ({
        title: texts.title,
        event: 'papers_missing',
        message: texts.message(
          some.map(({ id, pfi_date, ...container }) => ({
            name: labelOf(container),
            pfi_date,
            types: missing.get(id) ?? [],
          })),
        ),
        link: some.length === 1 ? notices.link(some[0].id) : texts.severalLink,
      }),
    });
    return marked.length;
  });
}
