import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { throttle } from '#shared/session-lengths.ts';
import { useTestApp } from '#tests/test-app.ts';
import { deleteOldSignInFailures } from './delete-old-sign-in-failures.job.ts';

describe('sign-in failures', () => {
  const app = useTestApp();

  test('are deleted once they no longer count', async () => {
    const failure = (email_key: string, agoMs: number) => ({
      email_key,
      address: '192.0.2.1',
      failed_at: new Date(app.now().getTime() - agoMs).toISOString(),
    });
    await app.ctx.db
      .insertInto('login_failures')
      .values([failure('old@example.com', throttle.windowMs + 1000), failure('new@example.com', 1000)])
      .execute();
    await deleteOldSignInFailures.run(app.ctx, new AbortController().signal);
    const left = await app.ctx.db.selectFrom('login_failures').select('email_key').execute();
    assert.deepEqual(
      left.map((row) => row.email_key),
      ['new@example.com'],
    );
  });
});
