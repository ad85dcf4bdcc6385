/** Our choice. */
export const cardTexts = {
  documents: 'Documents',
  route: 'Route',
} as const;
