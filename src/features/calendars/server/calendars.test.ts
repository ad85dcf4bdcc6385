import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { passwordsContract } from '#features/passwords/passwords.contract.ts';
import { productModules } from '#shared/product-modules.ts';
import { throttle } from '#shared/session-lengths.ts';
import { dayFromNow } from '#tests/containers.ts';
import { asAdmin, makeTeam, password, signedInAs } from '#tests/make.ts';
import { readCalendar } from '#tests/read-calendar.ts';
import { randomName, useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';
import { calendarsContract as calls } from '../calendars.contract.ts';

const soon = { pfi_date: dayFromNow(10), ex_factory_date: dayFromNow(-5) };

describe('a calendar address', () => {
  const app = useTestApp({ PUBLIC_URL: 'http://files.example.com' });
  const enter = async (fields: object) => {
    const admin = await asAdmin(app);
    const body = { name: `Box ${randomName()}`, container_no: `PO-${randomName()}`, ...soon, ...fields };
    const { status, body: made, raw } = await admin.call(containersContract.create, body);
    assert.equal(status, 201, raw.body);
    return made;
  };
  /** A person who follows these containers, and the address of their calendar. */
  const subscribe = async (ids: number[], view_id: number | null = null) => {
    const team = await makeTeam(app);
    const person = await signedInAs(app, { role: 3, team });
    for (const id of ids) await person.visitor.call(containerWorkContract.follow, { id });
    const { status, body } = await person.visitor.call(calls.create, { view_id });
    assert.equal(status, 201);
    return { ...person, team, path: body.path };
  };
  const get = (url: string, headers: Record<string, string> = {}) => app.app.inject({ method: 'GET', url, headers });
  const eventsAt = async (url: string) => {
    const answer = await get(url);
    assert.equal(answer.statusCode, 200, answer.body);
    return readCalendar(answer.body);
  };
  const withoutSequence = ({ sequence: _, ...entry }: ReturnType<typeof readCalendar>[number]) => entry;
  const change = async (visitor: Visitor, id: number, fields: object) => {
    const now = (await visitor.call(containersContract.find, { id })).body;
    const changed = await visitor.call(containersContract.update, { ...now, ...fields, version: undefined });
    assert.equal(changed.status, 200, changed.raw.body);
  };

  test('has the dates of the followed containers as whole days, and a changed date moves its entry', async () => {
    const dates = {
      etd: dayFromNow(1),
      eta: dayFromNow(8),
      last_free_day: dayFromNow(12),
      empty_return_due: dayFromNow(20),
    };
    const { id, name } = await enter(dates);
    await enter({ eta: dayFromNow(3) });
    const { path } = await subscribe([id]);
    const entry = (field: string, label: string, day: string) => ({
      uid: `container-${id}-${field}@files.example.com`,
      summary: `${label}: ${name}`,
      day,
      isWholeDay: true,
    });
    assert.deepEqual((await eventsAt(path)).map(withoutSequence), [
      entry('ex_factory_date', 'Ex-Factory Date', soon.ex_factory_date),
      entry('etd', 'ETD', dates.etd),
      entry('eta', 'ETA', dates.eta),
      entry('pfi_date', 'PFI Date', soon.pfi_date),
      entry('last_free_day', 'Last free day', dates.last_free_day),
      entry('empty_return_due', 'Empty return', dates.empty_return_due),
    ]);
    const sequenceOf = async () => (await eventsAt(path)).find(({ uid }) => uid.includes('-eta@'))?.sequence ?? 0;
    const before = await sequenceOf();
    await change(await asAdmin(app), id, { eta: dayFromNow(9) });
    const moved = (await eventsAt(path)).map(withoutSequence).filter(({ uid }) => uid.includes('-eta@'));
    assert.deepEqual(moved, [entry('eta', 'ETA', dayFromNow(9))]);
    assert.ok((await sequenceOf()) > before);
  });

  test('has the containers of a saved view, with its filters and until it is deleted', async () => {
    const vessel = randomName();
    const [one] = [await enter({ vessel }), await enter({})];
    const { visitor, path } = await subscribe([]);
    const view = { name: 'Mine', query: `vessel=${vessel}`, columns: [], shared: false };
    const { id } = (await visitor.call(containerWorkContract.saveView, view)).body;
    assert.deepEqual(await eventsAt(path), []);
    assert.equal((await visitor.call(calls.choose, { view_id: id })).body.view_id, id);
    assert.deepEqual(
      (await eventsAt(path)).map(({ summary }) => summary),
      [`Ex-Factory Date: ${one.name}`, `PFI Date: ${one.name}`],
    );
    const other = await subscribe([]);
    const refused = await other.visitor.call(calls.choose, { view_id: id });
    assert.deepEqual([refused.status, refused.failure.code], [404, 'container.view_not_found']);
    await visitor.call(containerWorkContract.removeView, { id });
    assert.deepEqual(await eventsAt(path), []);
  });

  test('is read with the present rights of its owner', async () => {
    const { id } = await enter({});
    const { id: owner, path } = await subscribe([id]);
    assert.equal((await eventsAt(path)).length, 2);
    await change(await asAdmin(app), id, { team_id: await makeTeam(app) });
    assert.deepEqual(await eventsAt(path), []);

    const users = (fields: object) => app.ctx.db.updateTable('users').set(fields).where('id', '=', owner).execute();
    const at = app.now().toISOString();
    for (const fields of [{ suspended_at: at }, { suspended_at: null, deleted_at: at }]) {
      await users(fields);
      const { statusCode, body } = await get(path);
      assert.deepEqual([statusCode, JSON.parse(body).code], [404, 'calendar.not_found'], JSON.stringify(fields));
    }
    await users({ deleted_at: null });
    const { db } = app.ctx;
    const module = await db
      .selectFrom('modules')
      .select('id')
      .where('name', '=', productModules.containers)
      .executeTakeFirstOrThrow();
    const permission = (can_view: number) =>
      db
        .updateTable('permissions')
        .set({ can_view })
        .where('module_id', '=', module.id)
        .where('role_id', '=', 3)
        .execute();
    await permission(0);
    assert.equal((await get(path)).statusCode, 404);
    await permission(1);
    assert.equal((await get(path)).statusCode, 200);
  });

  test('ends when it is renewed or revoked, and with a new password of its owner', async () => {
    const { id, visitor, path } = await subscribe([]);
    const renewed = (await visitor.call(calls.create, { view_id: null })).body.path;
    assert.deepEqual([(await get(path)).statusCode, (await get(renewed)).statusCode], [404, 200]);
    assert.ok((await visitor.call(calls.own, {})).body.address?.last_read_at);
    assert.equal((await visitor.call(calls.revoke, {})).status, 204);
    assert.equal((await get(renewed)).statusCode, 404);
    assert.equal((await visitor.call(calls.own, {})).body.address, null);
    assert.equal((await visitor.call(calls.revoke, {})).status, 404);

    const last = (await visitor.call(calls.create, { view_id: null })).body.path;
    const newPassword = 'lantern-quay-88';
    const answer = await visitor.call(passwordsContract.change, {
      current_password: password,
      new_password: newPassword,
      new_password_confirmation: newPassword,
    });
    assert.equal(answer.status, 200, answer.raw.body);
    assert.equal((await get(last)).statusCode, 404);
    const acts = await app.ctx.db
      .selectFrom('audit_entries')
      .select('act')
      .where('user_id', '=', id)
      .where('act', 'like', 'calendar.%')
      .orderBy('id')
      .execute();
    assert.deepEqual(
      acts.map(({ act }) => act),
      ['calendar.created', 'calendar.created', 'calendar.revoked', 'calendar.created'],
    );
  });

  test('is stored as a hash, and is not in the audit log', async () => {
    const { path } = await subscribe([]);
    const key = path.split('key=')[1] as string;
    const rows = await app.ctx.db.selectFrom('calendar_addresses').selectAll().execute();
    const entries = await app.ctx.db.selectFrom('audit_entries').selectAll().execute();
    assert.ok(key.length > 40);
    assert.ok(!JSON.stringify([rows, entries]).includes(key));
  });

  test('answers 304 to a program that has the present entries', async () => {
    const { id } = await enter({});
    const { path } = await subscribe([id]);
    const { etag } = (await get(path)).headers;
    assert.ok(typeof etag === 'string');
    assert.equal((await get(path, { 'if-none-match': etag })).statusCode, 304);
    await change(await asAdmin(app), id, { etd: dayFromNow(2) });
    assert.equal((await get(path, { 'if-none-match': etag })).statusCode, 200);
  });

  test('is refused after too many reads, and to a network with too many wrong addresses, for a while', async () => {
    const { path } = await subscribe([]);
    for (let read = 0; read < throttle.calendarReads; read += 1) assert.equal((await get(path)).statusCode, 200);
    const refused = await get(path);
    assert.equal(refused.statusCode, 429);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    const other = await subscribe([]);
    const statuses: number[] = [];
    for (let attempt = 0; attempt <= throttle.perAddress; attempt += 1)
      statuses.push((await get(`/api/calendar.ics?key=wrong${attempt}`)).statusCode);
    assert.deepEqual([statuses[0], statuses.at(-1)], [404, 429]);
    assert.equal((await get(other.path)).statusCode, 200, 'a right address is never refused because of wrong ones');
  });
});
