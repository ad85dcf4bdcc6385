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
