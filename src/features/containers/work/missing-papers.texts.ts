import { sentencesOf } from '#features/containers/core/containers.texts.ts';
import { namedTypes } from '#features/papers/checklist.texts.ts';
import { formatCalendarDate } from '#shared/format.ts';

/** The most missing documents of a container that a notification names. */
const maxTypes = 5;

type Incomplete = { name: string; pfi_date: string; types: readonly string[] };

/** Notifications about missing documents, for containers that have the same recipients. */
export const missingPapersNotices = {
  title: 'Documents missing',
  message: (containers: readonly Incomplete[]) =>
    sentencesOf(
      containers.map(
        ({ name, pfi_date, types }) =>
          `${name}, PFI on ${formatCalendarDate(pfi_date)}: ${namedTypes(types, maxTypes)} missing.`,
      ),
    ),
  severalLink: '/container-status?preset=papers_missing',
} as const;
