import { sync } from 'node-ical';
import type { VEvent } from 'node-ical';
import { localDate } from '#shared/calendar.ts';

/** Returns the entries of an iCalendar text, as another program reads them. */
export const readCalendar = (text: string) =>
  Object.values(sync.parseICS(text))
    .filter((one): one is VEvent => one?.type === 'VEVENT')
    .map(({ uid, summary, start, datetype, sequence }) => ({
      uid,
      summary: typeof summary === 'string' ? summary : summary.val,
      day: localDate(start),
      isWholeDay: datetype === 'date',
      sequence: Number(sequence),
    }));
