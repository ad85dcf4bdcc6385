/** How a user learns of an event. Mails come besides the notification in the bell. */
export const noticeChoices = ['never', 'bell', 'now', 'daily', 'weekly'] as const;
export type NoticeChoice = (typeof noticeChoices)[number];

/** The choices with mails. They are the paces of `mail_items`. */
export const mailPaces = ['now', 'daily', 'weekly'] as const satisfies readonly NoticeChoice[];
export const isMailed = (choice: string): boolean => mailPaces.some((pace) => pace === choice);

/**
 * The events of which a user chooses how to learn, the urgent ones first, with the choice of a user who has made none. Events of
 * followed containers are mailed only: their delays are in the bell as those of every container.
 */
export const noticeEvents = {
  free_time: 'bell',
  papers_missing: 'bell',
  late: 'bell',
  followed: 'never',
  mentioned: 'bell',
  assigned: 'bell',
  departed: 'bell',
  received: 'bell',
  changed: 'bell',
  files: 'bell',
  account: 'bell',
} as const satisfies Record<string, NoticeChoice>;
export type NoticeEvent = keyof typeof noticeEvents;
export const noticeEventNames = Object.keys(noticeEvents) as NoticeEvent[];

export const choicesOf = (event: NoticeEvent): readonly NoticeChoice[] =>
  event === 'followed' ? ['never', ...mailPaces] : noticeChoices;

const others: readonly NoticeEvent[] = ['files', 'account'];

/** Whether the event is of the module of containers. */
export const isOfContainers = (event: NoticeEvent): boolean => !others.includes(event);

const stepMs = 15 * 60 * 1000;

/**
 * Returns the first time after `after` at which the clock of the zone shows this hour: of any day, or of a Monday. On a day without
 * this hour, at the change to summer time, it is the next hour.
 */
export function nextDigestAt(after: Date, { hour, zone, pace }: { hour: number; zone: string; pace: string }): Date {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' });
  const shown = (ms: number) => {
    const parts = format.formatToParts(ms);
    const partOf = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
    return { day: partOf('weekday'), isReached: Number(partOf('hour')) >= hour };
  };
  let at = Math.floor(after.getTime() / stepMs) * stepMs;
  for (let before = shown(at); ;) {
    at += stepMs;
    const now = shown(at);
    const isHour = now.isReached && (!before.isReached || before.day !== now.day);
    if (isHour && (pace === 'daily' || now.day === 'Mon')) return new Date(at);
    before = now;
  }
}
