import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { texts } from '../admin/admin.texts.ts';
import type { RestoreSource } from '../admin/restore.ts';
import { DamagedArchive } from './archive.ts';
import type { Archive } from './archive.ts';
import { once } from './target.ts';

// Earlier versions wrote a backup in one file as `manifest.json`, rows as `tables/<table>-0001.jsonl`, stored files as
// `blobs/<key>`, and `end.json`.

export const oldManifestName = 'manifest.json';
const endName = 'end.json';

const manifestSchema = z.object({
  format: z.literal('stowage-backup'),
  format_version: z.literal(1),
  made_at: z.iso.datetime(),
  migrations: z.array(z.string()),
  last_ids: z.record(z.string(), z.number()),
  stored: z.object({ blobs: z.number(), bytes: z.number() }),
});

const endSchema = z.object({
  /** The hash of the names, sizes and contents of all entries before this one. */
  sha256: z.string(),
  /** Keys of blobs that the store had lost. */
  missing: z.array(z.string()),
});

/** Checks a backup of an earlier version. Returns undefined if the archive is none. Throws DamagedArchive. */
export async function oldSource(
  archive: Archive,
): Promise<Omit<RestoreSource, 'name' | typeof Symbol.dispose> | undefined> {
  const readText = async (name: string) => text((await archive.open(name)) ?? once('').bytes);
  const parse = async <T>(schema: z.ZodType<T>, name: string): Promise<T | undefined> => {
    try {
      return schema.safeParse(JSON.parse(await readText(name))).data;
    } catch {
      return undefined;
    }
  };
  const manifest = await parse(manifestSchema, oldManifestName);
  if (!manifest) return undefined;
  const hash = await hashOf(archive);
  const end = await parse(endSchema, endName);
  if (end?.sha256 !== hash) throw new DamagedArchive(texts.changed);
  const listed = function* (pattern: RegExp) {
    for (const { name } of archive.list()) {
      const found = pattern.exec(name)?.[1];
      if (found !== undefined) yield { name, found };
    }
  };
  return {
    manifest,
    async *records() {
      for (const { name, found: table } of listed(/^tables\/([a-z_]+)-\d+\.jsonl$/))
        yield { table, lines: (await readText(name)).trimEnd().split('\n') };
    },
    async *files() {
      for (const { name, found: key } of listed(/^blobs\/([0-9a-f]{32})$/))
        yield { key, open: () => archive.open(name) };
      for (const key of end.missing) yield { key, open: async () => undefined };
    },
  };
}

/** Returns the hash of all entries before the end. Throws DamagedArchive if the end is not the last one. */
async function hashOf(archive: Archive): Promise<string> {
  const hash = createHash('sha256');
  let last = '';
  for (const { name, size } of archive.list()) {
    if (last === endName) throw new DamagedArchive(texts.changed);
    last = name;
    if (name === endName) continue;
    hash.update(`${name}\n${size}\n`);
    for await (const chunk of (await archive.open(name)) ?? []) hash.update(chunk);
  }
  if (last !== endName) throw new DamagedArchive(texts.cut);
  return hash.digest('hex');
}
