const batchSize = 500;

/** Deletes in batches, so that no other write waits for long. `deleteBatch` returns the number of deleted rows. */
export async function deleteInBatches(deleteBatch: (limit: number) => Promise<number>): Promise<void> {
  while ((await deleteBatch(batchSize)) >= batchSize);
}
