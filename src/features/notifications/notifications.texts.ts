import { counted } from '#shared/format.ts';

/** Source: spec sections 2 and 9, unless marked 'Our choice'. */
export const texts = {
  title: 'Notifications',
  viewAll: (count: number) => `View all ${count} notifications`,
  showLess: 'Show less',
  badge: (unread: number, most: number) => (unread > most ? `${most}+` : String(unread)),
  justNow: 'just now',
  minutesAgo: (count: number) => `${counted(count, 'minute')} ago`,
  hoursAgo: (count: number) => `${counted(count, 'hour')} ago`,
  daysAgo: (count: number) => `${counted(count, 'day')} ago`,
  /** Our choice: the specification shows no sentence for these. */
  empty: 'No notifications yet',
  emptyHint: 'You are told here when something happens that concerns you.',
  unread: 'Unread',
  unreadCount: (count: number) => counted(count, 'unread notification'),
  marked: 'All notifications are marked as read.',
} as const;
