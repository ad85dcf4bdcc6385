import { counted } from '#shared/format.ts';

/** See docs/specification.md#notification-bell, unless marked 'Our choice'. */
export const texts = {
  title: 'Notifications',
  viewAll: (count: number) => `View all ${count} notifications`,
  showLess: 'Show less',
  badge: (unread: number, max: number) => (unread > max ? `${max}+` : String(unread)),
  /** Our choice: the specification shows no sentence for these. */
  empty: 'No notifications yet',
  emptyHint: 'New notifications appear here.',
  unread: 'Unread',
  unreadCount: (count: number) => counted(count, 'unread notification'),
  notFound: 'This notification no longer exists.',
  openPage: 'All notifications',
  marked: 'All notifications are marked as read.',
} as const;

/** Texts of the page of notifications. Our choice. */
export const pageTexts = {
  subtitle: 'Keeps your latest 200 notifications; read ones for 90 days.',
  list: 'List of notifications',
  filter: 'Filter',
  filters: {
    all: 'All',
    unread: 'Unread',
    files: 'Files',
    containers: 'Containers',
    other: 'Accounts and system',
  },
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  markOne: (title: string, action: string) => `${action}: ${title}`,
  markAll: 'Mark all as read',
  updateFailed: 'The notification could not be changed',
  more: 'Show more',
  moreFailed: 'The next notifications could not be loaded.',
  loading: 'Loading notifications...',
  loadFailed: 'The notifications could not be loaded',
  noUnread: 'No unread notifications',
  noMatch: 'No notifications of this kind',
  noMatchHint: 'Choose another filter to see the others.',
} as const;
