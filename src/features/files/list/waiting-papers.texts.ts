/** The filters of the papers of a container, and of those that wait for theirs. Our choice throughout. */
export const waitingTexts = {
  container: 'Container',
  allFiles: 'All Files',
  waiting: 'Unmatched Documents',
  documentsOf: 'Documents of Container',
  anyContainer: 'Any container',
  loading: 'Loading...',
  noContainer: 'No such container',
} as const;
