import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { asAdmin, blobKeyOf, makeFileType, upload } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';
import { zipBlobs } from './zip-blobs.ts';

test('the announced size is that of the archive, also with a central directory of more than 64 KB', async () => {
  const app = await openTestApp();
  try {
    const [file] = await upload(await asAdmin(app), await makeFileType(app), { name: 'a.txt', bytes: 'text' });
    const { size = 0, id = 0 } = file ?? {};
    const key = await blobKeyOf(app, id);
    const { sha256 } = await app.ctx.db.selectFrom('files').select('sha256').executeTakeFirstOrThrow();
    const modifiedAt = app.now().toISOString();
    // A record is 55 bytes and the name: 655 of 100 bytes are just below 64 KB, 656 above.
    for (const [count, letters] of [
      [2, 10],
      [654, 45],
      [655, 45],
      [656, 45],
      [500, 200],
    ] as const) {
      const entries = Array.from({ length: count }, (_, at) => {
        const name = `${at}é`.padEnd(letters - 1, 'x');
        return { name, key, size, sha256, modifiedAt };
      });
      const { size: announced, stream } = await zipBlobs(app.ctx, entries);
      assert.equal((await buffer(stream)).length, announced, `${count} names of ${letters} bytes`);
    }
  } finally {
    await app.close();
  }
});
