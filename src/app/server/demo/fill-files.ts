import { randomBytes } from 'node:crypto';
import { mediaTypeOf } from '#features/files/server/files.media-types.ts';
import {
  findFile,
  insertFiles,
  noteDownloads,
  replaceContent,
  trashFile,
} from '#features/files/server/files.queries.ts';
import type { Content, NewFile } from '#features/files/server/files.queries.ts';
import type { StagedBlob } from '#server/blobs/blob-store.ts';
import type { Parts } from '#server/parts.ts';
import { dayMs } from '#shared/calendar.ts';
import { people, teamsSeenBy } from './company.ts';
import { diceOf } from './dice.ts';
import type { CompanyIds } from './fill-company.ts';
import type { Kind } from './papers/kinds.ts';
import type { Paper } from './papers/paper.ts';
import { uploadAt } from './uploads.ts';
import type { Upload } from './uploads.ts';

/** The newest files have a content of their own; older ones share theirs, kind by kind. */
const filesWithOwnContent = 240;

const filesPerTransaction = 500;

/** Twenty-five files have one in the trash and one that was replaced, up to these numbers. */
const mostTrashed = 9;
const mostReplaced = 12;
const mostDownloads = 150;

export type Progress = (done: number, of: number) => void;

type StoredUpload = Upload & { id: number };

/** Stores `count` files beside those in the trash, oldest first, then replaces, removes and downloads some. */
export async function fillFiles(
  parts: Parts,
  ids: CompanyIds,
  { count, tell }: { count: number; tell: Progress },
): Promise<void> {
  const now = parts.clock();
  const trashed = Math.min(mostTrashed, Math.ceil(count / 25));
  const all = { count: count + trashed, now };
  const shelf = await stockShelf(parts, all);
  const recent: StoredUpload[] = [];
  for (let first = 0; first < all.count; first += filesPerTransaction) {
    const uploads = Array.from({ length: Math.min(filesPerTransaction, all.count - first) }, (_, place) =>
      uploadAt(first + place, all),
    );
    const rows = uploads.map((upload) => rowOf(upload, ids, shelf.contentOf(upload)));
    const newIds = await parts.db.transaction().execute((tx) => insertFiles(tx, rows));
    recent.push(...uploads.map((upload, place) => ({ ...upload, id: newIds[place] as number })));
    recent.splice(0, recent.length - filesWithOwnContent);
    tell(Math.min(first + filesPerTransaction, count), count);
  }
  await parts.blobs.settle(shelf.blobs);
  const gone = spread(recent, trashed);
  const left = recent.filter((upload) => !gone.includes(upload));
  await trash(parts, ids, gone);
  await replace(parts, ids, spread(left, Math.min(mostReplaced, Math.floor(count / 20))));
  await downloadSome(parts, ids, left, Math.min(mostDownloads, count));
}

type Shelf = { contentOf: (upload: Upload) => Content; blobs: StagedBlob[] };

/** Makes and publishes the contents of the newest files. */
async function stockShelf(parts: Parts, all: { count: number; now: Date }): Promise<Shelf> {
  const first = Math.max(0, all.count - filesWithOwnContent);
  const blobs: StagedBlob[] = [];
  const own = new Map<number, Content>();
  const byKind = new Map<Kind, Content[]>();
  for (let place = first; place < all.count; place += 1) {
    const { kind, paper, filename } = uploadAt(place, all);
    const { blob, content } = await stage(parts, { kind, paper, filename });
    blobs.push(blob);
    own.set(place, content);
    byKind.set(kind, [...(byKind.get(kind) ?? []), content]);
  }
  await parts.blobs.publish(blobs);
  const shared = ({ kind, paper }: Upload) => diceOf(paper.place).pick(byKind.get(kind) ?? []);
  return { blobs, contentOf: (upload) => own.get(upload.paper.place) ?? shared(upload) };
}

async function stage(
  parts: Parts,
  { kind, paper, filename }: { kind: Kind; paper: Paper; filename: string },
): Promise<{ blob: StagedBlob; content: Content }> {
  const bytes = Buffer.from(kind.make(paper));
  const blob = await parts.blobs.stage(oneChunk(bytes), bytes.length);
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

/** A moment between the upload and now, some days ago at most. */
function momentAfter(upload: Upload, { now, share }: { now: Date; share: number }): string {
  const from = Math.max(upload.at.getTime(), now.getTime() - 25 * dayMs);
  return new Date(from + (now.getTime() - from) * share).toISOString();
}

/** Every so many-th of a list, `count` in all. */
const spread = <T>(list: readonly T[], count: number): T[] =>
  Array.from({ length: count }, (_, place) => list[Math.floor((place * list.length) / count)] as T);

const managers = people.filter(({ role, leftDaysAgo }) => role !== 3 && leftDaysAgo === undefined);

async function trash(parts: Parts, ids: CompanyIds, uploads: readonly StoredUpload[]): Promise<void> {
  const now = parts.clock();
  const dice = diceOf(uploads.length);
  for (const upload of uploads) {
    const by = { userId: ids.personId(dice.pick(managers)), at: momentAfter(upload, { now, share: 0.6 }) };
    await parts.db.transaction().execute(async (tx) => {
      const file = await findFile(tx, upload.id);
      if (file) await trashFile(tx, file, by);
    });
  }
}

async function replace(parts: Parts, ids: CompanyIds, uploads: readonly StoredUpload[]): Promise<void> {
  const now = parts.clock();
  for (const upload of uploads) {
    const { blob, content } = await stage(parts, { ...upload, paper: { ...upload.paper, edition: 2 } });
    await parts.blobs.publish([blob]);
    const change = { content, userId: ids.personId(upload.by), at: momentAfter(upload, { now, share: 0.4 }) };
    const isReplaced = await parts.db.transaction().execute(async (tx) => {
      const file = await findFile(tx, upload.id);
      return file !== undefined && (await replaceContent(tx, file, change));
    });
    await (isReplaced ? parts.blobs.settle([blob]) : parts.blobs.discard([blob]));
  }
}

async function downloadSome(
  parts: Parts,
  ids: CompanyIds,
  recent: readonly StoredUpload[],
  count: number,
): Promise<void> {
  const now = parts.clock();
  const dice = diceOf(count + 1);
  const readers = people.filter(({ leftDaysAgo }) => leftDaysAgo === undefined);
  for (let done = 0; done < count; done += 1) {
    const upload = dice.pick(recent);
    const reader = dice.pick(
      readers.filter((person) => person.team === upload.team || teamsSeenBy(person).includes(upload.team)),
    );
    const downloaded_at = momentAfter(upload, { now, share: dice.roll() });
    const user_id = ids.personId(reader);
    const downloads = [{ user_id, file_id: upload.id, downloaded_at }];
    await parts.db.transaction().execute((tx) => noteDownloads(tx, user_id, downloads));
  }
}
