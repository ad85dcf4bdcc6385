import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeTeam, makeUser } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { startHousekeeping } from '../../src/app/server/housekeeping.ts';

const dayMs = 24 * 60 * 60 * 1000;

test('housekeeping', async (t) => {
  const app = useTestApp();

  const tidy = () => startHousekeeping(app.parts)();
  const daysAgo = (days: number) => new Date(app.now().getTime() - days * dayMs).toISOString();

  await t.test('deletes notifications that were read 90 days ago, and no other', async () => {
    const { id } = await makeUser(app, { role: 3, team: await makeTeam(app) });
    const notices = (title: string, readAt: string | null, count = 1) =>
      Array.from({ length: count }, () => ({
        user_id: id,
        title,
        message: '',
        link: null,
        created_at: daysAgo(200),
        read_at: readAt,
      }));
    const { db } = app.parts;
    // More than are deleted at once.
    await db
      .insertInto('notifications')
      .values(notices('read long ago', daysAgo(91), 2_300))
      .execute();
    await db
      .insertInto('notifications')
      .values([...notices('read lately', daysAgo(89)), ...notices('unread', null)])
      .execute();
    await tidy();
    const left = await db.selectFrom('notifications').select('title').orderBy('id').execute();
    assert.deepEqual(
      left.map((row) => row.title),
      ['read lately', 'unread'],
    );
  });
});
