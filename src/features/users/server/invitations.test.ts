import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { notificationsContract } from '#features/notifications/notifications.contract.ts';
import { passwordsContract } from '#features/passwords/passwords.contract.ts';
import { lockRights } from '#server/access/access.queries.ts';
import { countWork } from '#server/database/work.queries.ts';
import { openMailServer, readMail, sendMails, useMailServer } from '#tests/mail-server.ts';
import { asAdmin, signedInWith } from '#tests/make.ts';
import { openTestApp, randomName } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import { Visitor } from '#tests/visitor.ts';
import { usersImportContract as calls } from '../users-import.contract.ts';
import { usersContract } from '../users.contract.ts';
import { changeNameAndEmail, deletePasswordLinks } from './users.queries.ts';

const settings = { MAIL_FROM: 'x@example.com', PUBLIC_URL: 'http://stowage.example' };

describe('an invitation of an imported user', () => {
  const mails = useMailServer();
  const app = {} as TestApp;
  before(async () => {
    Object.assign(app, await openTestApp({ SMTP_URL: mails.url, ...settings }));
  });
  after(() => app.close());

  const run = (signal = new AbortController().signal) => sendMails(app, signal);
  const queued = () => countWork(app.ctx.db, 'mail');
  /** Imports new users and returns their addresses. */
  const importUsers = async (count: number) => {
    const emails = Array.from({ length: count }, () => `${randomName()}@example.org`.toLowerCase());
    const rows = emails.map((email, at) => ({ row: at + 1, name: `New ${at}`, email, team: 'General' }));
    const { status, body, raw } = await (await asAdmin(app)).call(calls.run, { rows });
    assert.equal(status, 200, raw.body);
    assert.deepEqual([body.created, body.mailed, body.links], [count, true, []]);
    return emails;
  };
  const nextMail = async () => {
    const { to, text } = await readMail(await mails.next());
    return { to: to?.[0]?.address ?? '', token: /#new-password=([\w-]+)/.exec(text)?.[1] ?? '' };
  };
  const setPassword = async (token: string) => {
    const password = { new_password: 'quay-side-harbour-9', new_password_confirmation: 'quay-side-harbour-9' };
    return (await (await new Visitor(app.app).prime()).call(passwordsContract.setByLink, { token, ...password }))
      .status;
  };

  test('is a mail with a link that sets the first password once', async () => {
    const [email = ''] = await importUsers(1);
    await run();
    const { to, token } = await nextMail();
    assert.equal(to, email);
    assert.equal(await setPassword(token), 200);
    assert.equal(await setPassword(token), 422);
    await signedInWith(app, email, 'quay-side-harbour-9');
    assert.equal(await queued(), 0);
  });

  test('is sent by the next start if the server stops before', async () => {
    const emails = await importUsers(3);
    const sent = mails.received();
    const stopping = new AbortController();
    const running = run(stopping.signal);
    const first = await nextMail();
    stopping.abort();
    await running;
    assert.equal(mails.received() - sent, 1, 'the stop waits for the mail that is being sent only');
    await run();
    const all = [first, await nextMail(), await nextMail()];
    assert.deepEqual(all.map(({ to }) => to).toSorted(), emails.toSorted());
    for (const { token } of all) assert.equal(await setPassword(token), 200);
  });

  test('is sent once by several servers, and again if a server died while it sent it', async () => {
    const emails = await importUsers(6);
    const sent = mails.received();
    await Promise.all([run(), run(), run()]);
    await run();
    assert.equal(mails.received() - sent, 6);
    const received: string[] = [];
    while (received.length < 6) received.push((await nextMail()).to);
    assert.deepEqual(received.toSorted(), emails.toSorted());
    const [other = ''] = await importUsers(1);
    const until = new Date(app.now().getTime() + 60_000).toISOString();
    await app.ctx.db.updateTable('work').set({ due_at: until }).execute();
    await run();
    assert.equal(await queued(), 1);
    app.setNow(new Date(app.now().getTime() + 61_000));
    await run();
    assert.equal((await nextMail()).to, other);
  });

  test('is not sent to a user who is suspended or deleted, or has a password already', async () => {
    const emails = await importUsers(3);
    const admin = await asAdmin(app);
    const users = (await admin.call(usersContract.list, {})).body;
    const [suspended = 0, deleted = 0, opened = 0] = emails.map(
      (email) => users.find((user) => user.email === email)?.id,
    );
    await admin.call(usersContract.suspend, { id: suspended });
    await admin.call(usersContract.remove, { id: deleted });
    const password = { new_password: 'quay-side-harbour-9', new_password_confirmation: 'quay-side-harbour-9' };
    await admin.call(passwordsContract.reset, { user_id: opened, ...password });
    const sent = mails.received();
    await run();
    assert.equal(mails.received(), sent);
    assert.equal(await queued(), 0);
  });

  test('goes to the new address if the address changes while it is sent', async () => {
    const [old = ''] = await importUsers(1);
    const email = `${randomName()}@example.org`.toLowerCase();
    let running!: Promise<unknown>;
    await app.ctx.db.transaction().execute(async (tx) => {
      await lockRights(tx);
      const { id } = await tx.selectFrom('users').select('id').where('email', '=', old).executeTakeFirstOrThrow();
      await changeNameAndEmail(tx, id, { name: 'New 0', email });
      await deletePasswordLinks(tx, id);
      running = run();
      // The run waits for the lock on the rights now.
      await Promise.race([running, sleep(200)]);
    });
    await running;
    assert.equal((await nextMail()).to, email);
  });

  test('does not count as an opened account while it waits, so the import can be undone', async () => {
    await importUsers(2);
    const admin = await asAdmin(app);
    const [imported] = (await admin.call(calls.list, {})).body;
    assert.deepEqual((await admin.call(calls.undo, { id: imported?.id ?? 0 })).body, {
      removed: 2,
      restored: 0,
      kept: [],
    });
    const sent = mails.received();
    await run();
    assert.equal(mails.received(), sent);
  });
});

test('invitations whose recipients the mail server refuses are reported at once to the user who imported', async (t) => {
  const mails = await openMailServer({ refuses: (recipient) => (recipient.startsWith('eve') ? undefined : 550) });
  const app = await openTestApp({ SMTP_URL: mails.url, ...settings });
  t.after(app.close);
  t.after(mails.close);
  const admin = await asAdmin(app);
  const names = ['ann', 'bob', 'eve'];
  const rows = names.map((name, at) => ({ row: at + 1, name, email: `${name}@example.org`, team: 'General' }));
  await admin.call(calls.run, { rows });
  for (let count = 0; count < 2; count += 1) await sendMails(app);
  assert.equal(mails.received(), 1);
  const notices = (await admin.call(notificationsContract.list, {})).body.filter(({ title }) =>
    title.endsWith(' sent'),
  );
  assert.deepEqual(
    notices.map(({ title }) => title),
    ['Invitations not sent'],
  );
  assert.match(notices[0]?.message ?? '', /did not accept the invitation to ann@example\.org, bob@example\.org\./);
});
