import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import { selectionContract } from '#features/files/list/selection.contract.ts';
import { renameFile } from '#features/files/server/core/files.queries.ts';
import { trashContract } from '#features/files/trash/trash.contract.ts';
import { asAdmin, makeTeam, upload } from '#tests/make.ts';
import { randomName, useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

describe('a search of file names follows every change', () => {
  const app = useTestApp();
  let admin!: Visitor;
  before(async () => {
    admin = await asAdmin(app);
  });
  const countFound = async (search: string, team_id?: number) =>
    (await admin.call(filesContract.overview, { search, ...(team_id === undefined ? {} : { team_id }) })).body.matching;
  /** Uploads a file. Returns its id and two words of which its name has the first. */
  const store = async () => {
    const [name, other] = [randomName(), randomName()];
    assert.equal(await countFound(name), 0);
    const [file] = await upload(admin, 1, { name: `${name} 7.txt`, bytes: name });
    assert.equal(await countFound(name), 1);
    return { id: file?.id as number, name, other };
  };

  test('a renamed file is found by its new name only', async () => {
    const { id, name, other } = await store();
    await admin.call(filesContract.update, { id, _method: 'PUT', filename: `${other}.txt` });
    assert.deepEqual([await countFound(name), await countFound(other)], [0, 1]);
  });

  test('a file in the trash is not found, and a restored one is', async () => {
    const { id, name } = await store();
    await admin.call(filesContract.remove, { id });
    assert.equal(await countFound(name), 0);
    await admin.call(trashContract.restore, { id });
    assert.equal(await countFound(name), 1);
  });

  test('a moved file is found in its new team', async () => {
    const { id, name } = await store();
    const team_id = await makeTeam(app);
    await admin.call(selectionContract.move, { ids: [id], team_id });
    assert.deepEqual([await countFound(name, team_id), await countFound(name, 1)], [1, 0]);
  });

  test('a change that was rolled back has no effect', async () => {
    const { id, name, other } = await store();
    await app.ctx.db
      .transaction()
      .execute(async (tx) => {
        await renameFile(tx, { id }, `${other}.txt`, new Date().toISOString());
        throw new Error('undone');
      })
      .catch(() => {});
    assert.deepEqual([await countFound(other), await countFound(name)], [0, 1]);
  });
});
