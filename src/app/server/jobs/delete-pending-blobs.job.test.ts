import assert from 'node:assert/strict';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { useTestApp } from '#tests/test-app.ts';
import { deletePendingBlobsJob } from './delete-pending-blobs.job.ts';

const hourMs = 60 * 60 * 1000;
const onlyFolder = process.env['STORAGE_URL'] ? { skip: 'needs a store on the disk' } : {};

test('deleting the bytes of deleted files', onlyFolder, async (t) => {
  const app = useTestApp();
  const { signal } = new AbortController();
  // More than one batch, with the blob that cannot be removed in the first one.
  const keys = Array.from({ length: 150 }, (_, index) => index.toString(16).padStart(32, '0'));
  const [locked = ''] = keys;
  const path = (key: string) => join(app.dataDir, 'blobs', key.slice(0, 2), key);
  const pending = async () =>
    (await app.ctx.db.selectFrom('pending_blob_deletions').select('blob_key').execute()).map((row) => row.blob_key);

  await t.test('continues after a blob that cannot be removed', async () => {
    const requested_at = new Date(app.now().getTime() - 2 * hourMs).toISOString();
    await app.ctx.db
      .insertInto('pending_blob_deletions')
      .values(keys.map((blob_key) => ({ blob_key, requested_at })))
      .execute();
    // A folder in the place of the file: removing it as a file fails, for every user of the system.
    await mkdir(path(locked), { recursive: true });
    await deletePendingBlobsJob.run(app.ctx, signal);
    assert.deepEqual(await pending(), [locked]);
  });

  await t.test('removes that blob at the next run, when it can be removed', async () => {
    await rmdir(path(locked));
    await deletePendingBlobsJob.run(app.ctx, signal);
    assert.deepEqual(await pending(), []);
  });

  await t.test('fails and keeps all blobs pending while the store is unavailable', async () => {
    const requested_at = new Date(app.now().getTime() - 2 * hourMs).toISOString();
    await app.ctx.db.insertInto('pending_blob_deletions').values({ blob_key: locked, requested_at }).execute();
    await mkdir(path(locked), { recursive: true });
    await rm(join(app.dataDir, 'store-id'));
    await assert.rejects(deletePendingBlobsJob.run(app.ctx, signal));
    assert.deepEqual(await pending(), [locked]);
  });
});
