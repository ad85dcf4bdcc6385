import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeContainer } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { markOverdue } from './mark-overdue.job.ts';

describe('containers whose expected date has passed', () => {
  const app = useTestApp();

  test('are marked as delayed only once', async () => {
    const [late, early] = [await makeContainer(app, { dueOn: '2020-01-01' }), await makeContainer(app)];
    for (let run = 0; run < 2; run += 1) await markOverdue.run(app.ctx, new AbortController().signal);
    const containers = app.ctx.db.selectFrom('containers').select(['id', 'is_delayed_pfi', 'pfi_delays']);
    assert.deepEqual(
      (await containers.orderBy('id').execute()).map((row) => [row.id, row.is_delayed_pfi, row.pfi_delays]),
      [
        [late, 1, 1],
        [early, 0, 0],
      ],
    );
  });
});
