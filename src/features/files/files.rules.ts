import { managingRoles } from '#shared/access.ts';
import type { RoleId } from '#shared/access.ts';
import { dayMs } from '#shared/calendar.ts';

/** Files of a group shown first, and added by each click on 'Show N more files'. Source: spec section 9, Files page. */
export const filesPerClick = 5;

/** Files one upload request may bring. Source: decisions.md section 4. */
export const mostFilesPerRequest = 100;

/** Files that may be selected for one action. Our choice. */
export const mostSelected = 500;

/** Earlier contents, and things that happened, that one answer about a file lists. Our choice. */
export const mostVersionsListed = 500;
export const mostEventsListed = 200;

/** Waiting documents that are counted for the note about them. Our choice. */
export const mostWaitingCounted = 1000;

/** What PRUNE_VERSIONS leaves of each file: its newest earlier contents, and none older than this. */
export const keptVersions = 20;
export const keptVersionDays = 180;

/** The card 'This Week' counts the files uploaded in the last 7 days. Source: spec section 2. */
export const thisWeekMs = 7 * dayMs;

/** Who acts, as far as these rules care. */
export type Person = { id: number; role_id: RoleId };

/** Roles 1 and 2 edit every file they see, role 3 those they uploaded. Source: spec section 6. */
export function mayEditFile(person: Person, file: { user_id: number }): boolean {
  return mayDeleteFile(person) || file.user_id === person.id;
}

/** Source: spec section 6. */
export function mayDeleteFile(person: { role_id: RoleId }): boolean {
  return managingRoles.includes(person.role_id);
}

export const uploadDates = ['all', 'today', 'week', 'month', 'year'] as const;
export type UploadDate = (typeof uploadDates)[number];

/**
 * Where an upload-date filter begins: today's midnight of the reader, seven days, one month or one year before `now`.
 * Source: spec section 9, Files page.
 */
export function uploadedSince(filter: UploadDate, now: Date): string | undefined {
  if (filter === 'all') return undefined;
  const since = new Date(now);
  if (filter === 'today') since.setHours(0, 0, 0, 0);
  if (filter === 'week') since.setTime(now.getTime() - thisWeekMs);
  if (filter === 'month') stepBackMonths(since, 1);
  if (filter === 'year') stepBackMonths(since, 12);
  return since.toISOString();
}

/** 31 March less one month is the last day of February, not 3 March. */
function stepBackMonths(date: Date, months: number): void {
  const day = date.getDate();
  date.setMonth(date.getMonth() - months);
  if (date.getDate() !== day) date.setDate(0);
}

/** The name of a file that came without one. Source: spec section 2, file row; decisions.md section 4. */
export const unnamedFile = 'Unnamed File';

/** The longest file name, in bytes of UTF-8. Source: decisions.md section 4. */
export const longestNameBytes = 255;

// oxlint-disable-next-line no-control-regex -- control characters are what is being removed
const controlsAndOverrides = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

const utf8 = new TextEncoder();

/**
 * The name a file is kept under: exactly what came, but for path parts, control characters and bidirectional overrides,
 * cut at 255 bytes of UTF-8 before its extension. A blank one becomes 'Unnamed File'. Source: decisions.md sections 4 and 6.
 */
export function cleanFileName(name: string): string {
  const last = name.toWellFormed().replace(controlsAndOverrides, '').split(/[/\\]/).at(-1) ?? '';
  const meaningful = last === '.' || last === '..' || last.trim() === '' ? unnamedFile : last;
  return cutName(meaningful);
}

function cutName(name: string): string {
  if (utf8.encode(name).length <= longestNameBytes) return name;
  const { stem, extension } = splitExtension(name);
  const room = longestNameBytes - utf8.encode(extension).length;
  return `${cutBytes(stem, room)}${extension}`;
}

/** An extension longer than 32 bytes is no extension but a name with a dot in it. */
function splitExtension(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  if (extension.length < 2 || utf8.encode(extension).length > 32) return { stem: name, extension: '' };
  return { stem: name.slice(0, dot), extension };
}

function cutBytes(text: string, most: number): string {
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text);
  let cut = '';
  let bytes = 0;
  for (const { segment } of graphemes) {
    bytes += utf8.encode(segment).length;
    if (bytes > most) break;
    cut += segment;
  }
  // One grapheme may be longer than the limit; then code points are the smallest whole pieces.
  return cut === '' ? cutCodePoints(text, most) : cut;
}

function cutCodePoints(text: string, most: number): string {
  let cut = '';
  let bytes = 0;
  for (const point of text) {
    bytes += utf8.encode(point).length;
    if (bytes > most) break;
    cut += point;
  }
  return cut;
}
