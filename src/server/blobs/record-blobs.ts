import type { Context } from '../context.ts';
import { isOutcomeUnknown } from '../database/dialect/errors.ts';
import type { StagedBlob } from './blob-store.ts';

/** Publishes staged blobs and runs `record`. Discards the blobs if either fails. */
export async function recordBlobs<A>(
  { blobs, log }: { blobs: Context['blobs']; log: Pick<Context['log'], 'warn'> },
  staged: readonly StagedBlob[],
  record: () => Promise<A>,
): Promise<A> {
  try {
    await blobs.publish(staged);
    const answer = await record();
    // The records are committed, so a failure must not undo them. Blobs left in staging are settled at the next start.
    await blobs
      .settle(staged)
      .catch((error: unknown) => log.warn(error, 'settling a blob failed; the next start settles it'));
    return answer;
  } catch (error) {
    // After a lost connection or an I/O error the records may exist, so the bytes stay. The next start checks the blobs left in
    // staging.
    if (!isOutcomeUnknown(error)) await blobs.discard(staged);
    throw error;
  }
}
