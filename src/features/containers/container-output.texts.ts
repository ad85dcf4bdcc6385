import { counted } from '#shared/format.ts';

/** Exports and the printed list. Our choice throughout. */
export const printTexts = {
  noFilters: 'All containers',
  counts: (printed: number, found: number) =>
    printed < found
      ? `The first ${printed.toLocaleString('en-US')} of ${counted(found, 'container')}`
      : counted(found, 'container'),
} as const;
