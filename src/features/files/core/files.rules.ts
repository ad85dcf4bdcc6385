import { managingRoles } from '#shared/access.ts';
import type { RoleId } from '#shared/access.ts';
import { dayMs } from '#shared/calendar.ts';

/**
 * Number of files that a group shows first, and that each click on 'Show N more files' adds.
 * See docs/specification.md#files-page.
 */
export const filesPerClick = 5;

/** Largest number of files in one upload request, and of those that are linked to a container at once. See docs/choices.md#upload-limits. */
export const maxFilesPerRequest = 100;

/** Largest number of files that can be selected for one action. Our choice. */
export const maxSelected = 500;

/** Largest numbers of versions and of history events in one response. Older versions follow on request. Our choice. */
export const maxVersionsListed = 500;
export const maxEventsListed = 200;

/** The notice about documents that wait for content extraction counts up to this number. Our choice. */
export const maxWaitingCounted = 1000;

/** The waiting papers are counted and listed up to this number, the newest first. */
export const maxWaitingPapers = 1000;

/** With PRUNE_VERSIONS each file keeps its newest versions, up to this number and this age. */
export const maxVersions = 20;
export const maxVersionAgeDays = 180;

/** The card 'This Week' counts the files of the last 7 days. See docs/specification.md#files-page. */
export const thisWeekMs = 7 * dayMs;

/** The fields of the acting user that these rules need. */
export type Person = { id: number; role_id: RoleId };

/** For this time after the upload, users of role 3 may delete their own file. See docs/choices.md#own-files. */
export const ownDeletionMs = dayMs;

/** Whether the person manages all files that they see, with the trash. See docs/specification.md#file-rows. */
export const managesFiles = (person: { role_id: RoleId }): boolean => managingRoles.includes(person.role_id);

/**
 * Roles 1 and 2 edit every file they see, role 3 the files that the user uploaded. See docs/specification.md#file-rows.
 */
export function mayEditFile(person: Person, file: { user_id: number }): boolean {
  return managesFiles(person) || file.user_id === person.id;
}

/** Roles 1 and 2 delete every file they see, role 3 the files that the user has just uploaded. See docs/choices.md#own-files. */
export function mayDeleteFile(person: Person, file: { user_id: number; uploaded_at: string }, now: Date): boolean {
  const isNew = now.getTime() - Date.parse(file.uploaded_at) < ownDeletionMs;
  return managesFiles(person) || (file.user_id === person.id && isNew);
}

/** Role 3 takes a deletion of an own file back. See docs/choices.md#own-files. */
export function mayRestoreFile(person: Person, file: { user_id: number; trashed_by: { id: number } | null }): boolean {
  return managesFiles(person) || (file.user_id === person.id && file.trashed_by?.id === person.id);
}

export const uploadDates = ['all', 'today', 'week', 'month', 'year'] as const;
export type UploadDate = (typeof uploadDates)[number];

/**
 * Start of an upload date filter: the reader's midnight of today, or seven days, one month or one year before `now`.
 * See docs/specification.md#filters-of-the-files-page.
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

/** The name of a file that was uploaded without one. See docs/choices.md#file-names. */
export const unnamedFile = 'Unnamed File';

/** Longest file name, in bytes of UTF-8. See docs/choices.md#file-names. */
export const longestNameBytes = 255;

// oxlint-disable-next-line no-control-regex -- the expression removes control characters
const controlsAndOverrides = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Returns well-formed text without control characters and bidirectional overrides. */
export const withoutControls = (text: string): string => text.toWellFormed().replace(controlsAndOverrides, '');

const utf8 = new TextEncoder();

/**
 * Returns the name under which a file is stored: the given name without path parts, control characters and bidirectional
 * overrides, cut at 255 bytes of UTF-8 before its extension. A blank name becomes 'Unnamed File'.
 * See docs/choices.md#file-names.
 */
export function cleanFileName(name: string): string {
  const last = withoutControls(name).split(/[/\\]/).at(-1) ?? '';
  const meaningful = last === '.' || last === '..' || last.trim() === '' ? unnamedFile : last;
  return cutName(meaningful);
}

function cutName(name: string): string {
  const { stem, extension } = splitExtension(name);
  return cutBytes(stem, longestNameBytes - utf8.encode(extension).length) + extension;
}

/** A suffix of more than 32 bytes does not count as an extension: the name only contains a dot. */
export function splitExtension(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  if (extension.length < 2 || utf8.encode(extension).length > 32) return { stem: name, extension: '' };
  return { stem: name.slice(0, dot), extension };
}

/** Returns as many whole characters as fit into this number of bytes. */
export function cutBytes(text: string, max: number): string {
  if (utf8.encode(text).length <= max) return text;
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text);
  // One grapheme may be longer than the limit. Then the name is cut between code points.
  return (
    firstBytes(
      Array.from(graphemes, ({ segment }) => segment),
      max,
    ) || firstBytes(Array.from(text), max)
  );
}

function firstBytes(parts: readonly string[], max: number): string {
  let bytes = 0;
  const end = parts.findIndex((part) => (bytes += utf8.encode(part).length) > max);
  return parts.slice(0, end < 0 ? undefined : end).join('');
}
