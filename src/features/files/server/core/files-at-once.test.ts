import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import { selectionContract } from '#features/files/list/selection.contract.ts';
import { trashContract } from '#features/files/trash/trash.contract.ts';
import { uploadsContract } from '#features/files/upload/resumable-upload.contract.ts';
import { asAdmin, blobKeyOf, makeTeam, signedInAs, upload } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { begin, sendPiece } from '#tests/tus.ts';
import type { Visitor } from '#tests/visitor.ts';

describe('files that several calls change at the same time', () => {
  const app = useTestApp();
  let admin!: Visitor;
  before(async () => {
    admin = await asAdmin(app);
  });
  const add = async (name: string, bytes = name) => (await upload(admin, 1, { name, bytes }))[0]?.id as number;

  test('a file that is moved to another team and to the trash is counted in neither', async () => {
    const teams = [await makeTeam(app), await makeTeam(app)] as const;
    for (let round = 0; round < 10; round += 1) {
      const id = await add(`moved ${round}.txt`);
      await admin.call(selectionContract.move, { ids: [id], team_id: teams[0] });
      const [, removed] = await Promise.all([
        admin.call(selectionContract.move, { ids: [id], team_id: teams[1] }),
        admin.call(filesContract.remove, { id }),
      ]);
      assert.equal(removed.status, 204);
    }
    const counts = app.ctx.db.selectFrom('file_counts').select('files').where('team_id', 'in', teams);
    assert.deepEqual([...new Set((await counts.execute()).map(({ files }) => files))], [0]);
  });

  test('a file that is renamed and moved to the trash can be restored', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await add(`named ${round}.txt`);
      const [renamed, removed] = await Promise.all([
        admin.call(filesContract.update, { id, _method: 'PUT', filename: `other ${round}.txt` }),
        admin.call(filesContract.remove, { id }),
      ]);
      assert.ok([200, 404].includes(renamed.status) && removed.status === 204, renamed.raw.body);
      assert.equal((await admin.call(trashContract.restore, { id })).status, 200);
    }
  });

  test('the content of two files that are deleted for good is deleted', async () => {
    for (let round = 0; round < 10; round += 1) {
      const ids = [await add(`one ${round}.txt`, `same ${round}`), await add(`two ${round}.txt`, `same ${round}`)];
      const key = await blobKeyOf(app, Number(ids[0]));
      for (const id of ids) await admin.call(filesContract.remove, { id });
      await Promise.all(ids.map((id) => admin.call(trashContract.remove, { id })));
      const pending = app.ctx.db.selectFrom('pending_blob_deletions').select('blob_key').where('blob_key', '=', key);
      assert.equal((await pending.execute()).length, 1);
    }
  });

  test('an upload that is cancelled twice, or while a piece arrives, leaves no piece that is not deleted', async () => {
    const { visitor } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const piece = Buffer.alloc(1024 * 1024, 1);
    for (let round = 0; round < 10; round += 1) {
      const url = await begin(visitor, `cancelled ${round}`, 3 * piece.length);
      await sendPiece(visitor, url, 0, piece);
      const id = url.slice(url.lastIndexOf('/') + 1);
      const [, ...cancelled] = await Promise.all([
        sendPiece(visitor, url, piece.length, piece),
        visitor.call(uploadsContract.remove, { id }),
        visitor.call(uploadsContract.remove, { id }),
      ]);
      for (const { status, raw } of cancelled) assert.ok([204, 404].includes(status), raw.body);
    }
    const kept: string[] = [];
    for await (const { key } of app.ctx.blobs.list()) kept.push(key);
    const pending = await app.ctx.db.selectFrom('pending_blob_deletions').select('blob_key').execute();
    const files = await app.ctx.db.selectFrom('files').select('blob_key').execute();
    const known = new Set([...pending, ...files].map(({ blob_key }) => blob_key));
    assert.deepEqual(
      kept.filter((key) => !known.has(key)),
      [],
    );
  });
});
