import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { mailChoiceContract } from '#features/notifications/mail-choice.contract.ts';
import { followAudit } from '#tests/audit.ts';
import { readMail, sendMails, useMailServer } from '#tests/mail-server.ts';
import { asAdmin, makeContainer, makeTeam, signedInAs } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';

const address = 'http://files.example.com';

describe('the address in a mail that ends such mails', () => {
  const server = useMailServer();
  const app = {} as TestApp;
  before(async () => {
    const settings = { MAIL_FROM: 'Stowage <files@example.com>', PUBLIC_URL: address };
    Object.assign(app, await openTestApp({ SMTP_URL: server.url, ...settings }));
  });
  after(() => app.close());

  /** A user who follows a container and got a mail about it. */
  const makeReader = async () => {
    const id = await makeContainer(app);
    const reader = await signedInAs(app, { role: 2, team: await makeTeam(app) });
    await reader.visitor.call(containerWorkContract.follow, { id });
    await reader.visitor.call(mailChoiceContract.save, { choices: [{ event: 'followed', choice: 'now' }] });
    await (await asAdmin(app)).call(containerWorkContract.delay, { id, kind: 'pfi', reason: 'Vessel rolled' });
    app.setNow(new Date(app.now().getTime() + 6 * 60_000));
    await sendMails(app);
    const { headers } = await readMail(await server.next());
    const headerOf = (name: string) => headers.find(({ key }) => key === name)?.value ?? '';
    const path = headerOf('list-unsubscribe').slice(1 + address.length, -1);
    return { ...reader, container: id, headerOf, path };
  };
  const wants = async ({ visitor }: Awaited<ReturnType<typeof makeReader>>) =>
    (await visitor.call(mailChoiceContract.read, {})).body.choices.some(({ choice }) => choice === 'now');
  const post = (url: string, payload = 'List-Unsubscribe=One-Click', type = 'application/x-www-form-urlencoded') =>
    app.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });

  test('is in the headers of RFC 8058, and one click of the mail program ends the mails without a sign-in', async () => {
    const reader = await makeReader();
    assert.equal(reader.headerOf('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
    assert.equal(reader.headerOf('list-id'), '<notifications.example.com>');
    const added = followAudit(app.ctx);
    await added();
    for (let click = 0; click < 2; click += 1) assert.equal((await post(reader.path)).statusCode, 200);
    assert.equal(await wants(reader), false);
    assert.deepEqual(
      (await added()).map(({ user_id, act }) => [user_id, act]),
      [[reader.id, 'user.mails_off']],
    );
    await (
      await asAdmin(app)
    ).call(containerWorkContract.delay, {
      id: reader.container,
      kind: 'pfi',
      reason: 'Again',
    });
    const { body } = await reader.visitor.call(containersContract.find, { id: reader.container });
    assert.equal(body.id, reader.container);
    app.setNow(new Date(app.now().getTime() + 6 * 60_000));
    const before = server.received();
    await sendMails(app);
    assert.equal(server.received(), before);
  });

  test('also takes the form of mail programs that send it as multipart', async () => {
    const reader = await makeReader();
    const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    assert.equal((await post(reader.path, body, 'multipart/form-data; boundary=x')).statusCode, 200);
    assert.equal(await wants(reader), false);
  });

  test('changes nothing when it is opened, and shows a button', async () => {
    const reader = await makeReader();
    const opened = await app.app.inject({ method: 'GET', url: reader.path });
    assert.equal(opened.statusCode, 200);
    assert.match(opened.body, /<form method="post"[^>]*><button[^>]*>Stop the mails<\/button>/);
    assert.equal(await wants(reader), true);
  });

  test('ends the mails of no other user if it is changed', async () => {
    const reader = await makeReader();
    const other = await makeReader();
    const forged = [
      reader.path.replace(`/${reader.id}.`, `/${other.id}.`),
      `${other.path.slice(0, -1)}${other.path.endsWith('A') ? 'B' : 'A'}x`,
      `/unsubscribe/${other.id}`,
    ];
    for (const path of forged) assert.equal((await post(path)).statusCode, 404, path);
    assert.equal(await wants(other), true);
  });
});
