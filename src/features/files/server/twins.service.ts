import type { Caller } from '#server/access/caller.ts';
import { examineBlob } from '#server/blobs/examine-blob.ts';
import type { ReceivedFile } from '#server/http/receive-form.ts';
import type { Parts } from '#server/parts.ts';
import type { Duplicate } from '../files.contract.ts';
import { maySeeFile } from './files-scope.ts';
import { listTwins } from './files.queries.ts';
import type { Twin } from './files.queries.ts';

export type Twins = {
  /** The blob that holds these bytes already, of the store or of this very upload; the file's own otherwise. */
  keyOf: (file: ReceivedFile) => string;
  /** For the files of an upload, by their place in it: a file with the same content that the uploader can see. */
  duplicatesOf: (ids: readonly number[]) => Duplicate[];
};

/**
 * Finds what is stored already among received files. A blob that is there is read to its end before anything new relies on
 * it: bytes that were damaged meanwhile must not take the place of good ones. Bytes are shared between files, and counted
 * by the records that name them; what people see of a file is its own.
 */
export async function findTwins(parts: Parts, caller: Caller, files: readonly ReceivedFile[]): Promise<Twins> {
  const stored = await listTwins(parts.db, [...new Set(files.map((file) => file.sha256))]);
  const keys = new Map<string, string>();
  for (const file of files) {
    if (!keys.has(file.sha256)) keys.set(file.sha256, (await wholeTwin(parts, file, stored)) ?? file.key);
  }
  const visible = stored.filter((twin) => !twin.isTrashed && maySeeFile(caller, twin));
  return {
    keyOf: (file) => keys.get(file.sha256) ?? file.key,
    duplicatesOf: (ids) =>
      files.flatMap((file, place) => {
        const twin = visible.find((one) => one.sha256 === file.sha256);
        return twin
          ? [{ id: ids[place] as number, of: { id: twin.id, filename: twin.filename, filepath: twin.filepath } }]
          : [];
      }),
  };
}

async function wholeTwin(parts: Parts, file: ReceivedFile, stored: readonly Twin[]): Promise<string | undefined> {
  const key = stored.find((twin) => twin.sha256 === file.sha256)?.blob_key;
  if (key === undefined) return undefined;
  const record = { key, size: file.size, sha256: file.sha256 };
  const found = await examineBlob(parts.blobs, record);
  if (!found.problem) return key;
  await parts.watch.noteProblem(record, found.problem, found.stamp);
  return undefined;
}
