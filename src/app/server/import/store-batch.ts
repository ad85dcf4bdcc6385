import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { fileTypeExists } from '#features/file-types/server/file-types.queries.ts';
import {
  insertFiles,
  listDuplicates,
  listStoredFiles,
  replaceContent,
} from '#features/files/server/core/files.queries.ts';
import type { Content, StoredFile } from '#features/files/server/core/files.queries.ts';
import { mediaTypeOf } from '#features/files/server/core/media-types.rules.ts';
import { recordFileEvents } from '#features/files/server/core/versions.queries.ts';
import { teamExists } from '#features/teams/server/teams.queries.ts';
import { queueVirusScans } from '#features/virus-scan/server/virus-scans.queries.ts';
import { BlobTooLarge } from '#server/blobs/blob-store.ts';
import type { StagedBlob } from '#server/blobs/blob-store.ts';
import { examineBlob } from '#server/blobs/examine-blob.ts';
import { recordBlobs } from '#server/blobs/record-blobs.ts';
import { CannotStart } from '#server/config.ts';
import { isSystemError } from '#server/system-errors.ts';
import { machineActor } from '../admin/machine-actor.ts';
import { listByPath, listVersionHashes } from './import.queries.ts';
import type { Present } from './import.queries.ts';
import { texts } from './import.texts.ts';
import type { Candidate, Target } from './sort-candidates.ts';

export type StoredBatch = {
  files: { teamId: number; size: number; isUpdate: boolean }[];
  present: number;
  leftOut: number;
};

type Known = Present & { earlier: string[] };
type Staged = { kind: 'staged'; candidate: Candidate; blob: StagedBlob; replaces: number | undefined };

/** Files that are read and staged at the same time. */
const concurrency = 4;

/**
 * Stores the files of a batch that are not stored yet, in one transaction. As in an upload, the bytes are flushed before
 * their rows are written.
 */
export async function storeBatch(
  target: Target,
  batch: Candidate[],
  say: (line: string) => void,
): Promise<StoredBatch> {
  const { context } = target;
  const known = await knownOf(target, batch);
  const staged: Staged[] = [];
  let [present, leftOut] = [0, 0];
  const take = async (candidate: Candidate): Promise<void> => {
    const same = known.get(keyOf(candidate)) ?? [];
    const result = await readOne(target, candidate, same);
    if (result.kind === 'staged') staged.push(result);
    else if (result.kind === 'present') present += 1;
    else {
      leftOut += 1;
      say(texts.leftOut(candidate.path, result.reason));
    }
  };
  try {
    // The ids follow the order of the sources.
    for (let from = 0; from < batch.length; from += concurrency)
      await settleAll(batch.slice(from, from + concurrency).map(take));
  } catch (error) {
    await context.blobs.discard(staged.map(({ blob }) => blob));
    throw error;
  }
  const missed = staged.length > 0 ? await record(target, staged) : [];
  leftOut += missed.length;
  for (const { candidate } of missed) say(texts.leftOut(candidate.path, texts.reasons.changedMeanwhile));
  const stored = staged.filter((one) => !missed.includes(one));
  const files = stored.map(({ candidate, blob, replaces }) => ({
    teamId: candidate.teamId,
    size: blob.size,
    isUpdate: replaces !== undefined,
  }));
  return { files, present, leftOut };
}

/** Waits for all, so that no file is staged after an error was handled. Throws the first error. */
async function settleAll(work: Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(work)) if (result.status === 'rejected') throw result.reason;
}

const keyOf = ({ folder, filename }: { folder: string | null; filename: string }) => `${folder}/${filename}`;

async function knownOf({ context }: Target, batch: Candidate[]): Promise<Map<string, Known[]>> {
  const rows = await listByPath(context.db, batch);
  const ids = rows.map(({ id }) => id);
  const versions = Map.groupBy(await listVersionHashes(context.db, ids), ({ file_id }) => file_id);
  const known = rows.map((row) => ({ ...row, earlier: (versions.get(row.id) ?? []).map(({ sha256 }) => sha256) }));
  return Map.groupBy(known, keyOf);
}

const leaveOut = (reason: string) => ({ kind: 'left out', reason }) as const;

/** Stages the bytes of a file, unless it is stored already or has to be left out. */
async function readOne(
  target: Target,
  candidate: Candidate,
  same: Known[],
): Promise<Staged | { kind: 'present' } | ReturnType<typeof leaveOut>> {
  let handle: FileHandle | undefined;
  try {
    // The entry may have become a link or a FIFO since it was listed.
    handle = await open(candidate.bytes, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const before = await handle.stat();
    if (!before.isFile()) return leaveOut(texts.reasons.special);
    // The source is read for a comparison only if a stored file has the same path.
    if (same.length > 0) {
      const hash = await hashOf(handle);
      if (same.some(({ sha256, earlier }) => sha256 === hash || earlier.includes(hash))) return { kind: 'present' };
    }
    const replaces = replacedBy(target, candidate, same);
    if (typeof replaces === 'string') return leaveOut(replaces);
    const blob = await target.context.blobs.stage(bytesOf(handle), target.context.config.maxUploadBytes);
    const after = await handle.stat();
    if (after.size === blob.size && after.mtimeMs === before.mtimeMs && before.size === after.size)
      return { kind: 'staged', candidate, blob, replaces };
    await target.context.blobs.discard([blob]);
    return leaveOut(texts.reasons.changing);
  } catch (error) {
    if (error instanceof BlobTooLarge) return leaveOut(texts.reasons.tooLarge(target.context.config.maxUploadBytes));
    if (!isReadError(error, handle)) throw error;
    return leaveOut(texts.reasons.unreadable((error as NodeJS.ErrnoException).code ?? 'unknown'));
  } finally {
    await handle?.close();
  }
}

/** Errors of the source leave the file out. Errors of the store, such as a full disk, end the import. */
function isReadError(error: unknown, handle: FileHandle | undefined): boolean {
  if (!isSystemError(error)) return false;
  return handle === undefined || error.syscall === 'read' || error.syscall === 'fstat';
}

/** Returns the id of the file that gets a new version, undefined for a new file, or the reason to leave the file out. */
function replacedBy({ update }: Target, { isCleaned }: Candidate, same: Known[]): number | undefined | string {
  // Two sources may have the same cleaned path.
  if (same.length === 0 || isCleaned) return undefined;
  const [live, ...others] = same.filter(({ trashed_at }) => trashed_at === null);
  if (!live) return texts.reasons.inTrash;
  return update && others.length === 0 ? live.id : texts.reasons.changed;
}

const chunkBytes = 256 * 1024;

const bytesOf = (handle: FileHandle): AsyncIterable<Buffer> =>
  handle.createReadStream({ start: 0, autoClose: false, highWaterMark: chunkBytes });

async function hashOf(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytesOf(handle)) hash.update(chunk);
  return hash.digest('hex');
}

/** Returns those whose stored file was moved to the trash or replaced meanwhile. They are not stored. */
async function record({ context, user }: Target, staged: Staged[]): Promise<Staged[]> {
  const { db, blobs } = context;
  const keys = await sharedKeys(context, staged);
  const contents = await Promise.all(
    staged.map(async ({ candidate, blob }): Promise<Content> => ({
      size: blob.size,
      sha256: blob.sha256,
      media_type: await mediaTypeOf(blob.head, candidate.filename),
      blob_key: keys.get(blob.sha256) ?? blob.key,
    })),
  );
  const at = context.clock().toISOString();
  const files = staged.map((one, index) => ({ ...one.candidate, one, content: contents[index] as Content }));
  const [added, replaced] = [files.filter(isNew), files.filter((file) => !isNew(file))];
  const log = { warn: () => {} };
  const missed = await recordBlobs(
    { blobs, log },
    staged.map(({ blob }) => blob),
    () =>
      db.transaction().execute(async (tx) => {
        for (const id of new Set(files.map(({ teamId }) => teamId)))
          if (!(await teamExists(tx, id))) throw new CannotStart(texts.typeOrTeamGone);
        for (const id of new Set(files.map(({ typeId }) => typeId)))
          if (!(await fileTypeExists(tx, id))) throw new CannotStart(texts.typeOrTeamGone);
        await insertFiles(
          tx,
          added.map(({ content, filename, folder, teamId, typeId }) => ({
            ...content,
            filename,
            folder,
            filepath: randomBytes(16).toString('base64url'),
            file_type_id: typeId,
            team_id: teamId,
            user_id: user.id,
            uploaded_at: at,
          })),
        );
        await queueVirusScans(
          tx,
          context.config,
          contents.map((content) => ({ ...content, user_id: user.id })),
          at,
        );
        if (replaced.length === 0) return [];
        const ids = replaced.map(({ one }) => one.replaces as number);
        const stored = new Map((await listStoredFiles(tx, ids)).map((file) => [file.id, file]));
        const [done, left]: [StoredFile[], Staged[]] = [[], []];
        for (const { one, content } of replaced) {
          const file = stored.get(one.replaces as number);
          if (file && (await replaceContent(tx, file, { content, userId: user.id, at }))) done.push(file);
          else left.push(one);
        }
        await recordFileEvents({ tx, by: { ...machineActor(), id: user.id }, at }, 'replaced', done);
        return left;
      }),
  );
  const used = new Set(files.filter(({ one }) => !missed.includes(one)).map(({ content }) => content.blob_key));
  await blobs.discard(staged.map(({ blob }) => blob).filter(({ key }) => !used.has(key)));
  return missed;
}

const isNew = ({ one }: { one: Staged }) => one.replaces === undefined;

/** Returns, for contents that are stored already or several times in the batch, the key of one undamaged blob. */
async function sharedKeys({ db, blobs }: Target['context'], staged: Staged[]): Promise<Map<string, string>> {
  const everything = { userId: 0, seenTeamIds: undefined };
  const hashes = [...new Set(staged.map(({ blob }) => blob.sha256))];
  const stored = await listDuplicates(db, everything, hashes);
  const keys = new Map<string, string>();
  for (const { blob } of staged) {
    if (keys.has(blob.sha256)) continue;
    const key = stored.find(({ sha256 }) => sha256 === blob.sha256)?.blob_key;
    const isWhole = key !== undefined && !(await examineBlob(blobs, { ...blob, key })).problem;
    keys.set(blob.sha256, isWhole ? key : blob.key);
  }
  return keys;
}
