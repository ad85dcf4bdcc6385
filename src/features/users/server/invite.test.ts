import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { passwordsContract } from '#features/passwords/passwords.contract.ts';
import { answers } from '#features/passwords/passwords.texts.ts';
import { openMailServer, readMail, sendMails, useMailServer } from '#tests/mail-server.ts';
import { asAdmin, makeUser, signedInAs, signedInWith } from '#tests/make.ts';
import { openTestApp, randomName, useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import { Visitor } from '#tests/visitor.ts';
import { invitationsContract as calls } from '../invitations.contract.ts';
import { usersContract } from '../users.contract.ts';

const settings = { MAIL_FROM: 'x@example.com', PUBLIC_URL: 'http://stowage.example' };
const chosen = 'quay-side-harbour-9';

const newAccount = () => ({
  name: 'New Hand',
  email: `${randomName()}@example.org`.toLowerCase(),
  role_id: 3,
  team_id: 1,
  teams_can_view: [1],
});

async function setPassword(app: TestApp, token: string) {
  const password = { new_password: chosen, new_password_confirmation: chosen };
  return (await new Visitor(app.app).prime()).call(passwordsContract.setByLink, { token, ...password });
}

async function actsOn(app: TestApp, email: string) {
  const entries = await app.ctx.db
    .selectFrom('audit_entries')
    .innerJoin('users', 'users.id', 'audit_entries.thing_id')
    .select('audit_entries.act')
    .where('users.email', '=', email)
    .where('audit_entries.act', 'like', 'user.%')
    .orderBy('audit_entries.id')
    .execute();
  return entries.map(({ act }) => act);
}

describe('an invitation that is mailed', () => {
  const mails = useMailServer();
  const app = {} as TestApp;
  before(async () => {
    Object.assign(app, await openTestApp({ SMTP_URL: mails.url, ...settings }));
  });
  after(() => app.close());

  const run = () => sendMails(app);
  const nextToken = async () => {
    await run();
    const { text } = await readMail(await mails.next());
    return /#new-password=([\w-]+)/.exec(text)?.[1] ?? '';
  };
  const invite = async () => {
    const account = newAccount();
    const { status, body, raw } = await (await asAdmin(app)).call(calls.invite, account);
    assert.equal(status, 201, raw.body);
    assert.deepEqual([body.mailed, body.token], [true, null], 'only the invited user gets the link');
    return { ...account, id: body.user.id };
  };
  const stateOf = async (id: number) => {
    const { invitations } = (await (await asAdmin(app)).call(calls.list, { limit: 200 })).body;
    return invitations.find(({ user_id }) => user_id === id)?.state;
  };

  test('lets the invited user choose a password once, and is listed until then', async () => {
    const { id, email } = await invite();
    assert.equal(await stateOf(id), 'queued');
    const token = await nextToken();
    assert.equal(await stateOf(id), 'open');
    assert.equal((await setPassword(app, token)).status, 200);
    assert.equal((await setPassword(app, token)).status, 422);
    await signedInWith(app, email, chosen);
    assert.equal(await stateOf(id), undefined);
    assert.deepEqual(await actsOn(app, email), ['user.invited', 'user.password_set_by_link']);
    for (const call of [calls.sendAgain, calls.revoke])
      assert.equal((await (await asAdmin(app)).call(call, { id })).status, 404);
  });

  test('that is sent again has a new link, and ends the earlier one', async () => {
    const { id, email } = await invite();
    const first = await nextToken();
    const admin = await asAdmin(app);
    assert.equal((await admin.call(calls.sendAgain, { id })).status, 200);
    const second = await nextToken();
    assert.deepEqual(await actsOn(app, email), ['user.invited', 'user.invited_again']);
    assert.equal((await setPassword(app, first)).status, 422);
    assert.equal((await setPassword(app, second)).status, 200);
  });

  test('can be sent again five times in a quarter of an hour', async () => {
    const { id } = await invite();
    const admin = await asAdmin(app);
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await admin.call(calls.sendAgain, { id })).status);
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
    await nextToken();
  });

  test('that is revoked deletes the unused account, and its address can be invited again', async () => {
    const { id, ...account } = await invite();
    const token = await nextToken();
    const admin = await asAdmin(app);
    assert.equal((await admin.call(calls.revoke, { id })).status, 204);
    const refused = await setPassword(app, token);
    assert.deepEqual([refused.status, refused.raw.json<{ message: string }>().message], [422, answers.linkWorn]);
    assert.equal((await admin.call(usersContract.find, { id })).status, 404);
    assert.deepEqual(await actsOn(app, account.email), ['user.invited', 'user.invitation_revoked']);
    assert.equal((await admin.call(calls.invite, account)).status, 201);
    await nextToken();
  });

  test('that is revoked before its mail is sent is not mailed', async () => {
    const { id } = await invite();
    await (await asAdmin(app)).call(calls.revoke, { id });
    const before = mails.received();
    await run();
    assert.equal(mails.received(), before);
  });

  test('expires after seven days, and is listed as expired until it is sent again', async () => {
    const { id } = await invite();
    const token = await nextToken();
    app.setNow(new Date(app.now().getTime() + 7 * 24 * 3_600_000 + 1000));
    assert.equal((await setPassword(app, token)).status, 422);
    assert.equal(await stateOf(id), 'expired');
    await (await asAdmin(app)).call(calls.sendAgain, { id });
    assert.equal((await setPassword(app, await nextToken())).status, 200);
  });
});

test('an invitation that the mail server does not accept is listed as not sent', async (t) => {
  const mails = await openMailServer({ refuses: () => 550 });
  t.after(mails.close);
  const app = await openTestApp({ SMTP_URL: mails.url, ...settings });
  t.after(app.close);
  const admin = await asAdmin(app);
  await admin.call(calls.invite, newAccount());
  for (let count = 0; count < 2; count += 1) await sendMails(app);
  const { invitations } = (await admin.call(calls.list, {})).body;
  assert.deepEqual(
    invitations.map(({ state }) => state),
    ['not_sent'],
  );
});

describe('an invitation without a mail server', () => {
  const app = useTestApp();

  test('gives the link to the user who invites, once', async () => {
    const admin = await asAdmin(app);
    const { body } = await admin.call(calls.invite, newAccount());
    assert.equal(body.mailed, false);
    const list = await admin.call(calls.list, { limit: 200 });
    assert.equal(list.raw.body.includes(body.token ?? ''), false, 'no later answer has the link');
    assert.equal((await setPassword(app, body.token ?? '')).status, 200);
  });

  test('follows the rank of the caller: a manager invites, renews and revokes ordinary users only', async () => {
    const { visitor: manager } = await signedInAs(app, { role: 2, team: 1 });
    assert.equal((await manager.call(calls.invite, { ...newAccount(), role_id: 2 })).status, 403);
    const { body } = await (await asAdmin(app)).call(calls.invite, { ...newAccount(), role_id: 2 });
    const { id } = body.user;
    assert.equal((await manager.call(calls.sendAgain, { id })).status, 403);
    assert.equal((await manager.call(calls.revoke, { id })).status, 403);
    const own = await manager.call(calls.invite, newAccount());
    assert.equal((await manager.call(calls.revoke, { id: own.body.user.id })).status, 204);
  });

  test('of somebody who has an account is refused, and such an account cannot be revoked', async () => {
    const there = await makeUser(app, { role: 3, team: 1 });
    const admin = await asAdmin(app);
    assert.equal((await admin.call(calls.invite, { ...newAccount(), email: there.email })).status, 422);
    assert.equal((await admin.call(calls.revoke, { id: there.id })).status, 404);
  });

  test('pages through the list without a gap', async () => {
    const admin = await asAdmin(app);
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await admin.call(calls.invite, newAccount())).body.user.id);
    const first = (await admin.call(calls.list, { limit: 2 })).body;
    const second = (await admin.call(calls.list, { limit: 2, after: first.next ?? '' })).body;
    const found = [...first.invitations, ...second.invitations].map(({ user_id }) => user_id);
    assert.deepEqual(found.slice(0, 3), ids.toReversed());
  });

  test('with a guessed link is refused like a used one, and the audit log has the attempt', async () => {
    const refused = await setPassword(app, 'a'.repeat(43));
    assert.deepEqual([refused.status, refused.raw.json<{ message: string }>().message], [422, answers.linkWorn]);
    const entries = app.ctx.db.selectFrom('audit_entries').select('user_id').where('act', '=', 'user.link_refused');
    assert.deepEqual(
      (await entries.execute()).map(({ user_id }) => user_id),
      [null],
    );
  });
});
