const units = ['Bytes', 'KB', 'MB', 'GB'] as const;

/** A size for people: Bytes, KB, MB or GB, two decimals, base 1024. Source: spec section 4. */
export function formatSize(bytes: number): string {
  if (bytes <= 0) return '0 Bytes';
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  return `${Number((bytes / 1024 ** power).toFixed(2))} ${units[power]}`;
}

/** 'n item' or 'n items', with the count grouped by thousands. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** A moment as a date in the reader's zone: 'Nov 20, 2026'. */
export function formatDate(moment: string): string {
  return new Date(moment).toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
}

/** A moment as date and time in the reader's zone: 'Nov 20, 2026, 9:30 AM'. */
export function formatDateTime(moment: string): string {
  return new Date(moment).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
}
