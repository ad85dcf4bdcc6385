import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asAdmin } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { deleteExpiredSessions } from './delete-ended-sessions.job.ts';

const dayMs = 24 * 60 * 60 * 1000;

describe('sessions past their end are deleted, and others are kept', () => {
  const app = useTestApp();
  const count = async () => (await app.ctx.db.selectFrom('sessions').select('user_id').execute()).length;

  test('no session is deleted on the day of the sign-in', async () => {
    await asAdmin(app);
    await deleteExpiredSessions.run(app.ctx, new AbortController().signal);
    assert.equal(await count(), 1);
  });

  test('two days later, the ended session is deleted', async () => {
    app.setNow(new Date(app.now().getTime() + 2 * dayMs));
    await deleteExpiredSessions.run(app.ctx, new AbortController().signal);
    assert.equal(await count(), 0);
  });
});
