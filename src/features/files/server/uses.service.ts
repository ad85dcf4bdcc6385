import type { IncomingHttpHeaders } from 'node:http';
import { note, noteOnce } from '#features/audit/server/audit.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { beginsAtStart, isFresh, rangeOf } from '#server/http/conditions.ts';
import type { Entity } from '#server/http/conditions.ts';
import type { Parts } from '#server/parts.ts';
import { noteDownloads } from './files.queries.ts';

type Use = {
  file: { id: number; filename: string };
  version: number | undefined;
  download: boolean;
  headers: IncomingHttpHeaders;
  entity: Entity;
};

/**
 * Notes that somebody takes a file or looks at it, before the first byte. Every download that begins at the start counts;
 * views, and later ranges of a download, are noted once within ten minutes. What sends no byte is not noted.
 */
export async function noteUse(parts: Parts, caller: Caller, use: Use): Promise<void> {
  const { file, download, headers, entity } = use;
  if (isFresh(headers, entity) || rangeOf(headers, entity) === 'unsatisfiable') return;
  if (!download) return noteView(parts, caller, file, use.version);
  const at = parts.clock().toISOString();
  const thing = { id: file.id, name: file.filename };
  const what = placeOf(file, use.version);
  if (!beginsAtStart(headers, entity)) {
    await noteOnce(parts.db, caller, at, 'file.downloaded', { ...thing, what });
    return;
  }
  await parts.db.transaction().execute(async (tx) => {
    const isFirst = await noteOnce(tx, caller, at, 'file.downloaded', { ...thing, what });
    await noteDownloads(tx, caller.id, [{ user_id: caller.id, file_id: file.id, downloaded_at: at }]);
    if (!isFirst) await note(tx, caller, at, 'file.downloaded', thing);
  });
}

const placeOf = ({ id }: { id: number }, version: number | undefined) => `${id}/${version ?? ''}`;

/** A viewer may fetch a file piece by piece, or what was made of it. */
export async function noteView(
  { db, clock }: Parts,
  caller: Caller,
  file: { id: number; filename: string },
  version?: number,
): Promise<void> {
  const thing = { id: file.id, name: file.filename, what: placeOf(file, version) };
  await noteOnce(db, caller, clock().toISOString(), 'file.viewed', thing);
}
