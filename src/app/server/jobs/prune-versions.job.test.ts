import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import { asAdmin, upload } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import { pruneVersions } from './prune-versions.job.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Replaces a file twice, and returns the number of versions after a run of the job half a year later. */
async function versionsLeft(app: TestApp): Promise<number> {
  const admin = await asAdmin(app);
  const [file] = await upload(admin, 1, { name: 'tide.txt', bytes: 'first' });
  for (const bytes of ['second', 'third'])
    await admin.call(filesContract.update, { id: file?.id ?? 0, _method: 'PUT' }, [{ name: 'tide.txt', bytes }]);
  app.setNow(new Date(app.now().getTime() + 181 * dayMs));
  await pruneVersions.run(app.ctx, new AbortController().signal);
  return (await app.ctx.db.selectFrom('file_versions').select('id').execute()).length;
}

describe('versions that were replaced more than 180 days ago', () => {
  test('are kept', async (t) => {
    const app = await openTestApp();
    t.after(app.close);
    assert.equal(await versionsLeft(app), 2);
  });

  test('are deleted with PRUNE_VERSIONS', async (t) => {
    const app = await openTestApp({ PRUNE_VERSIONS: 'yes' });
    t.after(app.close);
    assert.equal(await versionsLeft(app), 0);
  });

  test('are not those whose content is old and was replaced a moment ago', async (t) => {
    const app = await openTestApp({ PRUNE_VERSIONS: 'yes' });
    t.after(app.close);
    const admin = await asAdmin(app);
    const [file] = await upload(admin, 1, { name: 'chart.txt', bytes: 'old' });
    app.setNow(new Date(app.now().getTime() + 181 * dayMs));
    const later = await asAdmin(app);
    for (const bytes of ['mistake', 'second mistake'])
      await later.call(filesContract.update, { id: file?.id ?? 0, _method: 'PUT' }, [{ name: 'chart.txt', bytes }]);
    await pruneVersions.run(app.ctx, new AbortController().signal);
    assert.equal((await app.ctx.db.selectFrom('file_versions').select('id').execute()).length, 2);
  });
});
