/** Our choice. */
export const cardTexts = { documents: 'Documents' } as const;
