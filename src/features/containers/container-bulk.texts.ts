/** Changes of many containers at once. Our choice throughout. */
export const bulkTexts = {
  selectAll: 'Select all that are filtered',
  select: (name: string) => `Select ${name}`,
} as const;
