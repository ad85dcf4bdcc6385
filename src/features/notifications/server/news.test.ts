import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { mailChoiceContract } from '#features/notifications/mail-choice.contract.ts';
import type { NoticeChoice, NoticeEvent } from '#features/notifications/notice-events.rules.ts';
import { notificationsContract } from '#features/notifications/notifications.contract.ts';
import { permissionsContract } from '#features/permissions/permissions.contract.ts';
import { productModules } from '#shared/product-modules.ts';
import { readMail, sendMails, useMailServer } from '#tests/mail-server.ts';
import { asAdmin, makeContainer, makeTeam, signedIn, signedInAs, upload } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const address = 'http://files.example.com';

describe('a user chooses how to learn of each event', () => {
  const server = useMailServer();
  const app = {} as TestApp;
  before(async () => {
    const settings = { MAIL_FROM: 'Stowage <files@example.com>', PUBLIC_URL: address, TZ: 'UTC' };
    Object.assign(app, await openTestApp({ SMTP_URL: server.url, ...settings }));
    // A Wednesday after the hour of the digests.
    app.setNow(new Date('2098-11-19T12:00:00.000Z'));
  });
  after(() => app.close());

  type Choices = Partial<Record<NoticeEvent, NoticeChoice>>;
  const wait = (minutes: number) => app.setNow(new Date(app.now().getTime() + minutes * 60_000));
  const until = (time: string) => app.setNow(new Date(`2098-11-${time}:00.000Z`));
  /** A user with these choices, in a team with a colleague. */
  const makeReader = async (chosen: Choices, role: 1 | 2 | 3 = 2) => {
    const team = await makeTeam(app, 'Harbour');
    const reader = await signedInAs(app, { role, team });
    const colleague = await signedInAs(app, { role: 2, team, name: 'Ana' });
    const choices = Object.entries(chosen).map(([event, choice]) => ({ event: event as NoticeEvent, choice }));
    const { status, raw } = await reader.visitor.call(mailChoiceContract.save, { choices });
    assert.equal(status, 200, raw.body);
    return { ...reader, team, colleague: colleague.visitor };
  };
  const bellOf = async ({ email }: { email: string }) =>
    (await (await signedIn(app, email)).call(notificationsContract.list, {})).body.map(({ title }) => title);
  /** Sends the due mails with two servers at a time, and returns them. */
  const sent = async () => {
    const before = server.received();
    await Promise.all([sendMails(app), sendMails(app)]);
    const mails = [];
    while (mails.length < server.received() - before) mails.push(await readMail(await server.next()));
    return mails;
  };
  const receive = (visitor: Visitor, id: number) =>
    visitor.call(containersContract.changeStatus, { id, status: 'Received' });

  test('without a choice, everything is in the bell and nothing is mailed', async () => {
    const reader = await makeReader({});
    await upload(reader.colleague, 1, { name: 'plan.pdf' });
    wait(6);
    assert.deepEqual([await bellOf(reader), await sent()], [['New file'], []]);
  });

  test('by never, in the bell only, or also by mail at once', async () => {
    const [never, bell, now] = [
      await makeReader({ files: 'never' }),
      await makeReader({ files: 'bell' }),
      await makeReader({ files: 'now' }),
    ];
    for (const { colleague } of [never, bell, now]) await upload(colleague, 1, { name: 'berth plan.pdf' });
    assert.deepEqual([await bellOf(never), await bellOf(bell), await bellOf(now)], [[], ['New file'], ['New file']]);
    assert.deepEqual(await sent(), [], 'a mail collects five minutes');
    await upload(now.colleague, 1, { name: 'second.pdf' });
    wait(6);
    const [mail, ...others] = await sent();
    assert.deepEqual([mail?.to?.[0]?.address, others], [now.email, []]);
    assert.equal(mail?.subject, 'Stowage: new notifications');
    assert.ok(mail?.text.includes(`Ana uploaded "berth plan.pdf" to Harbour.\n\n${address}/files?q=berth+plan.pdf`));
    assert.ok(mail?.text.includes('second.pdf'));
    assert.ok(mail?.html.includes(`<a href="${address}/files?q=berth+plan.pdf" `), mail?.html);
  });

  test('by one mail a day at the own hour, grouped by event with the urgent ones first, and by none if nothing happened', async () => {
    until('20T12:00');
    const reader = await makeReader({ files: 'daily', received: 'daily', followed: 'daily' });
    const digest = { hour: 9, zone: 'Asia/Tokyo' };
    assert.deepEqual((await reader.visitor.call(mailChoiceContract.save, { digest })).body.digest, digest);
    const id = await makeContainer(app, { name: 'Oak chairs', team: reader.team });
    await reader.visitor.call(containerWorkContract.follow, { id });
    await upload(reader.colleague, 1, { name: 'plan.pdf' });
    await reader.colleague.call(containerWorkContract.delay, { id, kind: 'pfi', reason: 'Vessel rolled' });
    assert.equal((await receive(reader.colleague, id)).status, 200);
    for (const time of ['20T12:06', '20T23:59']) {
      until(time);
      assert.deepEqual(await sent(), [], time);
    }
    until('21T00:01');
    const [mail, ...others] = await sent();
    assert.deepEqual(others, []);
    assert.equal(mail?.subject, 'Stowage: your daily mail');
    const lines = mail?.text.split('\n') ?? [];
    const headings = ['Late or moved, of the containers you follow', 'Received', 'New files'];
    assert.deepEqual(
      lines.filter((line) => headings.includes(line)),
      headings,
    );
    assert.ok(
      lines.some((line) => line.includes('Late: PFI delayed by Ana: Vessel rolled')),
      mail?.text,
    );
    until('22T00:01');
    assert.deepEqual(await sent(), [], 'nothing has happened since');
  });

  test('by one mail a week, on Monday, also more than three days after the event', async () => {
    until('24T08:00');
    const reader = await makeReader({ files: 'weekly' });
    await upload(reader.colleague, 1, { name: 'plan.pdf' });
    // 24 November 2098 is a Monday.
    for (const time of ['25T07:01', '29T07:01', '30T07:01']) {
      until(time);
      assert.deepEqual(await sent(), [], time);
    }
    app.setNow(new Date('2098-12-01T07:01:00.000Z'));
    const [mail, ...others] = await sent();
    assert.deepEqual([mail?.subject, others], ['Stowage: your weekly mail', []]);
  });

  test('and gets no mail about what they may no longer see when it is sent', async () => {
    const admin = await asAdmin(app);
    const user = (id: number) => app.ctx.db.updateTable('users').where('id', '=', id);
    type Reader = Awaited<ReturnType<typeof makeReader>>;
    const losses: Record<string, (reader: Reader, fileId: number) => Promise<unknown>> = {
      'after a move to another team': ({ id }) => user(id).set({ team_id: 1 }).execute(),
      'after a suspension': ({ id }) => user(id).set({ suspended_at: app.now().toISOString() }).execute(),
      'after the file is deleted': (_, id) => admin.call(filesContract.remove, { id }),
      'after another choice': ({ visitor }) =>
        visitor.call(mailChoiceContract.save, { choices: [{ event: 'files', choice: 'bell' }] }),
    };
    for (const [title, lose] of Object.entries(losses)) {
      const reader = await makeReader({ files: 'now' }, 3);
      const [file] = await upload(reader.colleague, 1, { name: 'secret plan.pdf' });
      await lose(reader, file?.id ?? 0);
      wait(6);
      assert.deepEqual(await sent(), [], title);
    }
    const reader = await makeReader({ received: 'now', files: 'now' }, 3);
    const id = await makeContainer(app, { name: 'Secret chairs', team: reader.team });
    await receive(reader.colleague, id);
    await upload(reader.colleague, 1, { name: 'plan.pdf' });
    const { modules } = (await admin.call(permissionsContract.list, {})).body;
    const module_id = modules.find(({ name }) => name === productModules.containers)?.id as number;
    const allow = (can_view: 0 | 1) =>
      admin.call(permissionsContract.save, { permissions: [{ module_id, role_id: 3, can_view }] });
    await allow(0);
    wait(6);
    const [mail, ...others] = await sent();
    await allow(1);
    assert.deepEqual(others, []);
    assert.match(mail?.text ?? '', /plan\.pdf/);
    assert.doesNotMatch(mail?.text ?? '', /Secret/);
  });

  test('and the choices that do not exist are refused with a sentence', async () => {
    const { visitor } = await makeReader({});
    const refused = await visitor.call(mailChoiceContract.save, { choices: [{ event: 'followed', choice: 'bell' }] });
    assert.deepEqual([refused.status, refused.failure.code], [422, 'validation.failed']);
    const zone = await visitor.call(mailChoiceContract.save, { digest: { hour: 7, zone: 'Mars/Olympus' } });
    assert.equal(zone.failure.message, 'Choose one of the time zones of the list.');
  });
});
