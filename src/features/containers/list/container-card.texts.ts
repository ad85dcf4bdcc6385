import { counted } from '#shared/format.ts';

/** Our choice. */
export const cardTexts = {
  documents: 'Documents',
  labelled: (label: string, value: string) => `${label} ${value}`,
  packages: (count: number) => counted(count, 'package'),
  weight: (kilograms: string) => `${kilograms} kg`,
} as const;
