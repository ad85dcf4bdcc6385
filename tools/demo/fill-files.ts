import { randomBytes } from 'node:crypto';
import {
  findFile,
  insertFiles,
  recordDownloads,
  replaceContent,
  trashFile,
} from '#features/files/server/core/files.queries.ts';
import type { Content, NewFile } from '#features/files/server/core/files.queries.ts';
import { mediaTypeOf } from '#features/files/server/core/media-types.rules.ts';
import type { StagedBlob } from '#server/blobs/blob-store.ts';
import type { Context } from '#server/context.ts';
import { dayMs } from '#shared/calendar.ts';
import { people, teamsSeenBy } from './company.ts';
import type { CompanyIds } from './company.ts';
import { fillSample } from './fill-sample.ts';
import type { Kind } from './kinds.ts';
import type { Paper } from './paper.ts';
import { seededRandom } from './random.ts';
import { uploadAt } from './uploads.ts';
import type { Upload } from './uploads.ts';

/** The newest files have their own content. Older files share the content of a newer file of the same kind. */
const filesWithOwnContent = 240;

const filesPerTransaction = 500;

/** Limits for the number of trashed files, replaced files and downloads, which otherwise depend on the number of files. */
const maxTrashed = 9;
const maxReplaced = 12;
const maxDownloads = 150;

export type Progress = (done: number, of: number) => void;

export type StoredUpload = Upload & { id: number };

/**
 * Stores `count` files and some more for the trash, oldest first, then trashes, replaces and downloads some. Returns the
 * newest files that are not in the trash.
 */
export async function fillFiles(
  ctx: Context,
  ids: CompanyIds,
  { count, progress }: { count: number; progress: Progress },
): Promise<StoredUpload[]> {
  const now = ctx.clock();
  const trashed = Math.min(maxTrashed, Math.ceil(count / 25));
  const all = { count: count + trashed, now };
  const contents = await storeContents(ctx, all);
  const recent: StoredUpload[] = [];
  for (let first = 0; first < all.count; first += filesPerTransaction) {
    const uploads = Array.from({ length: Math.min(filesPerTransaction, all.count - first) }, (_, index) =>
      uploadAt(first + index, all),
    );
    const rows = uploads.map((upload) => rowOf(upload, ids, contents.contentOf(upload)));
    const newIds = await ctx.db.transaction().execute((tx) => insertFiles(tx, rows));
    recent.push(...uploads.map((upload, index) => ({ ...upload, id: newIds[index] as number })));
    recent.splice(0, recent.length - filesWithOwnContent);
    progress(Math.min(first + filesPerTransaction, count), count);
  }
  await ctx.blobs.settle(contents.blobs);
  const toTrash = spread(recent, trashed);
  const rest = recent.filter((upload) => !toTrash.includes(upload));
  await trashSome(ctx, ids, toTrash);
  await replaceSome(ctx, ids, spread(rest, Math.min(maxReplaced, Math.floor(count / 20))));
  await downloadSome(ctx, ids, rest, Math.min(maxDownloads, count));
  return rest;
}

type Contents = { contentOf: (upload: Upload) => Content; blobs: StagedBlob[] };

/** Stores the contents of the newest files. */
async function storeContents(ctx: Context, all: { count: number; now: Date }): Promise<Contents> {
  const first = Math.max(0, all.count - filesWithOwnContent);
  const blobs: StagedBlob[] = [];
  const own = new Map<number, Content>();
  const byKind = new Map<Kind, Content[]>();
  for (let index = first; index < all.count; index += 1) {
    const { kind, paper, filename } = uploadAt(index, all);
    const { blob, content } = await stage(ctx, { kind, paper, filename });
    blobs.push(blob);
    own.set(index, content);
    byKind.set(kind, [...(byKind.get(kind) ?? []), content]);
  }
  await ctx.blobs.publish(blobs);
  const shared = ({ kind, paper }: Upload) => seededRandom(paper.index).pick(byKind.get(kind) ?? []);
  return { blobs, contentOf: (upload) => own.get(upload.paper.index) ?? shared(upload) };
}

async function stage(
  ctx: Context,
  { kind, paper, filename }: { kind: Kind; paper: Paper; filename: string },
): Promise<{ blob: StagedBlob; content: Content }> {
  const bytes = fillSample(kind, paper);
  const blob = await ctx.blobs.stage(oneChunk(bytes), bytes.length);
  const media_type = await mediaTypeOf(blob.head, filename);
  return { blob, content: { size: blob.size, sha256: blob.sha256, media_type, blob_key: blob.key } };
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function rowOf({ filename, kind, team, by, at }: Upload, ids: CompanyIds, content: Content): NewFile {
  return {
    ...content,
    filename,
    filepath: randomBytes(16).toString('base64url'),
    file_type_id: ids.fileTypes[kind.type],
    team_id: ids.teams[team],
    user_id: ids.personId(by),
    uploaded_at: at.toISOString(),
  };
}

/** Returns a moment between the upload and now, at most 25 days ago. */
function momentAfter(upload: Upload, { now, share }: { now: Date; share: number }): string {
  const from = Math.max(upload.at.getTime(), now.getTime() - 25 * dayMs);
  return new Date(from + (now.getTime() - from) * share).toISOString();
}

/** Returns `count` evenly spaced items of a list. */
const spread = <T>(list: readonly T[], count: number): T[] =>
  Array.from({ length: count }, (_, index) => list[Math.floor((index * list.length) / count)] as T);

const managers = people.filter(({ role, leftDaysAgo }) => role !== 3 && leftDaysAgo === undefined);

async function trashSome(ctx: Context, ids: CompanyIds, uploads: readonly StoredUpload[]): Promise<void> {
  const now = ctx.clock();
  const random = seededRandom(uploads.length);
  for (const upload of uploads) {
    const by = { userId: ids.personId(random.pick(managers)), at: momentAfter(upload, { now, share: 0.6 }) };
    await ctx.db.transaction().execute(async (tx) => {
      const file = await findFile(tx, upload.id);
      if (file) await trashFile(tx, file, by);
    });
  }
}

async function replaceSome(ctx: Context, ids: CompanyIds, uploads: readonly StoredUpload[]): Promise<void> {
  const now = ctx.clock();
  for (const upload of uploads) {
    const { blob, content } = await stage(ctx, { ...upload, paper: { ...upload.paper, edition: 2 } });
    await ctx.blobs.publish([blob]);
    const change = { content, userId: ids.personId(upload.by), at: momentAfter(upload, { now, share: 0.4 }) };
    const isReplaced = await ctx.db.transaction().execute(async (tx) => {
      const file = await findFile(tx, upload.id);
      return file !== undefined && (await replaceContent(tx, file, change));
    });
    await (isReplaced ? ctx.blobs.settle([blob]) : ctx.blobs.discard([blob]));
  }
}

async function downloadSome(
  ctx: Context,
  ids: CompanyIds,
  recent: readonly StoredUpload[],
  count: number,
): Promise<void> {
  const now = ctx.clock();
  const random = seededRandom(count + 1);
  const readers = people.filter(({ leftDaysAgo }) => leftDaysAgo === undefined);
  for (let done = 0; done < count; done += 1) {
    const upload = random.pick(recent);
    const reader = random.pick(
      readers.filter((person) => person.team === upload.team || teamsSeenBy(person).includes(upload.team)),
    );
    const at = momentAfter(upload, { now, share: random.next() });
    const by = { id: ids.personId(reader) };
    await ctx.db.transaction().execute((tx) => recordDownloads({ tx, by, at }, [upload]));
  }
}
