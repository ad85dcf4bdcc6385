import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { readConfig } from '#server/config.ts';
import { keptAnswer, keptQuestion } from '#server/database/kept-question.ts';
import { databasePath, openDatabase } from '#server/database/open.ts';

const askTeam = keptAnswer(
  keptQuestion((db, id: number) => db.selectFrom('teams').select('name').where('id', '=', id)),
);

test('an answer that is kept', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-'));
  const db = await openDatabase(readConfig({ DATA_DIR: folder }), new Date());
  t.after(async () => {
    await db.destroy();
    await rm(folder, { recursive: true });
  });
  const nameOf = async (id: number) => (await askTeam(db, id))[0]?.name;
  await db.insertInto('teams').values({ id: 7, name: 'Quay', created_at: '' }).execute();
  const rename = (to: string) => db.updateTable('teams').set({ name: to }).where('id', '=', 7);

  await t.test('is the same one until something is written', async () => {
    assert.equal(await nameOf(7), 'Quay');
    assert.equal(await askTeam(db, 7), await askTeam(db, 7));
    await rename('Dock').execute();
    assert.equal(await nameOf(7), 'Dock');
  });

  await t.test('is what a transaction has left, and not what it was about to', async () => {
    const asked = await db.transaction().execute(async (tx) => {
      await tx.updateTable('teams').set({ name: 'Pier' }).where('id', '=', 7).execute();
      assert.equal((await askTeam(tx, 7))[0]?.name, 'Pier');
      const meanwhile = nameOf(7);
      await turn();
      await tx.updateTable('teams').set({ name: 'Wharf' }).where('id', '=', 7).execute();
      return [meanwhile];
    });
    assert.deepEqual(await Promise.all(asked), ['Wharf']);
    const undone = db.transaction().execute(async (tx) => {
      await tx.updateTable('teams').set({ name: 'Nowhere' }).where('id', '=', 7).execute();
      throw new Error('undone');
    });
    await assert.rejects(undone);
    assert.equal(await nameOf(7), 'Wharf');
  });

  await t.test('is another one after another process has written', async () => {
    const beside = new DatabaseSync(databasePath(folder));
    beside.exec(`update teams set name = 'Harbour' where id = 7`);
    beside.close();
    await turn();
    assert.equal(await nameOf(7), 'Harbour');
  });

  await t.test('is nothing once there is nothing, and something once there is', async () => {
    assert.equal(await nameOf(8), undefined);
    await db.insertInto('teams').values({ id: 8, name: 'Shed', created_at: '' }).execute();
    assert.equal(await nameOf(8), 'Shed');
  });
});
