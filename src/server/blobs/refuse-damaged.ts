import type { Context } from '../context.ts';
import { Refusal } from '../refusal.ts';

type Stores = Pick<Context, 'blobs' | 'integrityCache'>;

type NamedBlob = { id: number; filename: string; blob_key: string; size: number; sha256: string };

/** Keeps few files open, and a bucket answers this many requests side by side. Our choice. */
const checkedAtOnce = 16;

/**
 * Refuses with 500, and with a sentence about the first file and the number of the others, if bytes of these files are missing in
 * the store or are recorded as damaged. An archive that has begun can only be cut off without a reason. Other damage is found
 * while the bytes are sent.
 */
export async function refuseDamaged(
  stores: Stores,
  files: readonly NamedBlob[],
  sentence: (name: string, others: number) => string,
): Promise<void> {
  const damaged: NamedBlob[] = [];
  for (let start = 0; start < files.length; start += checkedAtOnce) {
    const some = files.slice(start, start + checkedAtOnce);
    const found = await Promise.all(some.map((file) => isDamaged(stores, file)));
    damaged.push(...some.filter((_, index) => found[index]));
  }
  const [first] = damaged;
  if (!first) return;
  throw new Refusal('file.damaged', () => sentence(first.filename, damaged.length - 1), {
    details: { file_ids: damaged.map(({ id }) => id) },
  });
}

async function isDamaged({ blobs, integrityCache }: Stores, { blob_key, size, sha256 }: NamedBlob): Promise<boolean> {
  const record = { key: blob_key, size, sha256 };
  const blob = await blobs.open(blob_key);
  await blob?.close();
  if (blob?.size === size) return integrityCache.isDamaged(record, blob);
  await integrityCache.recordProblem(record, blob ? 'damaged' : 'missing', blob?.fingerprint ?? '');
  return true;
}
