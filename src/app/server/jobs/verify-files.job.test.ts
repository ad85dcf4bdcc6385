import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asAdmin, blobKeyOf, upload } from '#tests/make.ts';
import { storedIn } from '#tests/storage.ts';
import { useTestApp } from '#tests/test-app.ts';
import { verifyFiles } from './verify-files.job.ts';

describe('stored files', () => {
  const app = useTestApp();

  test('are read at night, and a missing one is recorded', async () => {
    const [file] = await upload(await asAdmin(app), 1, { name: 'lost.txt' });
    const key = await blobKeyOf(app, file?.id ?? 0);
    await storedIn(app.ctx.config).remove(key);
    const night = new Date(app.now().getTime() + 24 * 60 * 60 * 1000);
    night.setHours(2, 0, 0, 0);
    app.setNow(night);
    await verifyFiles.run(app.ctx, new AbortController().signal);
    const damaged = await app.ctx.db.selectFrom('damaged_blobs').select(['blob_key', 'problem']).execute();
    assert.deepEqual(
      damaged.map(({ blob_key, problem }) => [blob_key, problem]),
      [[key, 'missing']],
    );
  });
});
