import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { dayMs } from '#shared/calendar.ts';
import { containersOf } from '#tests/containers.ts';
import { asAdmin } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { markAllOverdue } from '../core/container-overdue.service.ts';

describe('the last entry by a user', () => {
  const app = useTestApp();

  test('the time of the last entry is that of the newest entry by a user', async () => {
    const admin = await asAdmin(app);
    const { make } = containersOf(app, () => admin);
    const { id } = await make(-3);
    const { happened_at } = (await admin.call(containersContract.history, { id })).body.events[0] ?? {};
    await markAllOverdue(app.ctx);
    const one = (await admin.call(containersContract.find, { id })).body;
    assert.deepEqual([one.heard_at, one.pfi_delay_by_rule], [happened_at, true]);
    const listed = (await admin.call(containersContract.page, { search: one.container_no })).body.containers;
    assert.deepEqual(listed, [one]);

    const later = new Date(app.now().getTime() + dayMs).toISOString();
    const event = { container_id: id, what: 'comment', user_id: 1, happened_at: later };
    await app.ctx.db.insertInto('container_events').values(event).execute();
    assert.equal((await admin.call(containersContract.find, { id })).body.heard_at, later);
    const delay = { id, kind: 'pfi', reason: 'Storm' } as const;
    assert.equal((await admin.call(containerWorkContract.delay, delay)).status, 200);
    assert.equal((await admin.call(containersContract.find, { id })).body.pfi_delay_by_rule, false);
  });
});
