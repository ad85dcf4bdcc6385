import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { systemContract } from '#features/system/system.contract.ts';
import { usersImportContract } from '#features/users/users-import.contract.ts';
import { openMailServer, readMail, sendMails, useMailServer } from '#tests/mail-server.ts';
import { asAdmin } from '#tests/make.ts';
import { startTcpProxy } from '#tests/tcp-proxy.ts';
import type { TcpProxy } from '#tests/tcp-proxy.ts';
import { openTestApp, randomName } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';

const settings = { MAIL_FROM: 'Stowage <files@example.com>', PUBLIC_URL: 'http://files.example.com' };

describe('the outbox', () => {
  const server = useMailServer();
  const app = {} as TestApp;
  let proxy!: TcpProxy;
  before(async () => {
    proxy = await startTcpProxy(server.url);
    Object.assign(app, await openTestApp({ SMTP_URL: proxy.url, ...settings }));
  });
  beforeEach(() => proxy.set('open'));
  after(() => app.close());

  const wait = (minutes: number) => app.setNow(new Date(app.now().getTime() + minutes * 60_000));
  /** Queues an invitation for each of these new users. Returns their addresses. */
  const invite = async (count: number) => {
    const emails = Array.from({ length: count }, () => `${randomName()}@example.org`.toLowerCase());
    const rows = emails.map((email, at) => ({ row: at + 1, name: `New ${at}`, email, team: 'General' }));
    assert.equal((await (await asAdmin(app)).call(usersImportContract.run, { rows })).body.mailed, true);
    return emails;
  };
  const look = async () => {
    // The facts of the page are five seconds old at most.
    wait(0.1);
    return (await (await asAdmin(app)).call(systemContract.look, {})).body.mail;
  };
  const receive = async (count: number) => {
    const mails = [];
    while (mails.length < count) mails.push(await readMail(await server.next()));
    return mails;
  };

  test('sends each mail once, with two servers, after the mail server was away for a day', async () => {
    const emails = await invite(5);
    const before = server.received();
    proxy.set('closed');
    for (let hour = 0; hour < 24; hour += 1) {
      await sendMails(app).catch(() => undefined);
      wait(60);
    }
    proxy.set('open');
    for (let minute = 0; minute < 61; minute += 5) {
      await Promise.all([sendMails(app), sendMails(app)]);
      wait(5);
    }
    const mails = await receive(5);
    assert.deepEqual(mails.map(({ to }) => to?.[0]?.address).toSorted(), emails.toSorted());
    assert.equal(server.received() - before, 5);
  });

  test('tries one mail in a minute while the mail server is away, and shows role 1 its length and the error', async () => {
    assert.equal((await look())?.waiting, 0);
    await invite(3);
    const [oldest] = await app.ctx.db.selectFrom('work').select('queued_at').where('kind', '=', 'mail').execute();
    proxy.set('closed');
    await assert.rejects(sendMails(app), /ECONNRE/);
    assert.equal(await sendMails(app), 'skipped', 'the other two wait as well');
    wait(2);
    await assert.rejects(sendMails(app));
    const mail = await look();
    assert.deepEqual([mail?.waiting, mail?.oldest_at], [3, oldest?.queued_at]);
    assert.ok(mail?.failure && mail.failure.reason.length > 10, JSON.stringify(mail));
    proxy.set('open');
    wait(10);
    await sendMails(app);
    assert.deepEqual([(await look())?.waiting, (await look())?.oldest_at], [0, null]);
    await receive(3);
  });

  test('does not hold back other mails if the mail server asks to send one of them later', async (t) => {
    const slow = await openMailServer({ refuses: (recipient) => (recipient.startsWith('ann') ? 451 : undefined) });
    const own = await openTestApp({ SMTP_URL: slow.url, ...settings });
    t.after(own.close);
    t.after(slow.close);
    const rows = ['ann', 'bob'].map((name, at) => ({
      row: at + 1,
      name,
      email: `${name}@example.org`,
      team: 'General',
    }));
    await (await asAdmin(own)).call(usersImportContract.run, { rows });
    await sendMails(own);
    assert.equal((await readMail(await slow.next())).to?.[0]?.address, 'bob@example.org');
    const waiting = await own.ctx.db.selectFrom('work').select(['state', 'tries']).where('kind', '=', 'mail').execute();
    assert.deepEqual(
      waiting.map((task) => ({ ...task })),
      [{ state: 'waiting', tries: 1 }],
    );
  });

  test('has no link and no token in its table while an invitation waits', async () => {
    await invite(1);
    const row = await app.ctx.db.selectFrom('work').selectAll().where('kind', '=', 'mail').executeTakeFirstOrThrow();
    assert.match(row.key, /^invitation\/\d+$/);
    assert.deepEqual(
      await app.ctx.db
        .selectFrom('password_links')
        .select('user_id')
        .where('user_id', '=', Number(row.key.split('/')[1]))
        .execute(),
      [],
    );
    await sendMails(app);
    await receive(1);
  });

  test('role 1 sends a test mail to themselves, and sees why the mail server does not take it', async () => {
    const admin = await asAdmin(app);
    const sent = await admin.call(systemContract.sendTestMail, {});
    assert.equal(sent.body.message, 'The mail server took a mail to admin@example.com');
    const [mail] = await receive(1);
    assert.deepEqual([mail?.to?.[0]?.address, mail?.subject], ['admin@example.com', 'Stowage: test mail']);
    proxy.set('closed');
    const failed = await admin.call(systemContract.sendTestMail, {});
    assert.deepEqual([failed.status, failed.failure.code], [503, 'mail.not_accepted']);
    assert.match(failed.failure.message, /^The mail server did not take the mail: .+ Check SMTP_URL and MAIL_FROM/);
  });
});
