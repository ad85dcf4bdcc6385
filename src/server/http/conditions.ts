import type { IncomingHttpHeaders } from 'node:http';

export type Entity = { size: number; sha256: string; modifiedAt: string };

const etagOf = (entity: Entity) => `"${entity.sha256}"`;

/** HTTP dates have a precision of one second. */
const secondsOf = (moment: string | Date) => Math.floor(new Date(moment).getTime() / 1000);

/**
 * Evaluates the conditions of a request in the order of RFC 9110 section 13.2.2. `failed`: the file is not the one that the client
 * expects (412). `fresh`: the copy of the client is current (304). The condition of a range, If-Range, comes after them.
 */
export function conditionOf(headers: IncomingHttpHeaders, entity: Entity): 'failed' | 'fresh' | undefined {
  if (!isExpected(headers, entity)) return 'failed';
  return isFresh(headers, entity) ? 'fresh' : undefined;
}

const tagsIn = (header: string) => header.split(',').map((tag) => tag.trim());

/** By If-Match, to which no weak tag is equal, else by If-Unmodified-Since. An invalid date is ignored. */
function isExpected(headers: IncomingHttpHeaders, entity: Entity): boolean {
  const tags = headers['if-match'];
  if (tags !== undefined) return tagsIn(tags).some((tag) => tag === '*' || tag === etagOf(entity));
  const since = headers['if-unmodified-since'];
  return since === undefined || !(secondsOf(entity.modifiedAt) > secondsOf(since));
}

/** By If-None-Match, else by If-Modified-Since. */
function isFresh(headers: IncomingHttpHeaders, entity: Entity): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tagsIn(tags).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etagOf(entity));
  const since = headers['if-modified-since'];
  return since !== undefined && secondsOf(since) >= secondsOf(entity.modifiedAt);
}

/**
 * Returns the range that a request specifies. With several ranges or a stale If-Range, returns undefined: the response
 * is the whole file. Source: RFC 9110 section 14.
 */
export function rangeOf(
  headers: IncomingHttpHeaders,
  entity: Entity,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(headers.range?.trim() ?? '');
  if (!match || !mayUseRange(headers['if-range'], entity)) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return undefined;
  const last = entity.size - 1;
  const start = from === '' ? Math.max(0, entity.size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? last : Math.min(Number(to), last);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  return start > last || (from === '' && Number(to) === 0) ? 'unsatisfiable' : { start, end };
}

/** Returns whether the response begins with the first byte. The later ranges of one download do not. */
export function beginsAtStart(headers: IncomingHttpHeaders, entity: Entity): boolean {
  const range = rangeOf(headers, entity);
  return range === undefined || (range !== 'unsatisfiable' && range.start === 0);
}

function mayUseRange(ifRange: string | string[] | undefined, entity: Entity): boolean {
  if (typeof ifRange !== 'string') return true;
  if (ifRange.startsWith('"')) return ifRange === etagOf(entity);
  // A weak tag never allows a range. A date allows one only if it equals that of the file.
  return !ifRange.startsWith('W/') && secondsOf(ifRange) === secondsOf(entity.modifiedAt);
}
