/**
 * The language of the reader's browser as a BCP 47 tag: 'de-DE'. It decides how dates, times and numbers look. It is that of
 * the browser itself, as in its date fields, and not the preferred one of pages (`navigator.language`). On the server it is
 * 'en-US', except in `formatFor`.
 */
export let locale = 'document' in globalThis ? new Intl.DateTimeFormat().resolvedOptions().locale : 'en-US';

/** Undefined is the zone of the browser, or `TZ` on the server. */
let timeZone: string | undefined;

// Making a format takes a hundred times longer than using it.
let formats = makeFormats();

function makeFormats() {
  const plain = { useGrouping: false, maximumFractionDigits: 0 };
  const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const twoDecimals = { useGrouping: false, minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return {
    wholeNumber: new Intl.NumberFormat(locale, plain),
    twoDecimals: new Intl.NumberFormat(locale, twoDecimals),
    date: new Intl.DateTimeFormat(locale, { ...day, timeZone }),
    calendarDate: new Intl.DateTimeFormat(locale, { ...day, timeZone: 'UTC' }),
    dateTime: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
  };
}

/**
 * Formats dates, times and numbers for this reader while `work` runs. The server does so for a document that a person
 * downloads. `work` must be synchronous, because the reader is a global.
 */
export function formatFor<T>(reader: { locale: string; timeZone: string | undefined }, work: () => T): T {
  const before = { locale, timeZone, formats };
  ({ locale, timeZone } = reader);
  try {
    formats = makeFormats();
    return work();
  } finally {
    ({ locale, timeZone, formats } = before);
  }
}

const units = ['Bytes', 'KB', 'MB', 'GB'] as const;

/**
 * Returns a size in Bytes, or in KB, MB or GB with two decimals; base 1024: '1.50 KB', or '1,50 KB' in German. See
 * docs/specification.md#file-rows.
 */
export function formatSize(bytes: number): string {
  if (bytes <= 0) return '0 Bytes';
  if (bytes === 1) return '1 Byte';
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const format = power === 0 ? formats.wholeNumber : formats.twoDecimals;
  return `${format.format(bytes / 1024 ** power)} ${units[power]}`;
}

/** Returns 'n item' or 'n items', with the count grouped by thousands. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString(locale)} ${count === 1 ? one : many}`;
}

/** Returns 27.8 as '27.8%', or '27,8 %' in German. */
export function formatPercent(percent: number): string {
  return (percent / 100).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 });
}

/** Returns the date of a moment in the reader's time zone: 'Nov 20, 2026', or '20. Nov. 2026' in German. */
export function formatDate(moment: string): string {
  return textOf(formats.date, new Date(moment));
}

/** Returns a month, `yyyy-mm`, as text: 'October 2026'. Both steps use UTC, so that the month does not change. */
export const nameOfMonth = (month: string): string =>
  new Date(`${month}-01`).toLocaleDateString(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns a calendar date, `yyyy-mm-dd`, as text: 'Nov 20, 2026'. Both steps use UTC, so that the day does not change. */
export function formatCalendarDate(date: string): string {
  return textOf(formats.calendarDate, new Date(date));
}

/** Stands for a value that is not available. */
export const dash = '–';

/** A format throws for a date that is none. */
const textOf = (format: Intl.DateTimeFormat, date: Date) =>
  Number.isNaN(date.getTime()) ? dash : isolate(format.format(date));

/** Hebrew and Arabic letters and digits, and the mark of their direction. */
const rightToLeft = /[\u0590-\u08ff\u200f]/;

/** Keeps the parts of a date that is written from right to left from mixing with the sentence around it. */
const isolate = (text: string) => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text);

/** Returns the date and time of a moment in the reader's time zone: 'Nov 20, 2026, 9:30 AM'. */
export function formatDateTime(moment: string): string {
  return textOf(formats.dateTime, new Date(moment));
}

const maxLetters = 200;

/** Returns the beginning of a long text, for places with one line or a few. */
export function shortened(text: string): string {
  if (text.length <= maxLetters) return text;
  const beginning = text.slice(0, maxLetters).replace(/\p{Cs}$/u, '');
  return `${beginning.trimEnd()}…`;
}
