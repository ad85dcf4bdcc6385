import type { CalendarEntry } from '../calendars.rules.ts';
import { entryText, entryTitle } from '../calendars.texts.ts';

/**
 * Returns entries as iCalendar. An entry keeps its id when its date moves, so programs move it too. It has no present time,
 * so that the same entries are the same text.
 */
export async function calendarText(
  entries: readonly CalendarEntry[],
  { brand, host, address }: { brand: string; host: string; address: string },
): Promise<string> {
  // Loaded at the first calendar, because most installations have none.
  const { default: ical } = await import('ical-generator');
  const calendar = ical({ name: brand, prodId: { company: 'Stowage', product: 'Containers' }, ttl: 3600 });
  for (const entry of entries) {
    const { container, field, date } = entry;
    const changedAt = new Date(container.updated_at);
    calendar.createEvent({
      id: `container-${container.id}-${field}@${host}`,
      sequence: container.version,
      stamp: changedAt,
      lastModified: changedAt,
      allDay: true,
      start: new Date(`${date}T00:00:00Z`),
      summary: entryTitle(entry),
      description: entryText(entry),
      url: `${address}/container-status/${container.id}`,
      transparency: 'TRANSPARENT' as never,
    });
  }
  return calendar.toString();
}
