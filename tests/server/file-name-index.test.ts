import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesContract } from '#features/files/files.contract.ts';
import { selectionContract } from '#features/files/selection.contract.ts';
import { renameFile } from '#features/files/server/files.queries.ts';
import { trashContract } from '#features/files/trash.contract.ts';
import { indexFileNames } from '#tests/file-name-index.ts';
import { asAdmin, makeTeam, upload } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

test('the file-name index follows every change by the next search', async (t) => {
  const app = useTestApp();
  let admin!: Visitor;
  let fileId!: number;
  const countFound = async (search: string, team_id?: number) =>
    (await admin.call(filesContract.overview, { search, ...(team_id === undefined ? {} : { team_id }) })).body.matching;

  await t.test('an upload is found', async () => {
    admin = await asAdmin(app);
    await indexFileNames(app);
    assert.equal(await countFound('manifest'), 0);
    const [file] = await upload(admin, 1, { name: 'Manifest 7.txt', bytes: 'one' });
    fileId = file?.id as number;
    assert.equal(await countFound('manifest'), 1);
  });
  await t.test('a renamed file is found by its new name only', async () => {
    await admin.call(filesContract.update, { id: fileId, _method: 'PUT', filename: 'Cargo list.txt' });
    assert.deepEqual([await countFound('manifest'), await countFound('cargo')], [0, 1]);
  });
  await t.test('a file in the trash is not found, and a restored one is', async () => {
    await admin.call(filesContract.remove, { id: fileId });
    assert.equal(await countFound('cargo'), 0);
    await admin.call(trashContract.restore, { id: fileId });
    assert.equal(await countFound('cargo'), 1);
  });
  await t.test('a moved file is found in its new team', async () => {
    const team_id = await makeTeam(app, 'Elsewhere');
    await admin.call(selectionContract.move, { ids: [fileId], team_id });
    assert.deepEqual([await countFound('cargo', team_id), await countFound('cargo', 1)], [1, 0]);
  });
  await t.test('a change that was rolled back has no effect', async () => {
    await app.ctx.db
      .transaction()
      .execute(async (tx) => {
        await renameFile(tx, { id: fileId }, 'never.txt', new Date().toISOString());
        throw new Error('undone');
      })
      .catch(() => {});
    assert.deepEqual([await countFound('never'), await countFound('cargo')], [0, 1]);
  });

  const skip = process.env['DATABASE_URL'] === undefined && 'the embedded database has one writer';
  await t.test('a change that began before others and ended after them is not missed', { skip }, async () => {
    const renamed = Promise.withResolvers<void>();
    const searched = Promise.withResolvers<void>();
    const slow = app.ctx.db.transaction().execute(async (tx) => {
      await renameFile(tx, { id: fileId }, 'slowly.txt', new Date().toISOString());
      renamed.resolve();
      await searched.promise;
    });
    await renamed.promise;
    await upload(admin, 1, { name: 'Quick.txt', bytes: 'two' });
    assert.deepEqual([await countFound('quick'), await countFound('slowly')], [1, 0]);
    searched.resolve();
    await slow;
    assert.deepEqual([await countFound('slowly'), await countFound('cargo')], [1, 0]);
  });
});
