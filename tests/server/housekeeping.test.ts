import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesContract } from '#features/files/files.contract.ts';
import type { File } from '#features/files/files.contract.ts';
import { followAudit } from '#tests/audit.ts';
import { asAdmin, makeContainer, makeUser, upload } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { removeEnded } from '../../src/app/server/housekeeping.ts';

const dayMs = 24 * 60 * 60 * 1000;

test('what ended long ago is removed, and what did not stays', async (t) => {
  const app = useTestApp();
  const ago = (days: number) => new Date(app.now().getTime() - days * dayMs).toISOString();
  const rowsOf = async (table: 'notifications' | 'files' | 'containers' | 'sessions') =>
    (
      await app.parts.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows;

  await t.test('notices read 90 days ago, and those before the newest 200', async () => {
    const [quiet, busy] = [await makeUser(app, { role: 3, team: 1 }), await makeUser(app, { role: 3, team: 1 })];
    const notice = (user_id: number, title: string, read_at: string | null) => ({
      user_id,
      title,
      message: '',
      link: null,
      created_at: ago(100),
      read_at,
    });
    await app.parts.db
      .insertInto('notifications')
      .values([notice(quiet.id, 'old', ago(91)), notice(quiet.id, 'recent', ago(89)), notice(quiet.id, 'unread', null)])
      .execute();
    const many = Array.from({ length: 205 }, (_, place) => notice(busy.id, String(place), null));
    await app.parts.db.insertInto('notifications').values(many).execute();
    await removeEnded(app.parts);
    const titles = async (userId: number) =>
      (
        await app.parts.db
          .selectFrom('notifications')
          .select('title')
          .where('user_id', '=', userId)
          .orderBy('id')
          .execute()
      ).map(({ title }) => title);
    assert.deepEqual(await titles(quiet.id), ['recent', 'unread']);
    const left = await titles(busy.id);
    assert.deepEqual([left.length, left[0], left.at(-1)], [200, '5', '204']);
  });

  await t.test('files and containers that were in the trash for 30 days', async () => {
    const admin = await asAdmin(app);
    const files = await upload(admin, 1, { name: 'old' }, { name: 'recent' }, { name: 'kept' });
    const [old, recent] = files as [File, File];
    for (const { id } of [old, recent]) await admin.call(filesContract.remove, { id });
    const inTrashSince = (table: 'files' | 'containers', id: number, days: number) =>
      table === 'files'
        ? app.parts.db
            .updateTable('files')
            .set({ trashed_at: ago(days) })
            .where('id', '=', id)
            .execute()
        : app.parts.db
            .updateTable('containers')
            .set({ deleted_at: ago(days) })
            .where('id', '=', id)
            .execute();
    await inTrashSince('files', old.id, 31);
    await inTrashSince('files', recent.id, 29);
    await makeContainer(app);
    await inTrashSince('containers', await makeContainer(app, { isTrashed: true }), 31);
    await inTrashSince('containers', await makeContainer(app, { isTrashed: true }), 29);
    await removeEnded(app.parts);
    assert.deepEqual([await rowsOf('files'), await rowsOf('containers')], [2, 2]);
    const purged = (await followAudit(app.parts)()).filter(({ act }) => act.endsWith('.purged'));
    assert.deepEqual(
      purged.map(({ act, user_id, user_name, thing_id }) => [act, user_id, user_name, thing_id]),
      [
        ['file.purged', null, 'System', old.id],
        ['container.purged', null, 'System', 2],
      ],
    );
  });

  await t.test('sessions past their end', async () => {
    await asAdmin(app);
    assert.ok((await rowsOf('sessions')) > 0);
    app.setNow(new Date(app.now().getTime() + 2 * dayMs));
    await removeEnded(app.parts);
    assert.equal(await rowsOf('sessions'), 0);
  });
});
