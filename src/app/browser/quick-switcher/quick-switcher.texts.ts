/** Our choice throughout. */
export const texts = {
  title: 'Go to',
  label: 'Search containers, files, people and screens',
  hint: 'Arrow keys choose, Enter opens.',
  results: 'Results',
  kinds: { screens: 'Screens', containers: 'Containers', files: 'Files', people: 'People' },
  nothing: 'Nothing found',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  close: 'Close',
} as const;
