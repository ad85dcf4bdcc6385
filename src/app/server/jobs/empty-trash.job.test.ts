import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import { followAudit } from '#tests/audit.ts';
import { asAdmin, upload } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { emptyTrash } from './empty-trash.job.ts';

const dayMs = 24 * 60 * 60 * 1000;

describe('files in the trash', () => {
  const app = useTestApp();

  test('are deleted for good after 30 days, and the audit log records it', async () => {
    const admin = await asAdmin(app);
    const files = await upload(admin, 1, { name: 'old' }, { name: 'recent' }, { name: 'kept' });
    for (const [index, days] of [31, 29].entries()) {
      const id = files[index]?.id ?? 0;
      await admin.call(filesContract.remove, { id });
      const trashed_at = new Date(app.now().getTime() - days * dayMs).toISOString();
      await app.ctx.db.updateTable('files').set({ trashed_at }).where('id', '=', id).execute();
    }
    await emptyTrash.run(app.ctx, new AbortController().signal);
    const left = await app.ctx.db.selectFrom('files').select('filename').orderBy('id').execute();
    assert.deepEqual(
      left.map(({ filename }) => filename),
      ['recent', 'kept'],
    );
    const purged = (await followAudit(app.ctx)()).filter(({ act }) => act.endsWith('.purged'));
    assert.deepEqual(
      purged.map(({ act, user_id, user_name, thing_id }) => [act, user_id, user_name, thing_id]),
      [['file.purged', null, 'System', files[0]?.id]],
    );
  });
});
