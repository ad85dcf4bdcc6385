import { papersNotice } from '#features/containers/core/containers.rules.ts';
import { withoutPapers } from '#features/papers/checklist.texts.ts';
import { counted, formatCalendarDate } from '#shared/format.ts';

/** Notifications about missing documents, for one container or for several that have the same recipients. */
export const missingPapersNotices = {
  title: 'Documents missing',
  one: (name: string, { pfi_date }: { pfi_date: string }, types: readonly string[], today: string) => {
    const verb = pfi_date < today ? 'was' : 'is';
    return `${name}: the PFI date ${verb} ${formatCalendarDate(pfi_date)}. ${withoutPapers(types, null)}.`;
  },
  several: ([first, ...others]: string[]) =>
    `${first} and ${counted(others.length, 'other container')}: documents are missing, and the PFI dates are within ${papersNotice.daysBefore} days or have passed.`,
  severalLink: '/container-status?preset=papers_missing',
} as const;
