import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { containersOf } from '#tests/containers.ts';
import { asAdmin, makeTeam, signedInAs } from '#tests/make.ts';
import { randomName, useTestApp } from '#tests/test-app.ts';
import { notifyOfFreeTimes } from './free-time.service.ts';

const calls = containersContract;

describe('the free time of a container', () => {
  const app = useTestApp();
  const signIn = async () => {
    const admin = await asAdmin(app);
    const { day, details, put, noticesOf } = containersOf(app, () => admin);
    const enter = async (fields: object) => {
      const { body, raw, status } = await admin.call(calls.create, { ...details(), ...fields });
      assert.equal(status, 201, raw.body);
      return body;
    };
    const noticed = async (userId: number) =>
      (await noticesOf(userId))
        .filter(({ title }) => title.startsWith('Free time'))
        .map(({ title, message, link }) => [title, message, link]);
    return { admin, day, enter, put, noticed };
  };
  /** Moves the clock to noon of a day, so that no test crosses midnight. */
  const moveTo = (date: string) => app.setNow(new Date(`${date}T12:00:00Z`));
  const asFollower = async (...ids: number[]) => {
    const one = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    for (const id of ids) assert.equal((await one.visitor.call(containerWorkContract.follow, { id })).status, 204);
    return one;
  };

  test('notifies a follower and the assignee once of each stage, from servers that run at the same time', async () => {
    moveTo('2027-03-01');
    const { enter, noticed } = await signIn();
    const assignee = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const { id, name, container_no } = await enter({ last_free_day: '2027-03-10', assignee_id: assignee.id });
    const follower = await asFollower(id);
    const at = async (date: string) => {
      moveTo(date);
      await Promise.all([1, 2, 3, 4].map(() => notifyOfFreeTimes(app.ctx)));
      await notifyOfFreeTimes(app.ctx);
      assert.deepEqual(await noticed(assignee.id), await noticed(follower.id));
      return (await noticed(follower.id)).slice(told.length);
    };
    const told: unknown[] = [];
    const label = `${name} (${container_no})`;
    const link = `/container-status?container=${id}`;
    for (const [date, ...notice] of [
      ['2027-03-02'],
      ['2027-03-03', 'Free time ends soon', `${label}: the last free day is Mar 10, 2027 (7 days left).`, link],
      ['2027-03-07'],
      ['2027-03-08', 'Free time ends soon', `${label}: the last free day is Mar 10, 2027 (2 days left).`, link],
      ['2027-03-10'],
      ['2027-03-11', 'Free time is over', `${label}: the last free day was Mar 10, 2027 (1 day over).`, link],
      ['2027-03-20'],
    ] as [string, ...string[]][]) {
      const found = await at(date);
      assert.deepEqual(found, notice.length === 0 ? [] : [notice], date);
      told.push(...found);
    }
    const again = await asAdmin(app);
    const now = (await again.call(calls.find, { id })).body;
    const moved = await again.call(calls.update, { ...now, version: undefined, last_free_day: '2027-03-22' });
    assert.equal(moved.status, 200, moved.raw.body);
    assert.deepEqual(await at('2027-03-20'), [
      ['Free time ends soon', `${label}: the last free day is Mar 22, 2027 (2 days left).`, link],
    ]);
  });

  test('notifies nobody of the last free day after the receipt, nor of the return of the empty after the departure', async () => {
    moveTo('2027-04-01');
    const { enter, put, noticed } = await signIn();
    const days = { last_free_day: '2027-04-01', empty_return_due: '2027-04-01' };
    const { id } = await enter({ ...days, received_on: '2027-04-01' });
    const follower = await asFollower(id);
    assert.equal((await put(id, 'Received')).status, 200);
    await notifyOfFreeTimes(app.ctx);
    assert.deepEqual(
      (await noticed(follower.id)).map(([, message]) => message?.replace(/^.*: /, '')),
      ['the day of the empty return is Apr 1, 2027 (last day is today).'],
    );
    assert.equal((await put(id, 'Departed')).status, 200);
    moveTo('2027-04-09');
    await notifyOfFreeTimes(app.ctx);
    assert.equal((await noticed(follower.id)).length, 1);
  });

  test('is told to those who see the container only, in one notification for several', async () => {
    moveTo('2027-05-01');
    const { admin, enter, noticed } = await signIn();
    const some = [
      await enter({ name: 'One', last_free_day: '2027-04-20' }),
      await enter({ name: 'Two', last_free_day: '2027-04-21' }),
    ];
    const hidden = await enter({ last_free_day: '2027-04-20' });
    const follower = await asFollower(...some.map(({ id }) => id), hidden.id);
    await admin.call(calls.update, { ...hidden, version: undefined, team_id: await makeTeam(app) });
    await notifyOfFreeTimes(app.ctx);
    assert.deepEqual(
      (await noticed(follower.id)).map(([title, message, link]) => [
        title,
        message?.replaceAll(/ \(PO-\w+\)/g, ''),
        link,
      ]),
      [
        [
          'Free time is over',
          'One: the last free day was Apr 20, 2027 (11 days over). Two: the last free day was Apr 21, 2027 (10 days over).',
          '/container-status?preset=free_time&sort=free_time',
        ],
      ],
    );
  });

  test('filters and sorts the list by urgency, for the day of the browser', async () => {
    const { admin, enter } = await signIn();
    const vessel = randomName();
    for (const [name, status_id, last_free_day, empty_return_due] of [
      ['port over', 1, '2027-06-01', '2027-06-30'],
      ['empty over', 2, '2027-05-01', '2027-06-05'],
      ['empty first', 1, '2027-06-20', '2027-06-11'],
      ['departed', 3, '2027-05-01', '2027-05-01'],
      ['within a week', 1, '2027-06-17', undefined],
      ['later', 1, '2027-06-18', undefined],
      ['without days', 1, undefined, undefined],
    ] as const)
      await enter({ name, status_id, vessel, last_free_day, empty_return_due });
    const names = async (input: object) =>
      (await admin.call(calls.page, { vessel, today: '2027-06-10', ...input })).body.containers.map(({ name }) => name);
    const urgent = ['port over', 'empty over', 'empty first', 'within a week'];
    assert.deepEqual(await names({ sort: 'free_time', preset: 'free_time' }), urgent);
    assert.deepEqual(await names({ sort: 'free_time' }), [...urgent, 'later', 'without days', 'departed']);
    assert.deepEqual(await names({ sort: 'free_time', limit: 2 }), urgent.slice(0, 2));
    assert.deepEqual(await names({ sort: 'free_time', preset: 'free_time', today: '2027-06-11' }), [
      ...urgent,
      'later',
    ]);
  });

  test('costs the rate of the carrier for each day over, in the container and in the export', async () => {
    const { admin, enter } = await signIn();
    const carrier = (await admin.call(partiesContract.add, { name: `Line ${randomName()}` })).body;
    const rate = { id: carrier.id, day_rate: 80, currency: 'eur' };
    assert.equal((await admin.call(partiesContract.setRate, rate)).status, 204);
    const acts = app.ctx.db.selectFrom('audit_entries').select('detail').where('act', '=', 'party.rate_changed');
    assert.deepEqual(
      (await acts.execute()).map(({ detail }) => detail),
      ['80.00 EUR'],
    );
    const { id } = await enter({ last_free_day: '2027-07-01', carrier_id: carrier.id });
    const { day_rate, currency } = (await admin.call(calls.find, { id })).body;
    assert.deepEqual([day_rate, currency], [80, 'EUR']);
    const url = `/api/containers.csv?ids=${id}&columns=days_over,cost_over,currency&today=2027-07-05`;
    const [, row] = (await admin.send({ method: 'GET', url })).body.trim().split('\r\n');
    assert.equal(row, '"4","320","EUR"');

    const other = (await admin.call(partiesContract.add, { name: `Line ${randomName()}` })).body;
    await admin.call(partiesContract.rename, { id: carrier.id, name: other.name });
    assert.equal((await admin.call(calls.find, { id })).body.day_rate, 80, 'a merge keeps the rate');
    assert.equal(
      (await admin.call(partiesContract.setRate, { id: other.id, day_rate: null, currency: null })).status,
      204,
    );
    assert.equal((await admin.call(calls.find, { id })).body.day_rate, undefined);
  });

  test('has a rate with an amount and a currency only', async () => {
    const { admin } = await signIn();
    const { id } = (await admin.call(partiesContract.add, { name: `Line ${randomName()}` })).body;
    for (const [day_rate, currency, field] of [
      [0, 'EUR', 'day_rate'],
      [80, 'Euro', 'currency'],
      [80, null, 'currency'],
    ] as const) {
      const { status, failure } = await admin.call(partiesContract.setRate, { id, day_rate, currency });
      assert.deepEqual([status, Object.keys(failure.errors ?? {})], [422, [field]], `${day_rate} ${currency}`);
    }
  });
});
