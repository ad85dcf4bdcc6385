/** Returns the row after a key, or undefined for a key that does not move. */
export function stepOf(key: string, { active, rows, page }: { active: number; rows: number; page: number }) {
  const to = { ArrowUp: active - 1, ArrowDown: active + 1, PageUp: active - page, PageDown: active + page }[key];
  const row = key === 'Home' ? 0 : key === 'End' ? rows - 1 : to;
  return row === undefined ? undefined : Math.max(0, Math.min(rows - 1, row));
}
