import { texts } from './notifications.texts.ts';

/** Number of notifications that are listed, newest first. See docs/choices.md#recipients-of-notifications. */
export const maxListed = 50;

/** See docs/specification.md#notification-bell. */
export const notificationsPollEveryMs = 30_000;

/** Number of entries in the panel, and in the expanded panel. See docs/specification.md#notification-bell. */
export const entriesShown = 5;
export const entriesExpanded = 10;

/** Above this number the badge shows '9+'. See docs/specification.md#notification-bell. */
const maxOnBadge = 9;

/** Returns the text of the badge; undefined if there are no unread notifications. */
export function badgeLabel(unread: number): string | undefined {
  return unread > 0 ? texts.badge(unread, maxOnBadge) : undefined;
}

/**
 * Returns the screen that an entry links to; undefined unless the link is a path of this product. `//host` and `/\host` are
 * other sites. So are paths with tabs or line ends, which browsers remove.
 */
export function screenOf(link: string | null): string | undefined {
  return link !== null && /^\/(?!\/)[^\s\\]*$/.test(link) ? link : undefined;
}

/** The kinds of notifications, by the screen that they link to. Every other one is about accounts and the system. */
export const kindPaths = { files: '/files', containers: '/container-status' } as const;

export const kinds = ['files', 'containers', 'other'] as const;
export type NotificationKind = (typeof kinds)[number];

/** The filters of the page of notifications, in its address. */
export const notificationFilters = ['all', 'unread', ...kinds] as const;
export type NotificationFilter = (typeof notificationFilters)[number];

/** An unknown filter in the address counts as none. */
export const readFilter = (text: string | null): NotificationFilter =>
  notificationFilters.find((one) => one === text) ?? 'all';

/** `linksOfKind` in the queries is the same rule in SQL. */
export function kindOf(link: string | null): NotificationKind {
  if (link?.startsWith(kindPaths.files)) return 'files';
  return link?.startsWith(kindPaths.containers) ? 'containers' : 'other';
}
