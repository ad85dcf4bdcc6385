import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { asAdmin, upload } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { pruneFileChanges } from './prune-file-changes.job.ts';

describe('changes of file names', () => {
  const app = useTestApp();

  test('are deleted after a day', async () => {
    const { db } = app.ctx;
    const files = await upload(await asAdmin(app), 1, { name: 'old' }, { name: 'new' });
    await sql`update file_changes set changed_at = '2020-01-01 00:00:00' where file_id = ${files[0]?.id}`.execute(db);
    await pruneFileChanges.run(app.ctx, new AbortController().signal);
    const left = await db.selectFrom('file_changes').select('file_id').distinct().execute();
    assert.deepEqual(
      left.map((row) => row.file_id),
      [files[1]?.id],
    );
  });
});
