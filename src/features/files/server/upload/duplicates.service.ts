import type { Duplicate } from '#features/files/core/files.contract.ts';
import type { Caller } from '#server/access/caller.ts';
import { examineBlob } from '#server/blobs/examine-blob.ts';
import type { Context } from '#server/context.ts';
import type { ReceivedFile } from '#server/http/receive-form.ts';
import { listDuplicates } from '../core/files.queries.ts';
import type { StoredDuplicate } from '../core/files.queries.ts';
import { fileViewer } from '../core/visible-files.queries.ts';

export type FoundDuplicates = {
  /**
   * Returns the key of an earlier blob with the same bytes, of a file that the uploader may see or of the same upload, or
   * else the file's own key.
   */
  keyOf: (file: ReceivedFile) => string;
  /** Returns, for the uploaded files in their order, files with the same content that the uploader may see. */
  duplicatesOf: (ids: readonly number[]) => Duplicate[];
};

/**
 * Finds received files whose content is already stored in a file that the uploader may see. The stored blob is read
 * completely before a new file refers to it, so that damaged bytes never replace good ones. Files share a blob with its
 * preview; it is deleted when no record refers to it. Name, team and history are per file.
 *
 * A blob of a file that the uploader may not see is not shared. Its finished preview, and the time of the upload, would
 * reveal that this content is stored already.
 */
export async function findDuplicates(
  ctx: Context,
  caller: Caller,
  files: readonly ReceivedFile[],
): Promise<FoundDuplicates> {
  const stored = await listDuplicates(ctx.db, fileViewer(caller), [...new Set(files.map((file) => file.sha256))]);
  const keys = new Map<string, string>();
  for (const file of files) {
    if (!keys.has(file.sha256)) keys.set(file.sha256, (await wholeDuplicate(ctx, file, stored)) ?? file.key);
  }
  return {
    keyOf: (file) => keys.get(file.sha256) ?? file.key,
    duplicatesOf: (ids) =>
      files.flatMap((file, index) => {
        const duplicate = stored.find((one) => one.sha256 === file.sha256);
        return duplicate
          ? [
              {
                id: ids[index] as number,
                of: { id: duplicate.id, filename: duplicate.filename, filepath: duplicate.filepath },
              },
            ]
          : [];
      }),
  };
}

async function wholeDuplicate(
  ctx: Context,
  file: ReceivedFile,
  stored: readonly StoredDuplicate[],
): Promise<string | undefined> {
  const key = stored.find((duplicate) => duplicate.sha256 === file.sha256)?.blob_key;
  if (key === undefined) return undefined;
  const record = { key, size: file.size, sha256: file.sha256 };
  const found = await examineBlob(ctx.blobs, record);
  if (!found.problem) return key;
  await ctx.integrityCache.recordProblem(record, found.problem, found.fingerprint);
  return undefined;
}
