/** The texts of the browser toolkit. Our choice throughout: the specification fixes none of them. */
export const texts = {
  unreachable: 'The server cannot be reached. Check your connection and try again.',
  maybeSaved:
    'The answer of the server was lost. Check your connection, and look whether this was saved before you try again.',
  tooSlow: 'The server took too long to answer. Try again in a moment.',
  uploadStalled: 'Nothing was sent for a minute, so the upload was stopped. Check your connection and try again.',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  clearSearch: 'Clear search',
  activeFilters: 'Active filters',
  removeFilter: (filter: string) => `Remove the filter ${filter}`,
  dismiss: 'Dismiss',
  loading: 'Loading...',
  checkConnection: 'Check your connection and try again.',
  tryAgain: 'Try again',
  partBroke: 'This part of the page cannot be shown.',
  close: 'Close',
  stay: 'Stay',
  confirmTitle: (name: string) => `Delete "${name}"?`,
  undo: 'Undo',
} as const;
