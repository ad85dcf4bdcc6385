/**
 * The language of the reader's browser as a BCP 47 tag: 'de-DE'. It decides how dates, times and numbers look. On the server,
 * and so in mails, exports and messages, it is 'en-US'.
 */
export const locale = 'document' in globalThis ? navigator.language : 'en-US';

// Making a format takes a hundred times longer than using it.
const wholeNumber = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, useGrouping: false });
const twoDecimals = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: false,
});
const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

const units = ['Bytes', 'KB', 'MB', 'GB'] as const;

/** Returns a size in Bytes, or in KB, MB or GB with two decimals; base 1024: '1.50 KB', or '1,50 KB' in German. See docs/specification.md#file-rows. */
export function formatSize(bytes: number): string {
  if (bytes <= 0) return '0 Bytes';
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const format = power === 0 ? wholeNumber : twoDecimals;
  return `${format.format(bytes / 1024 ** power)} ${units[power]}`;
}

/** Returns 'n item' or 'n items', with the count grouped by thousands. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString(locale)} ${count === 1 ? one : many}`;
}

/** Returns the date of a moment in the local time zone: 'Nov 20, 2026', or '20. Nov. 2026' in German. */
export function formatDate(moment: string): string {
  return new Date(moment).toLocaleDateString(locale, { year: 'numeric', month: 'short', day: 'numeric' });
}

/** Returns the date and time of a moment in the local time zone: 'Nov 20, 2026, 9:30 AM'. */
export function formatDateTime(moment: string): string {
  return dateTime.format(new Date(moment));
}
