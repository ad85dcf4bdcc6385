import { formatCalendarDate } from '#shared/format.ts';

export const Day = ({ date }: { date: string }) => <time dateTime={date}>{formatCalendarDate(date)}</time>;
