import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { mailChoiceContract } from '#features/notifications/mail-choice.contract.ts';
import { changeStatus, containersOf, enterContainer } from '#tests/containers.ts';
import { openMailServer, readMail, sendMails } from '#tests/mail-server.ts';
import { asAdmin, makeTeam, makeUser, signedIn, signedInAs } from '#tests/make.ts';
import { openTestApp, useTestApp } from '#tests/test-app.ts';
import { markAllOverdue } from './container-overdue.service.ts';
import { remindOfAllDelays } from './delay-reminders.service.ts';

const calls = containersContract;
const hourMs = 3_600_000;

describe('the reminders of a delay without a new date', () => {
  const app = useTestApp();
  /** Returns functions by which a reporter delays containers and that read what the reporter and a manager were told. */
  const begin = async () => {
    const admin = await asAdmin(app);
    const team = await makeTeam(app);
    const reporter = await makeUser(app, { role: 2, team });
    const manager = await makeUser(app, { role: 2, team });
    const tools = containersOf(app, () => admin);
    const make = async (dueIn = 10) => {
      const { status, body, raw } = await admin.call(calls.create, { ...tools.details(dueIn), team_id: team });
      assert.equal(status, 201, raw.body);
      return body;
    };
    const start = app.now().getTime();
    const toldTo = async (userId: number) =>
      (await tools.noticesOf(userId))
        .filter(({ title }) => title === 'No new date')
        .map(({ message, link }) => [message, link]);
    /** Runs the check on several servers at the same time, and once more. */
    const after = async (hours: number) => {
      app.setNow(new Date(start + hours * hourMs));
      await Promise.all([1, 2, 3, 4].map(() => remindOfAllDelays(app.ctx)));
      await remindOfAllDelays(app.ctx);
      return [await toldTo(reporter.id), await toldTo(manager.id)];
    };
    const delay = async (id: number, status: 'Delayed' | 'Ex Factory Delayed' = 'Delayed') => {
      const visitor = await signedIn(app, reporter.email);
      const { status: code, raw } = await tools.put(id, status, 'The factory is late', visitor);
      assert.equal(code, 200, raw.body);
    };
    return { ...tools, admin, make, reporterId: reporter.id, start, after, delay };
  };
  const reminder = ({ id, name, container_no }: { id: number; name: string; container_no: string }, days: number) => [
    `No new date for '${name} (${container_no})' since it was delayed ${days} days ago. Enter one or ask the supplier.`,
    `/container-status?container=${id}`,
  ];

  test('go once to the reporter after 48 hours and once to the managers after 5 days, from servers that run at the same time', async () => {
    const { make, delay, after } = await begin();
    const late = await make();
    await delay(late.id);
    assert.deepEqual(await after(47.9), [[], []]);
    assert.deepEqual(await after(48.1), [[reminder(late, 2)], []]);
    assert.deepEqual(await after(119.9), [[reminder(late, 2)], []]);
    assert.deepEqual(await after(120.1), [[reminder(late, 2), reminder(late, 5)], [reminder(late, 5)]]);
    assert.deepEqual(await after(900), [[reminder(late, 2), reminder(late, 5)], [reminder(late, 5)]]);
  });

  test('are sent for a delay of the ex-factory date too, and after a pause of the server, once to a reporter who now has role 3', async () => {
    const { make, reporterId, delay, after } = await begin();
    const late = await make();
    await delay(late.id, 'Ex Factory Delayed');
    await app.ctx.db.updateTable('users').set({ role_id: 3 }).where('id', '=', reporterId).execute();
    assert.deepEqual(await after(150), [[reminder(late, 6)], [reminder(late, 6)]]);
  });

  test('are not sent of a container with a new date, even if that date passes, nor of one that has moved on or was deleted', async () => {
    const { admin, make, put, day, delay, after } = await begin();
    const [dated, received, departed, deleted] = [await make(), await make(), await make(), await make()];
    for (const { id } of [dated, received, departed, deleted]) await delay(id);
    const fields = { ...(await admin.call(calls.find, { id: dated.id })).body, version: undefined };
    const moved = await admin.call(calls.update, { ...fields, expected_date: day(1) });
    assert.equal(moved.status, 200, moved.raw.body);
    for (const { id } of [received, departed]) assert.equal((await put(id, 'Received')).status, 200);
    assert.equal((await put(departed.id, 'Departed')).status, 200);
    assert.equal((await admin.call(calls.remove, { id: deleted.id })).status, 204);
    app.setNow(new Date(app.now().getTime() + 96 * hourMs));
    await markAllOverdue(app.ctx);
    assert.deepEqual(await after(150), [[], []]);
  });

  test('begin again with another delay, and are not sent of a delay that the server itself has logged', async () => {
    const { make, delay, after, start } = await begin();
    await make(-1);
    await markAllOverdue(app.ctx);
    const late = await make();
    await delay(late.id);
    app.setNow(new Date(start + 24 * hourMs));
    await delay(late.id);
    assert.deepEqual(await after(49), [[], []]);
    assert.deepEqual((await after(73))[0], [reminder(late, 2)]);
  });

  test('do not reach a reporter who no longer sees the container, nor anyone below role 2 after 5 days', async () => {
    const { admin, make, noticesOf, delay, after } = await begin();
    const hidden = await make();
    await delay(hidden.id);
    const other = await makeTeam(app);
    const [manager, member] = [
      await makeUser(app, { role: 2, team: other }),
      await makeUser(app, { role: 3, team: other }),
    ];
    const fields = { ...(await admin.call(calls.find, { id: hidden.id })).body, version: undefined };
    const moved = await admin.call(calls.update, { ...fields, team_id: other });
    assert.equal(moved.status, 200, moved.raw.body);
    assert.deepEqual((await after(150))[0], []);
    const told = async ({ id }: { id: number }) =>
      (await noticesOf(id)).filter(({ title }) => title === 'No new date').map(({ message }) => message);
    assert.deepEqual(await told(manager), [reminder(hidden, 6)[0]]);
    assert.deepEqual(await told(member), []);
  });

  test('are one notification for several containers of a reporter', async () => {
    const { make, delay, after } = await begin();
    const some = [await make(), await make(), await make()];
    for (const { id } of some) await delay(id);
    const told = (await after(49))[0] ?? [];
    assert.deepEqual(
      told.map(([message, link]) => [message?.replace(/'.*'/, 'One'), link]),
      [
        [
          'No new dates for One and 2 other containers since they were delayed. Enter them or ask the suppliers.',
          '/container-status?preset=no_new_date',
        ],
      ],
    );
  });

  test('are mailed once to a user who chose mails of late containers, with a link to the container', async (t) => {
    const server = await openMailServer();
    t.after(server.close);
    const own = await openTestApp({
      SMTP_URL: server.url,
      MAIL_FROM: 'Stowage <files@example.com>',
      PUBLIC_URL: 'http://files.example.com',
    });
    t.after(own.close);
    const { visitor, email } = await signedInAs(own, { role: 2, team: await makeTeam(own) });
    const choices = [{ event: 'late' as const, choice: 'now' as const }];
    assert.equal((await visitor.call(mailChoiceContract.save, { choices })).status, 200);
    const late = await enterContainer(visitor, {});
    await changeStatus(visitor, late.id, 'Delayed', 'The factory is late');
    const start = own.now().getTime();
    own.setNow(new Date(start + 49 * hourMs));
    await Promise.all([1, 2].map(() => remindOfAllDelays(own.ctx)));
    own.setNow(new Date(start + 50 * hourMs));
    await Promise.all([1, 2].map(() => sendMails(own)));
    assert.equal(server.received(), 1);
    const mail = await readMail(await server.next());
    assert.equal(mail.to?.[0]?.address, email);
    const text = mail.text?.replaceAll(/\s+/g, ' ') ?? '';
    assert.ok(text.includes(String(reminder(late, 2)[0])), text);
    assert.ok(text.includes(`http://files.example.com/container-status?container=${late.id}`), text);
  });
});
