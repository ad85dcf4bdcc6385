import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { minPieceBytes } from '#features/files/upload/resumable-upload.rules.ts';
import { asAdmin } from '#tests/make.ts';
import { storedIn } from '#tests/storage.ts';
import { useTestApp } from '#tests/test-app.ts';
import { begin, sendPiece } from '#tests/tus.ts';
import { deleteUnfinishedUploads } from './delete-unfinished-uploads.job.ts';

const hourMs = 60 * 60 * 1000;

describe('unfinished uploads', () => {
  const app = useTestApp({ MAX_UPLOAD_BYTES: '2000000' });

  test('are deleted with their bytes a day after their last piece', async () => {
    const admin = await asAdmin(app);
    const url = await begin(admin, 'late.bin', 2 * minPieceBytes);
    await sendPiece(admin, url, 0, Buffer.alloc(minPieceBytes));
    const began = app.now().getTime();
    const leftAfter = async (hours: number) => {
      app.setNow(new Date(began + hours * hourMs));
      await deleteUnfinishedUploads.run(app.ctx, new AbortController().signal);
      const uploads = await app.ctx.db.selectFrom('uploads').select('id').execute();
      return { uploads: uploads.length, blobs: (await storedIn(app.ctx.config).keys()).length };
    };
    assert.deepEqual(await leftAfter(23), { uploads: 1, blobs: 1 });
    assert.deepEqual(await leftAfter(25), { uploads: 0, blobs: 0 });
  });
});
