import { namedTypes } from '#features/papers/checklist.texts.ts';
import { counted, formatCalendarDate } from '#shared/format.ts';

/** What a notification names, so that it stays a few sentences. */
const [maxContainers, maxTypes] = [3, 5];

type Incomplete = { name: string; pfi_date: string; types: readonly string[] };

/** Notifications about missing documents, for containers that have the same recipients. */
export const missingPapersNotices = {
  title: 'Documents missing',
  message: (containers: readonly Incomplete[]) => {
    const others = containers.length - maxContainers;
    const sentences = containers
      .slice(0, maxContainers)
      .map(
        ({ name, pfi_date, types }) =>
          `${name}, PFI on ${formatCalendarDate(pfi_date)}: ${namedTypes(types, maxTypes)} missing.`,
      );
    return [...sentences, ...(others > 0 ? [`And ${counted(others, 'other container')}.`] : [])].join(' ');
  },
  severalLink: '/container-status?preset=papers_missing',
} as const;
