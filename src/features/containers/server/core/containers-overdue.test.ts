import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { overdueReason } from '#features/containers/core/containers.rules.ts';
import { dayMs } from '#shared/calendar.ts';
import { containersOf } from '#tests/containers.ts';
import { asAdmin, makeTeam, makeUser } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { markAllOverdue } from './container-overdue.service.ts';

const calls = containersContract;

describe('overdue containers', () => {
  const app = useTestApp();
  const signIn = async () => {
    const admin = await asAdmin(app);
    const { day, details, make, find, put, logs, noticesOf } = containersOf(app, () => admin);
    return { admin, day, details, make, find, put, logs, noticesOf };
  };

  test('are marked overdue by the server itself, once for each container and date', async () => {
    const { admin, day, make, find, put, logs, noticesOf, details } = await signIn();
    const team = await makeTeam(app);
    const late = await make(-1);
    const received = await make(-1, 2);
    const dueToday = await make(0);
    const recipient = await makeUser(app, { role: 3, team });
    for (let run = 0; run < 3; run += 1) await markAllOverdue(app.ctx);
    const marked = await find(late.id);
    assert.deepEqual(
      [marked.status_name, marked.is_delayed_pfi, marked.pfi_delays, marked.version],
      ['Not Received', 1, 1, late.version],
    );
    assert.deepEqual(
      (await logs(late.id)).map(({ user_name, reason }) => [user_name, reason]),
      [['System', 'Expected date crossed']],
    );
    for (const other of [received, dueToday]) assert.equal((await find(other.id)).is_delayed_pfi, 0);
    assert.equal((await noticesOf(recipient.id)).filter((one) => one.title === 'Container delayed').length, 1);

    const sent = await put(late.id, 'Delayed', overdueReason);
    assert.deepEqual([sent.status, sent.body], [200, marked], 'the mark of a browser changes nothing');
    assert.equal(
      (await put(late.id, 'Delayed', 'Ship ran aground')).body.pfi_delays,
      2,
      'a delay with another reason is logged',
    );

    const move = (dueIn: number) =>
      admin.call(calls.update, { id: late.id, ...details(), expected_date: day(dueIn), ex_factory_date: day(-9) });
    await move(-2);
    await markAllOverdue(app.ctx);
    assert.equal((await logs(late.id)).length, 3, 'another overdue date adds another entry');
    await move(-1);
    await markAllOverdue(app.ctx);
    await markAllOverdue(app.ctx);
    assert.equal((await logs(late.id)).length, 3, 'a date that was overdue before is not logged again');
    assert.equal((await find(late.id)).pfi_delays, 3);
  });

  test('are marked overdue once by many browsers and the server at the same time', async () => {
    const { make, find, put, logs, noticesOf } = await signIn();
    const team = await makeTeam(app);
    const { id } = await make(-3);
    const recipient = await makeUser(app, { role: 3, team });
    const responses = await Promise.all([
      ...Array.from({ length: 30 }, () => put(id, 'Delayed', overdueReason)),
      markAllOverdue(app.ctx),
      markAllOverdue(app.ctx),
    ]);
    for (const response of responses) if (response) assert.equal(response.status, 200);
    assert.equal((await logs(id)).length, 1);
    assert.equal((await find(id)).pfi_delays, 1);
    assert.equal((await noticesOf(recipient.id)).length, 1);
  });

  test('that become overdue together cause one notification', async () => {
    const { make, logs, noticesOf } = await signIn();
    const team = await makeTeam(app);
    const recipient = await makeUser(app, { role: 3, team });
    const created = [await make(-1), await make(-2), await make(-3)];
    await markAllOverdue(app.ctx);
    const notices = await noticesOf(recipient.id);
    assert.equal(notices.length, 1);
    assert.match(notices[0]?.message ?? '', / and 2 other containers were not received by their PFI dates\.$/);
    assert.equal(notices[0]?.link, '/container-status?status=Delayed');
    for (const { id } of created) assert.equal((await logs(id)).length, 1);
  });

  test('are not marked if they were received, even if a browser has outdated data', async () => {
    const { make, find, put } = await signIn();
    const { id } = await make(-1);
    await put(id, 'Received');
    const late = await put(id, 'Delayed', overdueReason);
    assert.equal(late.status, 409);
    const now = await find(id);
    assert.deepEqual([now.status_name, now.is_delayed_pfi], ['Received', 0]);
  });

  test('log the automatic reason once even if the date is in the future', async () => {
    const { make, put, logs } = await signIn();
    const { id } = await make(40);
    for (let time = 0; time < 2; time += 1) assert.equal((await put(id, 'Delayed', overdueReason)).status, 200);
    assert.deepEqual(
      (await logs(id)).map((entry) => entry.user_name),
      ['Administrator'],
    );
  });

  test('become overdue when the day changes', async () => {
    const { make } = await signIn();
    const { id } = await make(2);
    const real = app.now();
    try {
      app.setNow(new Date(real.getTime() + 3 * dayMs));
      await markAllOverdue(app.ctx);
      assert.equal(
        (await app.ctx.db.selectFrom('containers').selectAll().where('id', '=', id).execute())[0]?.pfi_delays,
        1,
      );
    } finally {
      app.setNow(real);
    }
  });
});
