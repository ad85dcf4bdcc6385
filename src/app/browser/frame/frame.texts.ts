/**
 * See docs/specification.md#top-bar-and-menu and docs/specification.md#notification-bell, unless marked 'Our choice'.
 */
export const texts = {
  login: 'Login',
  logout: 'Logout',
  more: 'More',
  /** Our choice, from here on: the specification fixes none of these texts. */
  skip: 'Skip to content',
  mainMenu: 'Main menu',
  openMenu: 'Menu',
  search: 'Search everything (Ctrl K)',
  signedInAs: 'Signed in as',
  scheme: { light: 'Light', dark: 'Dark', auto: 'Automatic' },
  schemeIs: (scheme: string, next: string) => `Color scheme: ${scheme}. Switch to ${next}`,
  density: { comfortable: 'Comfortable', compact: 'Compact' },
  densityIs: (density: string, other: string) => `Rows: ${density}. Switch to ${other}`,
  rows: (density: string) => `Rows: ${density}`,
  offline: 'You are offline. The page may be out of date, and changes cannot be saved.',
  notFound: 'Page not found',
  notFoundHint: 'There is nothing at this address. It may have moved, or the link may be incomplete.',
  broke: 'Something broke',
  brokeHint: 'This page failed because of a bug. Your files are safe. Load it again to continue.',
  reload: 'Reload',
  goHome: 'Go to the start page',
} as const;
