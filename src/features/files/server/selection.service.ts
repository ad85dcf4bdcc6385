import { Readable } from 'node:stream';
import { note } from '#features/audit/server/audit.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { zipBlobs } from '#server/blobs/zip-blobs.ts';
import { unlessUnwritable } from '#server/database/portable.ts';
import type { ArchiveAnswer } from '#server/http/send-archive.ts';
import type { Db, Parts } from '#server/parts.ts';
import { refusal } from '#server/refusal.ts';
import { localDate } from '#shared/calendar.ts';
import { refusals } from '../files.texts.ts';
import { maySeeFile, teamsSeenBy } from './files-scope.ts';
import { listStoredFiles, noteDownloads, trashFile } from './files.queries.ts';
import type { StoredFile } from './files.queries.ts';
import { changeFiles, holdFiles, namesOf } from './selection.queries.ts';
import { noteFileEvents } from './versions.queries.ts';

type Changed = { changed: number };

/** Refuses 404 unless the caller sees every one of them: all or none. */
function refuseUnseen(caller: Caller, ids: number[], files: StoredFile[]): void {
  if (files.length < ids.length || !files.every((file) => maySeeFile(caller, file)))
    throw refusal.notFound(refusals.someGone);
}

/** In one transaction, in which nobody else changes these files. */
async function changeAll(
  parts: Parts,
  caller: Caller,
  ids: number[],
  change: (tx: Db, files: StoredFile[], happened_at: string) => Promise<number>,
): Promise<Changed> {
  const happened_at = parts.clock().toISOString();
  const changed = await parts.db.transaction().execute(async (tx) => {
    const files = await holdFiles(tx, ids);
    refuseUnseen(caller, ids, files);
    return change(tx, files, happened_at);
  });
  return { changed };
}

export function trashSelected(parts: Parts, caller: Caller, ids: number[]): Promise<Changed> {
  return changeAll(parts, caller, ids, async (tx, files, at) => {
    for (const file of files) await trashFile(tx, file, { userId: caller.id, at });
    await noteFileEvents(tx, caller, at, 'trashed', files);
    return files.length;
  });
}

/** Refuses 422 a type that is not there. Files that have it already do not count as changed. */
export function changeTypeOfSelected(
  parts: Parts,
  caller: Caller,
  { ids, file_type_id }: { ids: number[]; file_type_id: number },
): Promise<Changed> {
  return changeAll(parts, caller, ids, async (tx, all, happened_at) => {
    const files = all.filter((file) => file.file_type_id !== file_type_id);
    const names = await namesOf(tx, 'file_types', [file_type_id, ...all.map((file) => file.file_type_id as number)]);
    const new_value = names.get(file_type_id);
    if (new_value === undefined) throw refusal.invalid('file_type_id', refusals.unknownType);
    if (files.length === 0) return 0;
    const changed = files.map((file) => {
      return { ...file, old_value: names.get(file.file_type_id as number) ?? null, new_value };
    });
    await noteFileEvents(tx, caller, happened_at, 'type_changed', changed);
    return changeFiles(tx, files, { file_type_id });
  });
}

/** Refuses 422 a team that is not there or whose files the caller does not see: they would lose sight of theirs. */
export function moveSelected(
  parts: Parts,
  caller: Caller,
  { ids, team_id }: { ids: number[]; team_id: number },
): Promise<Changed> {
  return changeAll(parts, caller, ids, async (tx, all, happened_at) => {
    const names = await namesOf(tx, 'teams', [team_id, ...all.map((file) => file.team_id)]);
    const new_value = names.get(team_id);
    if (new_value === undefined) throw refusal.invalid('team_id', refusals.unknownTeam);
    if (teamsSeenBy(caller)?.includes(team_id) === false) throw refusal.invalid('team_id', refusals.moveOut);
    const files = all.filter((file) => file.team_id !== team_id);
    if (files.length === 0) return 0;
    const moved = files.map((file) => ({ ...file, old_value: names.get(file.team_id) ?? null, new_value }));
    await noteFileEvents(tx, caller, happened_at, 'moved', moved);
    return changeFiles(tx, files, { team_id });
  });
}

/** Each file in it counts as downloaded. */
export async function zipSelected(
  parts: Parts,
  caller: Caller,
  ids: number[],
  isHead: boolean,
): Promise<ArchiveAnswer> {
  const files = await listStoredFiles(parts.db, ids);
  refuseUnseen(caller, ids, files);
  const names = distinctNames(files.map((file) => file.filename.replace(unpackable, '_')));
  const entries = files.map((file, place) => ({
    name: names[place] as string,
    key: file.blob_key,
    size: file.size,
    sha256: file.sha256,
    modifiedAt: file.content_at,
  }));
  const now = parts.clock();
  const name = `${parts.config.brandName} ${localDate(now)}.zip`;
  if (!isHead) {
    const at = now.toISOString();
    const downloads = files.map(({ id }) => ({ user_id: caller.id, file_id: id, downloaded_at: at }));
    const things = files.map(({ id, filename }) => ({ id, name: filename }));
    const noted = parts.db.transaction().execute(async (tx) => {
      await noteDownloads(tx, caller.id, downloads);
      await note(tx, caller, at, 'file.downloaded_in_zip', ...things);
    });
    await unlessUnwritable(noted);
  }
  const { size, stream } = await zipBlobs(parts.blobs, entries);
  stream.on('error', (error) => parts.log.error(error, 'an archive could not be completed'));
  if (!isHead) return { name, size, stream };
  stream.destroy();
  return { name, size, stream: Readable.from([]) };
}

/** Windows refuses to unpack these signs, and what begins with a drive letter is no name inside an archive. */
const unpackable = /[<>:"|?*]/g;

/** Equal names, also those that differ in case only, get a number before their extension. */
function distinctNames(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const dot = name.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let distinct = name;
    for (let number = 2; taken.has(distinct.toLowerCase()); number += 1) distinct = `${stem} (${number})${extension}`;
    taken.add(distinct.toLowerCase());
    return distinct;
  });
}
