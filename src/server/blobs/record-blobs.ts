import { isConnectionLost } from '../database/portable.ts';
import type { Parts } from '../parts.ts';
import type { StagedBlob } from './blob-store.ts';

/** Publishes staged blobs and has them recorded, or removes them when that fails. */
export async function recordBlobs<A>(
  { blobs, log }: Pick<Parts, 'blobs' | 'log'>,
  staged: readonly StagedBlob[],
  record: () => Promise<A>,
): Promise<A> {
  try {
    await blobs.publish(staged);
    const answer = await record();
    // Committed: from here on a failure must not undo it. What stays in staging is settled at the next start.
    await blobs.settle(staged).catch((error: unknown) => log.warn(error, 'a blob could not be settled'));
    return answer;
  } catch (error) {
    // Records that may be there need their bytes. What stays in staging is looked at at the next start.
    if (!isConnectionLost(error)) await blobs.discard(staged);
    throw error;
  }
}
