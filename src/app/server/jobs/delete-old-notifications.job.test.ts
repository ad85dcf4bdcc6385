import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeUser } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { deleteOldNotifications } from './delete-old-notifications.job.ts';

const dayMs = 24 * 60 * 60 * 1000;

describe('notifications', () => {
  const app = useTestApp();
  const ago = (days: number) => new Date(app.now().getTime() - days * dayMs).toISOString();
  const notification = (user_id: number, title: string, read_at: string | null) => ({
    user_id,
    title,
    message: '',
    link: null,
    created_at: ago(100),
    read_at,
  });
  const add = (values: ReturnType<typeof notification>[]) =>
    app.ctx.db.insertInto('notifications').values(values).execute();
  const titlesAfterRun = async (userId: number) => {
    await deleteOldNotifications.run(app.ctx, new AbortController().signal);
    const rows = app.ctx.db.selectFrom('notifications').select('title').where('user_id', '=', userId);
    return (await rows.orderBy('id').execute()).map(({ title }) => title);
  };

  test('are deleted 90 days after they were read', async () => {
    const { id } = await makeUser(app, { role: 3, team: 1 });
    await add([
      notification(id, 'old', ago(91)),
      notification(id, 'recent', ago(89)),
      notification(id, 'unread', null),
    ]);
    assert.deepEqual(await titlesAfterRun(id), ['recent', 'unread']);
  });

  test('are deleted beyond the newest 200 of a user', async () => {
    const { id } = await makeUser(app, { role: 3, team: 1 });
    await add(Array.from({ length: 205 }, (_, index) => notification(id, String(index), null)));
    const left = await titlesAfterRun(id);
    assert.deepEqual([left.length, left[0], left.at(-1)], [200, '5', '204']);
  });
});
