import assert from 'node:assert/strict';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { openTestApp } from '#tests/test-app.ts';
import { deletePendingBlobsJob } from './delete-pending-blobs.job.ts';

const hourMs = 60 * 60 * 1000;
const onlyFolder = process.env['STORAGE_URL'] ? { skip: 'needs a store on the disk' } : {};

describe('deleting the bytes of deleted files', onlyFolder, () => {
  const { signal } = new AbortController();
  // More than one batch, with the blob that cannot be removed in the first one.
  const keys = Array.from({ length: 150 }, (_, index) => index.toString(16).padStart(32, '0'));
  const [locked = ''] = keys;

  /** Opens a product with pending deletions of these blobs, one of which cannot be removed. */
  async function openWithPending(t: TestContext, blobKeys: string[]) {
    const app = await openTestApp();
    t.after(app.close);
    const requested_at = new Date(app.now().getTime() - 2 * hourMs).toISOString();
    await app.ctx.db
      .insertInto('pending_blob_deletions')
      .values(blobKeys.map((blob_key) => ({ blob_key, requested_at })))
      .execute();
    // A folder in the place of the file: removing it as a file fails, for every user of the system.
    const folder = join(app.dataDir, 'blobs', locked.slice(0, 2), locked);
    await mkdir(folder, { recursive: true });
    const pending = async () =>
      (await app.ctx.db.selectFrom('pending_blob_deletions').select('blob_key').execute()).map((row) => row.blob_key);
    return { app, folder, pending };
  }

  test('continues after a blob that cannot be removed, and removes that one when it can be removed', async (t) => {
    const { app, folder, pending } = await openWithPending(t, keys);
    await deletePendingBlobsJob.run(app.ctx, signal);
    assert.deepEqual(await pending(), [locked]);
    await rmdir(folder);
    await deletePendingBlobsJob.run(app.ctx, signal);
    assert.deepEqual(await pending(), []);
  });

  test('fails and keeps all blobs pending while the store is unavailable', async (t) => {
    const { app, pending } = await openWithPending(t, [locked]);
    await rm(join(app.dataDir, 'store-id'));
    await assert.rejects(deletePendingBlobsJob.run(app.ctx, signal));
    assert.deepEqual(await pending(), [locked]);
  });
});
