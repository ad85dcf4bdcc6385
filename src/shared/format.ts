const units = ['Bytes', 'KB', 'MB', 'GB'] as const;

/** Returns a size in Bytes, or in KB, MB or GB with two decimals; base 1024: '1.50 KB'. See docs/specification.md#file-rows. */
export function formatSize(bytes: number): string {
  if (bytes <= 0) return '0 Bytes';
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const digits = power === 0 ? 0 : 2;
  return `${(bytes / 1024 ** power).toFixed(digits)} ${units[power]}`;
}

/** Returns 'n item' or 'n items', with the count grouped by thousands. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** Returns the date of a moment in the local time zone: 'Nov 20, 2026'. */
export function formatDate(moment: string): string {
  return new Date(moment).toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
}

/** Returns the date and time of a moment in the local time zone: 'Nov 20, 2026, 9:30 AM'. */
export function formatDateTime(moment: string): string {
  return new Date(moment).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
}
