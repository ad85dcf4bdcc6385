import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import { asAdmin, makeTeam, makeUser, signedInAs, upload } from '#tests/make.ts';
import { openTestApp, useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';
import { notificationsContract } from '../notifications.contract.ts';
import type { Notification } from '../notifications.contract.ts';
import { kindOf } from '../notifications.rules.ts';

const list = async (visitor: Visitor): Promise<Notification[]> =>
  (await visitor.call(notificationsContract.list, {})).body;

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('notifications about uploads', () => {
  const app = useTestApp();

  const noticesTo = (userId: number) =>
    app.ctx.db.selectFrom('notifications').select(['title', 'message', 'link']).where('user_id', '=', userId).execute();
  const countAll = async () => (await app.ctx.db.selectFrom('notifications').select('id').execute()).length;

  test('reach everyone who may see the files of the team, except the uploader', async () => {
    const [harbour, other] = [await makeTeam(app, 'Harbour'), await makeTeam(app)];
    const ana = await signedInAs(app, { role: 3, team: harbour, name: 'Ana' });
    const recipients = [
      await makeUser(app, { role: 3, team: harbour }),
      await makeUser(app, { role: 2, team: harbour }),
      await makeUser(app, { role: 3, team: other, sees: [other, harbour] }),
      await makeUser(app, { role: 3, team: null, sees: [harbour] }),
      await makeUser(app, { role: 1, team: other }),
      await makeUser(app, { role: 1, team: harbour, sees: [harbour] }),
    ];
    const suspended = await makeUser(app, { role: 3, team: harbour });
    const deleted = await makeUser(app, { role: 1, team: harbour });
    const notNotified = [
      ana,
      suspended,
      deleted,
      await makeUser(app, { role: 3, team: other }),
      await makeUser(app, { role: 2, team: other }),
      await makeUser(app, { role: 3, team: null }),
    ];
    const { db } = app.ctx;
    await db
      .updateTable('users')
      .set({ suspended_at: app.now().toISOString() })
      .where('id', '=', suspended.id)
      .execute();
    await db.updateTable('users').set({ deleted_at: app.now().toISOString() }).where('id', '=', deleted.id).execute();

    await upload(ana.visitor, 1, { name: 'berth plan & tides.pdf' });
    for (const { id } of recipients) {
      const [notice, ...more] = await noticesTo(id);
      assert.deepEqual(more, []);
      assert.deepEqual(
        { ...notice },
        {
          title: 'New file',
          message: 'Ana uploaded "berth plan & tides.pdf" to Harbour.',
          link: '/files?q=berth+plan+%26+tides.pdf',
        },
      );
    }
    for (const { id } of notNotified) assert.deepEqual(await noticesTo(id), []);
  });

  test('are sent once for each upload, regardless of the number of files', async () => {
    const team = await makeTeam(app, 'Yard');
    const ben = await signedInAs(app, { role: 3, team, name: 'Ben' });
    const mate = await makeUser(app, { role: 3, team });
    await upload(ben.visitor, 1, ...[1, 2, 3, 4, 5].map((number) => ({ name: `${number}.txt` })));
    const [notice, ...more] = await noticesTo(mate.id);
    assert.deepEqual(more, []);
    assert.deepEqual(
      { ...notice },
      { title: 'New files', message: 'Ben uploaded 5 files to Yard.', link: `/files?team=${team}` },
    );
    await upload(ben.visitor, 1, { name: 'sixth.txt' });
    assert.equal((await noticesTo(mate.id)).length, 2);
  });

  test('link to a search that finds the file', async () => {
    const team = await makeTeam(app);
    const uploader = await signedInAs(app, { role: 3, team });
    const mate = await signedInAs(app, { role: 3, team });
    await upload(uploader.visitor, 1, { name: 'other.txt' });
    await upload(uploader.visitor, 1, { name: 'Größe "50%" + more.txt' });
    const [notice] = await list(mate.visitor);
    const search = new URL(String(notice?.link), 'http://x').searchParams.get('q') ?? '';
    const found = await mate.visitor.call(filesContract.overview, { group_by: 'file_type', search });
    assert.equal(found.body.matching, 1);
  });

  test('are not sent for a refused upload', async () => {
    const before = await countAll();
    const team = await makeTeam(app);
    await makeUser(app, { role: 3, team });
    const { visitor } = await signedInAs(app, { role: 3, team });
    const files = [{ name: 'a.txt', bytes: 'x' }];
    assert.equal((await visitor.call(filesContract.upload, { file_type_id: 999_999 }, files)).status, 422);
    assert.equal((await visitor.call(filesContract.upload, { file_type_id: 1 }, [])).status, 422);
    const withoutTeam = await signedInAs(app, { role: 3, team: null });
    assert.equal((await withoutTeam.visitor.call(filesContract.upload, { file_type_id: 1 }, files)).status, 422);
    assert.equal(await countAll(), before);
  });
});

describe('the list of notifications', () => {
  const app = useTestApp();

  const notify = async (userId: number, count: number, link: string | null = null) => {
    const created_at = app.now().toISOString();
    const notices = Array.from({ length: count }, (_, index) => `Notice ${index + 1}`);
    await app.ctx.db
      .insertInto('notifications')
      .values(
        notices.map((title) => ({ user_id: userId, title, message: `${title}.`, link, created_at, read_at: null })),
      )
      .execute();
  };

  test('contains the newest 50 of the caller, newest first', async () => {
    const person = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    assert.deepEqual(await list(person.visitor), []);
    await notify(person.id, 60, '/users');
    const listed = await list(person.visitor);
    assert.deepEqual(
      listed.map(({ title }) => title),
      Array.from({ length: 50 }, (_, index) => `Notice ${60 - index}`),
    );
    const { id, created_at, ...rest } = listed[0] as Notification;
    assert.ok(id > (listed[1]?.id ?? 0));
    assert.match(created_at, instant);
    assert.deepEqual(rest, { title: 'Notice 60', message: 'Notice 60.', is_read: false, link: '/users' });
  });

  test('is the caller’s own, and marking as read affects only the caller', async () => {
    const team = await makeTeam(app);
    const [one, other] = [await signedInAs(app, { role: 3, team }), await signedInAs(app, { role: 3, team })];
    await notify(one.id, 3);
    await notify(other.id, 2);
    const response = await one.visitor.call(notificationsContract.markAsRead, {});
    assert.deepEqual([response.status, typeof response.body.message], [200, 'string']);
    const readOf = async (visitor: Visitor) => (await list(visitor)).map(({ is_read }) => is_read);
    assert.deepEqual(await readOf(one.visitor), [true, true, true]);
    assert.deepEqual(await readOf(other.visitor), [false, false]);
    await notify(one.id, 1);
    assert.deepEqual(await readOf(one.visitor), [false, true, true, true]);
  });

  test('keeps the time of reading when it is marked as read again', async (t) => {
    const person = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const received: unknown[] = [];
    t.after(app.ctx.events.subscribe((event) => void received.push(event)));
    assert.equal((await person.visitor.call(notificationsContract.markAsRead, {})).status, 200);
    assert.deepEqual(received, []);
    await notify(person.id, 1);
    await person.visitor.call(notificationsContract.markAsRead, {});
    assert.deepEqual(received, [{ topic: 'notifications', userIds: [person.id] }]);
    const readAt = async () =>
      (await app.ctx.db.selectFrom('notifications').select('read_at').where('user_id', '=', person.id).execute()).map(
        (row) => row.read_at,
      );
    const first = await readAt();
    app.setNow(new Date(app.now().getTime() + 60_000));
    await person.visitor.call(notificationsContract.markAsRead, {});
    assert.deepEqual(await readAt(), first);
    assert.equal(received.length, 1);
  });

  test('does not notify users of their own uploads', async () => {
    const admin = await asAdmin(app);
    const before = (await list(admin)).length;
    await upload(admin, 1, { name: 'own.txt' });
    assert.equal((await list(admin)).length, before);
  });
});

test('the page of notifications lists the caller’s own in parts, by state and by kind', async (t) => {
  const app = await openTestApp();
  t.after(() => app.close());
  const team = await makeTeam(app);
  const [person, other] = [await signedInAs(app, { role: 3, team }), await signedInAs(app, { role: 3, team })];
  const created_at = app.now().toISOString();
  const links = ['/files?q=a', '/container-status?container=1', '/change-password', null];
  const rows = (user_id: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      user_id,
      title: `Notice ${index}`,
      message: 'x',
      link: links[index % 4] ?? null,
      created_at,
      read_at: index < 8 ? created_at : null,
    }));
  await app.ctx.db.insertInto('notifications').values(rows(person.id, 12)).execute();
  await app.ctx.db.insertInto('notifications').values(rows(other.id, 4)).execute();
  const page = async (query: object = {}) => {
    const { status, body } = await person.visitor.call(notificationsContract.page, query);
    assert.equal(status, 200);
    return body;
  };
  const numbers = ({ notifications }: { notifications: Notification[] }) =>
    notifications.map(({ title }) => Number(title.slice(7)));

  const first = await page({ limit: 5 });
  assert.deepEqual([numbers(first), first.unread], [[11, 10, 9, 8, 7], 4]);
  const second = await page({ limit: 5, after: first.next ?? 0 });
  const third = await page({ limit: 5, after: second.next ?? 0 });
  assert.deepEqual([numbers(second), numbers(third), third.next], [[6, 5, 4, 3, 2], [1, 0], null]);
  assert.deepEqual(numbers(await page({ state: 'unread' })), [11, 10, 9, 8]);
  assert.deepEqual(numbers(await page({ kind: 'files' })), [8, 4, 0]);
  assert.deepEqual(numbers(await page({ kind: 'containers' })), [9, 5, 1]);
  const others = await page({ kind: 'other' });
  assert.deepEqual([numbers(others), others.unread], [[11, 10, 7, 6, 3, 2], 4]);
  for (const { link } of others.notifications) assert.equal(kindOf(link), 'other');
});

test('one notification is marked as read or unread, by its owner only', async (t) => {
  const app = await openTestApp();
  t.after(() => app.close());
  const team = await makeTeam(app);
  const [person, other] = [await signedInAs(app, { role: 3, team }), await signedInAs(app, { role: 3, team })];
  const values = { title: 'One', message: 'x', link: null, created_at: app.now().toISOString(), read_at: null };
  const row = app.ctx.db.insertInto('notifications').values({ user_id: person.id, ...values });
  const { id } = await row.returning('id').executeTakeFirstOrThrow();
  const received: unknown[] = [];
  t.after(app.ctx.events.subscribe((event) => void received.push(event)));
  const mark = (visitor: Visitor, is_read: boolean) => visitor.call(notificationsContract.update, { id, is_read });
  const readAt = async () =>
    (await app.ctx.db.selectFrom('notifications').select('read_at').where('id', '=', id).executeTakeFirst())?.read_at;

  assert.equal((await mark(other.visitor, true)).status, 404);
  assert.deepEqual([await readAt(), received], [null, []]);
  const marked = await mark(person.visitor, true);
  assert.deepEqual([marked.status, marked.body.is_read], [200, true]);
  assert.deepEqual(received, [{ topic: 'notifications', userIds: [person.id] }]);
  const first = await readAt();
  app.setNow(new Date(app.now().getTime() + 60_000));
  await mark(person.visitor, true);
  assert.equal(await readAt(), first, 'the time of the first reading stays');
  assert.equal((await mark(person.visitor, false)).body.is_read, false);
  assert.equal(await readAt(), null);
});
