/** The documents of an entry of the history. */
export const entryTexts = {
  documents: 'Documents of this entry',
  add: 'Add documents',
  addTo: (entry: string) => `Add documents to: ${entry}`,
  added: 'Documents added',
  addFailed: 'The documents were not added',
} as const;
