import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import { CannotStart } from '#server/config.ts';
import { parseJson } from '#shared/parse-json.ts';
import { texts } from './backups.texts.ts';
import { once } from './target.ts';
import type { ObjectReader, ObjectWriter, Target } from './target.ts';

// Source for the layout: docs/decisions/backups-and-moves.md#restore-points

const formatVersion = 1;
export const markerName = 'stowage-backups.json';
const marker = z.object({ format_version: z.number(), installation: z.string() });

const part = z.object({ sha256: z.string(), size: z.number() });
const pointSchema = z.object({
  format_version: z.literal(formatVersion),
  product_version: z.string(),
  made_at: z.iso.datetime(),
  migrations: z.array(z.string()),
  last_ids: z.record(z.string(), z.number()),
  /** Stored files in the restore point, with and without problems. */
  stored: z.object({ blobs: z.number(), bytes: z.number() }),
  problems: z.number(),
  added: z.object({ files: z.number(), bytes: z.number() }),
  /** Objects with rows of a table, as gzipped lines of JSON, parents before children. */
  records: z.array(part.extend({ table: z.string() })),
  /** Objects with the list of stored files, as gzipped lines of JSON. */
  blob_lists: z.array(part),
});
/** The manifest of a restore point. */
export type Point = z.infer<typeof pointSchema>;
export type Part = z.infer<typeof part>;

const blobLine = z.object({
  key: z.string().regex(/^[0-9a-f]{32}$/),
  size: z.number(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  problem: z.enum(['missing', 'damaged']).optional(),
});
export type BlobLine = z.infer<typeof blobLine>;

export const objectName = (sha256: string) => `objects/${sha256.slice(0, 2)}/${sha256}`;
export const pointFile = (name: string) => `points/${name}.json`;
/** The reverse of `pointFile`. */
export const pointOf = (file: string) => file.slice('points/'.length, -'.json'.length);
/** Marks an object that a verification found damaged. The next backup writes the object again and removes the mark. */
export const damageMark = (sha256: string) => `damaged/${sha256}`;
export const pointName = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(':', '')}Z`;
export const isPointName = (text: string) => /^\d{4}-\d{2}-\d{2}T\d{6}Z$/.test(text);

export function pointTime(name: string): Date {
  const [day = '', time = ''] = name.slice(0, -1).split('T');
  return new Date(`${day}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}Z`);
}

async function readText(target: ObjectReader, name: string): Promise<string | undefined> {
  const bytes = await target.open(name);
  return bytes && (await buffer(bytes)).toString();
}

/** Checks that the target belongs to this installation. Marks an empty one, and any one with `takeOver`. */
export async function claimRepository(
  target: Target,
  installation: string,
  { takeOver, isUsed }: { takeOver: boolean; isUsed: boolean },
): Promise<void> {
  const found = await readMarker(target);
  if (found?.installation === installation) return;
  if (found && !takeOver) throw new CannotStart(texts.anothers(target.name));
  // The folder of a disk that is not mounted is empty.
  if (!found && isUsed && !takeOver) throw new CannotStart(texts.emptied(target.name));
  if (!found) {
    for await (const batch of target.list(''))
      for (const { name } of batch)
        if (!/(^|\/)lost\+found(\/|$)|^incomplete\//.test(name))
          throw new CannotStart(texts.notEmpty(target.name, name));
  }
  await markRepository(target, installation);
}

export async function markRepository(target: ObjectWriter, installation: string): Promise<void> {
  await target.write(markerName, once(JSON.stringify({ format_version: formatVersion, installation })));
}

/** Throws CannotStart if the target holds no restore points. */
export async function requireRepository(target: Pick<Target, 'name' | 'open'>): Promise<void> {
  if (!(await readMarker(target))) throw new CannotStart(texts.noRepository(target.name));
}

async function readMarker(target: Pick<Target, 'name' | 'open'>) {
  const text = await readText(target, markerName);
  const found = text === undefined ? undefined : marker.safeParse(parseJson(text)).data;
  if (found && found.format_version > formatVersion) throw new CannotStart(texts.newer(target.name));
  return found;
}

/** A restore point whose manifest is undamaged. */
type WrittenPoint = { name: string; at: Date };

/**
 * Returns the restore points in the order in which they were written, the newest first, and the names of the damaged ones. The
 * order is that of the audit log, in which every backup has an entry. Their names are no order: a clock that was ahead has named
 * some. `at` is the time of the name, but not after that of a later restore point.
 */
export async function listWritten(target: Target): Promise<{ points: WrittenPoint[]; damaged: string[] }> {
  const found: { name: string; entries: number }[] = [];
  const damaged: string[] = [];
  for (const name of await listPoints(target)) {
    const point = await readPoint(target, name);
    if (point) found.push({ name, entries: point.last_ids['audit_entries'] ?? 0 });
    else damaged.push(name);
  }
  const points: WrittenPoint[] = [];
  // Those with the same number of entries keep the order of their names.
  for (const { name } of found.toSorted((one, other) => one.entries - other.entries).toReversed()) {
    const [named, later] = [pointTime(name), points.at(-1)?.at];
    points.push({ name, at: new Date(Math.min(named.getTime(), later?.getTime() ?? Infinity)) });
  }
  return { points, damaged };
}

/** Returns the names of all restore points, by their names. */
export async function listPoints(target: Target): Promise<string[]> {
  const names: string[] = [];
  for await (const batch of target.list('points/'))
    for (const { name } of batch) {
      const point = pointOf(name);
      if (isPointName(point)) names.push(point);
    }
  return names.toSorted();
}

const sealed = z.object({ sha256: z.string(), manifest: z.string() });
const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');

/** Writes the manifest, with its hash. From then on, the restore point exists. */
export async function writePoint(target: ObjectWriter, name: string, point: Point): Promise<void> {
  const manifest = JSON.stringify(point);
  await target.write(pointFile(name), once(JSON.stringify({ sha256: sha256Of(manifest), manifest })));
}

/** Returns undefined if the manifest is missing or damaged. */
export async function readPoint(target: ObjectReader, name: string): Promise<Point | undefined> {
  const found = sealed.safeParse(parseJson((await readText(target, pointFile(name))) ?? '')).data;
  if (!found || sha256Of(found.manifest) !== found.sha256) return undefined;
  return pointSchema.safeParse(parseJson(found.manifest)).data;
}

const unzip = promisify(gunzip);

/** Returns the lines of a small object. Throws if it is missing or damaged. */
export async function readLines(target: ObjectReader, { sha256 }: Part): Promise<string[]> {
  const stream = await target.open(objectName(sha256));
  const bytes = stream && (await buffer(stream));
  if (!bytes || createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error(`the object ${sha256} is missing or damaged`);
  return (await unzip(bytes)).toString().trimEnd().split('\n');
}

/**
 * Throws if a list of a restore point is missing or damaged, or has a line that is no row, no stored file, or one that is not
 * `isThere`.
 */
export async function checkLists(
  target: ObjectReader,
  point: Point,
  isThere: (line: BlobLine) => boolean = () => true,
): Promise<void> {
  for (const part of point.records)
    for (const line of await readLines(target, part)) {
      const row = parseJson(line);
      if (typeof row !== 'object' || row === null || Array.isArray(row))
        throw new Error(`a line of the table ${part.table} is no row`);
    }
  for await (const lines of readBlobLists(target, point))
    if (!lines.every(isThere)) throw new Error('a stored file is missing or damaged');
}

/** Yields the stored files of a restore point, one object of the list at a time. */
export async function* readBlobLists(target: ObjectReader, point: Point): AsyncGenerator<BlobLine[]> {
  for (const list of point.blob_lists)
    yield (await readLines(target, list)).map((line) => blobLine.parse(JSON.parse(line)));
}

/** Reads an object. Returns its problem, if any. */
export async function examineObject(
  target: Target,
  { sha256, size }: Part,
  signal?: AbortSignal,
): Promise<'missing' | 'damaged' | undefined> {
  const stream = await target.open(objectName(sha256));
  if (!stream) return 'missing';
  const hash = createHash('sha256');
  let read = 0;
  for await (const chunk of stream) {
    signal?.throwIfAborted();
    hash.update(chunk);
    read += chunk.length;
  }
  return read === size && hash.digest('hex') === sha256 ? undefined : 'damaged';
}
