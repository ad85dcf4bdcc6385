import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { bulkContract } from '#features/containers/bulk/container-bulk.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { mailChoiceContract } from '#features/notifications/mail-choice.contract.ts';
import type { MailChoice } from '#features/notifications/mail-choice.contract.ts';
import { permissionsContract } from '#features/permissions/permissions.contract.ts';
import { usersContract } from '#features/users/users.contract.ts';
import { findDueTask, finishTask, leaseTask } from '#server/database/work.queries.ts';
import { followAudit } from '#tests/audit.ts';
import { readMail, sendMails, useMailServer } from '#tests/mail-server.ts';
import { asAdmin, makeContainer, makeTeam, signedIn, signedInAs } from '#tests/make.ts';
import { startTcpProxy } from '#tests/tcp-proxy.ts';
import type { TcpProxy } from '#tests/tcp-proxy.ts';
import { openTestApp, useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';
import { markAllOverdue } from '../core/container-overdue.service.ts';

const { delay, follow, unfollow } = containerWorkContract;
const address = 'http://files.example.com';

const countItems = async ({ ctx }: TestApp) => (await ctx.db.selectFrom('mail_items').select('id').execute()).length;

describe('mail to the followers of a container', () => {
  const server = useMailServer();
  const app = {} as TestApp;
  let proxy!: TcpProxy;
  before(async () => {
    proxy = await startTcpProxy(server.url);
    const settings = { MAIL_FROM: 'Stowage <files@example.com>', PUBLIC_URL: address };
    Object.assign(app, await openTestApp({ SMTP_URL: proxy.url, ...settings }));
  });
  after(() => app.close());

  const run = () => sendMails(app);
  const wait = (minutes: number) => app.setNow(new Date(app.now().getTime() + minutes * 60_000));
  const later = (minutes: number) => new Date(app.now().getTime() + minutes * 60_000).toISOString();
  const queued = () => countItems(app);
  const nextMail = async () => readMail(await server.next());
  /** Runs the job and returns the number of mails that it sent. */
  const sentBy = async (work: () => Promise<unknown>) => {
    const sent = server.received();
    await work();
    return server.received() - sent;
  };
  /** A user who follows these containers and wants mails. */
  const makeFollower = async (user: Partial<Parameters<typeof signedInAs>[1]>, ...ids: number[]) => {
    const follower = await signedInAs(app, { role: 2, team: await makeTeam(app), ...user });
    for (const id of ids) assert.equal((await follower.visitor.call(follow, { id })).status, 204);
    assert.equal(
      (await follower.visitor.call(mailChoiceContract.save, { choices: [{ event: 'followed', choice: 'now' }] }))
        .status,
      200,
    );
    return follower;
  };
  const moveDate = async (visitor: Visitor, id: number, eta: string, reason?: string) => {
    const { name, container_no, pfi_date, ex_factory_date } = (await visitor.call(containersContract.find, { id }))
      .body;
    const input = { id, name, container_no, expected_date: pfi_date, ex_factory_date, eta, reason };
    assert.equal((await visitor.call(containersContract.update, input)).status, 200);
  };
  const reportDelay = async (visitor: Visitor, id: number, new_date?: string) =>
    assert.equal((await visitor.call(delay, { id, kind: 'pfi', reason: 'Vessel rolled', new_date })).status, 200);

  test('says who delayed what, from which date to which, why, and where', async () => {
    const id = await makeContainer(app, { name: 'Oak chairs', dueOn: '2098-12-03' });
    const { email, name } = await makeFollower({}, id);
    const actor = await makeFollower({ name: 'Mei-Ling Chen' }, id);
    const silent = await signedInAs(app, { role: 2, team: 1 });
    await silent.visitor.call(follow, { id });

    await reportDelay(actor.visitor, id, '2098-12-10');
    assert.equal(await sentBy(run), 0, 'a mail collects the events of five minutes');
    wait(6);
    assert.equal(await sentBy(run), 1, 'neither the user who acted nor one without the choice gets a mail');
    const mail = await nextMail();
    const { container_no } = await app.ctx.db
      .selectFrom('containers')
      .select('container_no')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(mail.to?.[0]?.address, email);
    assert.equal(mail.subject, `Stowage: Oak chairs (${container_no}) is late and has a new date`);
    const link = `${address}/container-status/${id}`;
    for (const line of [
      `Hello ${name},`,
      'Late: PFI delayed by Mei-Ling Chen: Vessel rolled',
      'PFI Date: Dec 3, 2098 → Dec 10, 2098 (7 days later), changed by Mei-Ling Chen: Vessel rolled',
      link,
      `${address}/notifications`,
    ])
      assert.ok(mail.text.split('\n').includes(line), `${line} in ${mail.text}`);
    assert.ok(mail.html.includes(`<a href="${link}" `), mail.html);
    assert.equal(mail.headers.find(({ key }) => key === 'auto-submitted')?.value, 'auto-generated');
    assert.equal(await queued(), 0);
    assert.equal(await sentBy(run), 0);
  });

  test('is one for a change of many containers, and none if it is undone at once', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 33; index += 1) ids.push(await makeContainer(app, { dueOn: '2098-12-03' }));
    await makeFollower({}, ...ids);
    const admin = await asAdmin(app);
    const change = { ids, moves: [{ field: 'pfi_date' as const, days: 7 }], reason: 'Strike' };
    const { bulk_id } = (await admin.call(bulkContract.change, change)).body;
    assert.equal(await queued(), 33);
    assert.equal((await admin.call(bulkContract.undo, { id: Number(bulk_id) })).body.restored, 33);
    wait(6);
    assert.equal(await sentBy(run), 0);
    assert.equal(await queued(), 0);

    await (await asAdmin(app)).call(bulkContract.change, change);
    wait(6);
    assert.equal(await sentBy(run), 1);
    const { subject, text } = await nextMail();
    assert.equal(subject, 'Stowage: 33 containers that you follow have new dates');
    assert.equal(text.match(/Dec 3, 2098 → Dec 10, 2098/g)?.length, 30);
    assert.ok(text.includes(`And 3 more containers:\n\n${address}/container-status\n`), text);
  });

  test('reports a date that has passed, and neither a first date nor a change of the name', async () => {
    const id = await makeContainer(app, { dueOn: '2020-03-01' });
    await makeFollower({}, id);
    const admin = await asAdmin(app);
    await moveDate(admin, id, '2098-01-01');
    await markAllOverdue(app.ctx);
    wait(6);
    assert.equal(await sentBy(run), 1);
    const { subject, text } = await nextMail();
    assert.match(subject, / is late$/);
    assert.ok(text.includes('\nLate: not received by its PFI date, Mar 1, 2020\n'), text);
    assert.ok(!text.includes('ETA'), text);
  });

  test('goes only to followers who still may know it', async () => {
    const team = await makeTeam(app);
    const admin = await asAdmin(app);
    const user = (id: number) => app.ctx.db.updateTable('users').where('id', '=', id);
    const at = app.now().toISOString();
    const losses: Record<string, (follower: Awaited<ReturnType<typeof makeFollower>>, id: number) => Promise<unknown>> =
      {
        suspended: ({ id }) => admin.call(usersContract.suspend, { id }),
        deleted: ({ id }) => admin.call(usersContract.remove, { id }),
        'of another team': ({ id }) => user(id).set({ team_id: 1 }).execute(),
        'no longer a follower': ({ visitor }, id) => visitor.call(unfollow, { id }),
        'without the choice': ({ visitor }) =>
          visitor.call(mailChoiceContract.save, { choices: [{ event: 'followed', choice: 'never' }] }),
        'of a deleted container': (_, id) =>
          app.ctx.db.updateTable('containers').set({ deleted_at: at }).where('id', '=', id).execute(),
      };
    for (const [title, lose] of Object.entries(losses)) {
      const id = await makeContainer(app, { team });
      const follower = await makeFollower({ team }, id);
      await reportDelay(admin, id);
      assert.equal(await queued(), 1, title);
      await lose(follower, id);
      wait(6);
      assert.equal(await sentBy(run), 0, title);
      assert.equal(await queued(), 0, title);
    }

    const id = await makeContainer(app, { team });
    await makeFollower({ team, role: 3 }, id);
    const module_id = (await admin.call(permissionsContract.list, {})).body.modules.find(
      (module) => module.name === 'Container Status module',
    )?.id as number;
    await reportDelay(admin, id);
    const allow = (can_view: 0 | 1) =>
      admin.call(permissionsContract.save, { permissions: [{ module_id, role_id: 3, can_view }] });
    await allow(0);
    wait(6);
    assert.equal(await sentBy(run), 0);
    await allow(1);
  });

  test('waits for a mail server that is away, has later events too, and is given up after three days', async () => {
    const id = await makeContainer(app);
    await makeFollower({}, id);
    await moveDate(await asAdmin(app), id, '2098-01-01');
    await moveDate(await asAdmin(app), id, '2098-01-02');
    proxy.set('closed');
    wait(6);
    await assert.rejects(run());
    await moveDate(await asAdmin(app), id, '2098-01-05');
    proxy.set('open');
    wait(6);
    assert.equal(await sentBy(run), 1);
    assert.ok((await nextMail()).text.includes('ETA: Jan 1, 2098 → Jan 5, 2098 (4 days later)'));

    proxy.set('closed');
    await moveDate(await asAdmin(app), id, '2098-01-06');
    wait(6);
    for (const minutes of [1, 2, 4]) {
      await assert.rejects(run());
      wait(minutes - 0.1);
      assert.equal(await run(), 'skipped', `${minutes} minutes until the next try`);
      wait(0.2);
    }
    proxy.set('open');
    wait(3 * 24 * 60);
    assert.equal(await sentBy(run), 0);
    assert.equal(await queued(), 0);
    const told = await app.ctx.db
      .selectFrom('notifications')
      .select('user_id')
      .where('title', '=', 'Mails not sent')
      .execute();
    assert.deepEqual(
      told.map(({ user_id }) => user_id),
      [1],
    );
  });

  test('is sent once by servers that run at the same time, and by another one if one dies', async () => {
    const id = await makeContainer(app);
    await makeFollower({}, id);
    await reportDelay(await asAdmin(app), id);
    wait(6);
    assert.equal(await sentBy(() => Promise.all([run(), run(), run()])), 1);
    await nextMail();

    await reportDelay(await asAdmin(app), id);
    wait(6);
    const now = app.now().toISOString();
    const due = await findDueTask(app.ctx.db, 'mail', { now, afterOwnerId: 0 });
    assert.ok(due && (await leaseTask(app.ctx.db, due, later(15))), 'this server dies now');
    assert.equal(await sentBy(run), 0);
    wait(16);
    assert.equal(await sentBy(run), 1);
    await nextMail();
  });

  test('is followed by another one for an event that is written while it is sent', async () => {
    const id = await makeContainer(app);
    await makeFollower({}, id);
    await reportDelay(await asAdmin(app), id);
    wait(6);
    const now = app.now().toISOString();
    const due = await findDueTask(app.ctx.db, 'mail', { now, afterOwnerId: 0 });
    const leased = due && (await leaseTask(app.ctx.db, due, later(15)));
    assert.ok(leased);
    await reportDelay(await asAdmin(app), id);
    await finishTask(app.ctx.db, leased);
    wait(6);
    assert.equal(await sentBy(run), 1);
    await nextMail();
    assert.equal(await queued(), 0);
  });

  test('is sent again if the answer of the mail server is lost', async () => {
    const id = await makeContainer(app);
    await makeFollower({}, id);
    await reportDelay(await asAdmin(app), id);
    wait(6);
    proxy.cutAt('\r\n.\r\n');
    await assert.rejects(run());
    const { text, messageId } = await nextMail();
    wait(2);
    assert.equal(await sentBy(run), 1);
    const second = await nextMail();
    assert.deepEqual([second.text, second.messageId], [text, messageId]);
    assert.match(messageId ?? '', /^<\w{32}@example\.com>$/);
  });

  test('has names and reasons as text on one line, and no header of their making', async () => {
    const hostile = '<b>Oak</b>\r\nBcc: eve@example.com\r\n\r\nhttps://evil.example/';
    const id = await makeContainer(app, { name: hostile.slice(0, 255) });
    await makeFollower({ name: `Ana\r\nBcc: eve@example.com ${'x'.repeat(300)}` }, id);
    const eve = await signedInAs(app, { role: 2, team: 1, name: `https://evil.example/${'y'.repeat(300)}` });
    const reason = `${'z'.repeat(1000)}\n\nhttps://evil.example/`;
    assert.equal((await eve.visitor.call(delay, { id, kind: 'ex_factory', reason })).status, 200);
    wait(6);
    assert.equal(await sentBy(run), 1);
    const mail = await nextMail();
    assert.deepEqual([mail.to?.length, mail.bcc, mail.cc], [1, undefined, undefined]);
    assert.ok(
      mail.subject.startsWith('Stowage: <b>Oak</b> Bcc: eve@example.com https://evil.example/ ('),
      mail.subject,
    );
    assert.ok(!mail.html.includes('<b>Oak'), mail.html);
    assert.ok(!mail.html.includes('href="https://evil'), mail.html);
    assert.ok(mail.text.length < 1500, mail.text);
  });

  test('is a choice of each user, off at first, and recorded', async () => {
    const { visitor, id, name } = await signedInAs(app, { role: 3, team: 1 });
    const { read, save } = mailChoiceContract;
    const followedOf = (body: MailChoice) => body.choices.find(({ event }) => event === 'followed')?.choice;
    assert.equal(followedOf((await visitor.call(read, {})).body), 'never');
    const added = followAudit(app.ctx);
    await added();
    for (const choice of ['now', 'now', 'never'] as const) {
      const { body } = await visitor.call(save, { choices: [{ event: 'followed', choice }] });
      assert.equal(followedOf(body), choice);
    }
    assert.deepEqual(
      (await added()).map(({ user_id, act, thing_id, thing_name }) => [user_id, act, thing_id, thing_name]),
      [
        [id, 'user.mails_on', id, name],
        [id, 'user.mails_off', id, name],
      ],
    );
  });
});

describe('without a mail server', () => {
  const app = useTestApp();

  test('mails cannot be turned on, and those that wait are deleted after three days', async () => {
    const container = await makeContainer(app);
    const { visitor, id, email } = await signedInAs(app, { role: 2, team: 1 });
    await visitor.call(follow, { id: container });
    const { read, save } = mailChoiceContract;
    assert.equal((await visitor.call(read, {})).body.available, false);
    const answer = await visitor.call(save, { choices: [{ event: 'followed', choice: 'now' }] });
    assert.deepEqual([answer.status, answer.failure.code], [409, 'notification.no_mail']);

    // As if the administrator had removed the mail server.
    const choice = { user_id: id, event: 'followed', choice: 'now' };
    await app.ctx.db.insertInto('notice_choices').values(choice).execute();
    const admin = await asAdmin(app);
    await admin.call(delay, { id: container, kind: 'pfi', reason: 'Strike' });
    const left = async () => {
      await sendMails(app);
      return countItems(app);
    };
    assert.equal(await left(), 1);
    app.setNow(new Date(app.now().getTime() + 73 * 60 * 60 * 1000));
    assert.equal(await left(), 0);
    const again = await signedIn(app, email);
    assert.equal((await again.call(save, { choices: [{ event: 'followed', choice: 'never' }] })).status, 200);
  });
});
