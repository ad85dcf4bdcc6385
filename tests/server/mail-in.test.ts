import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Options } from 'nodemailer/lib/mailer/index.js';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { mailInContract } from '#features/mail-in/mail-in.contract.ts';
import { systemContract } from '#features/system/system.contract.ts';
import { dovecotProgram, startDovecot } from '#tests/dovecot.ts';
import type { Dovecot } from '#tests/dovecot.ts';
import { extractStored } from '#tests/extraction.ts';
import { mailOf } from '#tests/mails.ts';
import { asAdmin, countBlobs, makeContainer, makeFileType, makeTeam, makeUser, readContent } from '#tests/make.ts';
import { newNumber, plain } from '#tests/numbered-papers.ts';
import { formOf, lineAt } from '#tests/pdf-files.ts';
import { openTestApp, randomName } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';
import { readMail } from '../../src/app/server/jobs/read-mail.job.ts';

const supplier = 'anna@supplier.example';
const uploader = 'admin@example.com';

describe('mail in', { skip: !dovecotProgram && 'needs dovecot (the package dovecot-imapd)', timeout: 300_000 }, () => {
  let dovecot: Dovecot;
  before(async () => {
    dovecot = await startDovecot();
  });
  after(() => dovecot?.remove());

  const read = (app: TestApp) => readMail.run(app.ctx, new AbortController().signal);

  /** A product that reads a mailbox of its own, whose mails of suppliers the administrator uploads. */
  async function open(t: TestContext, environment: Record<string, string> = {}) {
    const user = `box-${randomName()}`;
    const senders = { MAIL_IN_SENDERS: '@supplier.example', MAIL_IN_UPLOADER: uploader };
    const app = await openTestApp({ ...dovecot.settings(user), ...senders, ...environment });
    t.after(() => app.close());
    const admin = await asAdmin(app);
    const send = async (mail: Options) =>
      dovecot.deliver(user, await mailOf({ from: supplier, to: 'files@company.example', ...mail }));
    const left = async () => {
      const { mails } = (await admin.call(mailInContract.left, {})).body;
      return mails.map(({ subject, reason }) => [subject, reason]);
    };
    return { app, user, admin, send, left };
  }

  const filesIn = ({ ctx }: TestApp) =>
    ctx.db
      .selectFrom('files')
      .select(['id', 'filename', 'filepath', 'user_id', 'team_id', 'file_type_id'])
      .orderBy('id')
      .execute();
  const namesIn = async (app: TestApp) => (await filesIn(app)).map(({ filename }) => filename);

  async function numbered(app: TestApp, admin: Visitor) {
    const number = newNumber();
    const id = await makeContainer(app);
    const { name, container_no, pfi_date, ex_factory_date } = (await admin.call(containersContract.find, { id })).body;
    const input = { id, name, container_no, expected_date: pfi_date, ex_factory_date, container_number: number };
    const answer = await admin.call(containersContract.update, input);
    assert.equal(answer.status, 200, answer.raw.body);
    return { id, number };
  }
  const documentsOf = async (admin: Visitor, { id }: { id: number }) =>
    (await admin.call(containerFilesContract.files, { id })).body.files.map(({ filename, how }) => [filename, how]);

  test('the mails of a Monday end as documents at their containers without a click', async (t) => {
    const { app, user, admin, send, left } = await open(t, { MAIL_IN_KEEP_MAIL: 'yes' });
    const [one, two, three, four] = [
      await numbered(app, admin),
      await numbered(app, admin),
      await numbered(app, admin),
      await numbered(app, admin),
    ];
    const [owner, serial, check] = [one.number.slice(0, 4), one.number.slice(5, 11), one.number.at(-1)];
    const odd = `${owner} ${serial.slice(0, 3)} ${serial.slice(3)}-${check}`;
    await send({ subject: 'Papers', attachments: [{ filename: `invoice ${odd}.txt`, content: 'Invoice' }] });
    const pdf = formOf([lineAt(40, 700, `Packing list of ${two.number}`), lineAt(40, 650, three.number)].join('\n'));
    await send({
      from: `Ben <ben@supplier.example>`,
      subject: `Shipping advice ${owner}${serial}${check}`,
      attachments: [
        { filename: 'both.pdf', content: pdf },
        { filename: 'logo.png', content: randomBytes(900), cid: 'logo', contentDisposition: 'inline' },
      ],
    });
    const forwarded = await mailOf({
      from: 'carla@factory.example',
      subject: `Fwd: ${plain(four.number)}`,
      attachments: [{ filename: 'packing list.txt', content: 'Packing list' }],
    });
    await send({ subject: 'WG: documents', attachments: [{ contentType: 'message/rfc822', content: forwarded }] });
    await read(app);
    await extractStored(app);

    assert.deepEqual(await left(), []);
    assert.deepEqual(await documentsOf(admin, one), [
      [`Shipping advice ${owner}${serial}${check}.eml`, 'name'],
      ['both.pdf', 'subject'],
      // The kept mail has the name of its attachment in its text.
      ['Papers.eml', 'text'],
      [`invoice ${odd}.txt`, 'name'],
    ]);
    for (const container of [two, three])
      assert.ok((await documentsOf(admin, container)).some(([name, how]) => name === 'both.pdf' && how === 'text'));
    assert.ok((await documentsOf(admin, four)).some(([name, how]) => name === 'packing list.txt' && how === 'subject'));
    const list = (await filesIn(app)).find(({ filename }) => filename === 'packing list.txt');
    await admin.call(filesContract.update, { id: list?.id ?? 0, filename: 'renamed.txt', _method: 'PUT' });
    assert.ok((await documentsOf(admin, four)).some(([name, how]) => name === 'renamed.txt' && how === 'subject'));
    assert.equal((await namesIn(app)).length, 6);
    assert.equal((await dovecot.inbox(user)).read.length, 3);
    const [invoice] = await filesIn(app);
    assert.equal(await readContent(admin, { filepath: invoice?.filepath ?? '' }), 'Invoice');
  });

  test('the sender uploads to the team of the mailbox, with the proposed type, and the audit log names the mail', async (t) => {
    const { app, send } = await open(t, { MAIL_IN_TEAM: 'Imports' });
    const team = await makeTeam(app, 'Imports');
    const type = await makeFileType(app, 'Invoice');
    const person = await makeUser(app, { role: 3, team, email: 'Dora@company.example' });
    const attachments = [
      { filename: 'invoice 7.txt', content: 'one' },
      { filename: '../../etc/other.txt', content: 'two' },
    ];
    await send({ from: '"Dora" <dora@COMPANY.example>', subject: 'Two files', attachments });
    await read(app);
    const stored = (await filesIn(app)).map(({ filename, user_id, team_id, file_type_id }) => [
      filename,
      user_id,
      team_id,
      file_type_id,
    ]);
    assert.deepEqual(stored, [
      ['invoice 7.txt', person.id, team, type],
      ['other.txt', person.id, team, 1],
    ]);
    const audit = app.ctx.db
      .selectFrom('audit_entries')
      .select(['user_id', 'detail'])
      .where('act', '=', 'file.uploaded');
    const detail = 'Team: Imports; by mail from dora@company.example';
    const entries = (await audit.execute()).map((entry) => [entry.user_id, entry.detail]);
    const expected = [person.id, detail];
    assert.deepEqual(entries, [expected, expected]);
  });

  test('a mail that cannot be filed stays unread in the mailbox, and an administrator sees the reason', async (t) => {
    const { app, user, send, left, admin } = await open(t, { MAX_UPLOAD_BYTES: '1000' });
    const file = { filename: 'a.txt', content: 'a' };
    await makeUser(app, { role: 3, team: await makeTeam(app), email: 'other.team@company.example' });
    const { id } = await makeUser(app, { role: 1, team: 1, email: 'suspended@supplier.example' });
    await app.ctx.db.updateTable('users').set({ suspended_at: app.now().toISOString() }).where('id', '=', id).execute();
    const letter = async (subject: string, mail: Options) => send({ subject, attachments: [file], ...mail });
    await letter('stranger', { from: 'mallory@elsewhere.example' });
    await letter('lookalike', { from: 'anna@notsupplier.example' });
    await letter('two authors', { from: [supplier, 'mallory@elsewhere.example'] });
    await letter('suspended', { from: 'suspended@supplier.example' });
    await letter('other team', { from: 'other.team@company.example' });
    await letter('no attachment', { attachments: [] });
    await letter('large', { attachments: [file, { filename: 'b.bin', content: randomBytes(1001) }] });
    await letter('many', {
      attachments: Array.from({ length: 101 }, (_, at) => ({ filename: `${at}.txt`, content: 'x' })),
    });
    const before = await countBlobs(app);
    await read(app);
    const expected = [
      ['many', 'too_many'],
      ['large', 'too_large'],
      ['no attachment', 'no_attachment'],
      ['other team', 'not_allowed'],
      ['suspended', 'sender_unknown'],
      ['two authors', 'sender_unknown'],
      ['lookalike', 'sender_unknown'],
      ['stranger', 'sender_unknown'],
    ];
    assert.deepEqual(await left(), expected);
    assert.deepEqual([await namesIn(app), await countBlobs(app)], [[], before]);
    const { read: marked, unread } = await dovecot.inbox(user);
    assert.deepEqual([marked, unread.length], [[], 8]);
    await read(app);
    assert.deepEqual(await left(), expected);
    const [newest] = (await admin.call(mailInContract.left, { limit: 1 })).body.mails;
    assert.equal(newest?.sender, supplier);
  });

  test('with MAIL_IN_AUTHSERV_ID, only senders that the mail server has verified may send files', async (t) => {
    const { app, send, left } = await open(t, { MAIL_IN_AUTHSERV_ID: 'mx.company.example' });
    const verified = { 'Authentication-Results': 'mx.company.example; dmarc=pass header.from=supplier.example' };
    const forged = { 'Authentication-Results': 'mx.mallory.example; dmarc=pass header.from=supplier.example' };
    const attachments = (filename: string) => [{ filename, content: filename }];
    await send({ subject: 'true', headers: verified, attachments: attachments('true.txt') });
    await send({ subject: 'forged', headers: forged, attachments: attachments('forged.txt') });
    await read(app);
    assert.deepEqual([await namesIn(app), await left()], [['true.txt'], [['forged', 'sender_unverified']]]);
  });

  test('a message is filed once by two servers, and once if the mailbox is numbered anew', async (t) => {
    const { app, user, admin, send, left } = await open(t);
    const names = Array.from({ length: 6 }, (_, at) => `${at}.txt`);
    for (const filename of names) await send({ subject: filename, attachments: [{ filename, content: filename }] });
    await Promise.all([read(app), read(app)]);
    assert.deepEqual((await namesIn(app)).toSorted(), names);
    await dovecot.renumber(user);
    await send({ subject: 'new', attachments: [{ filename: 'new.txt', content: 'new' }] });
    await read(app);
    assert.deepEqual([(await namesIn(app)).toSorted(), await left()], [[...names, 'new.txt'], []]);
    const { mail_in } = (await admin.call(systemContract.look, {})).body;
    assert.ok(mail_in?.renumbered_at);
  });

  test('hostile mails are left in the mailbox, and the mails after them are filed', async (t) => {
    const { app, user, send, left } = await open(t);
    const parts = Array.from({ length: 10_000 }, (_, at) => `--x\nContent-Type: text/plain; name=${at}.txt\n\n${at}\n`);
    const headers = (subject: string) => `From: ${supplier}\nSubject: ${subject}\nMessage-ID: <${subject}@x>\n`;
    await dovecot.deliver(
      user,
      `${headers('parts')}Content-Type: multipart/mixed; boundary=x\n\n${parts.join('')}--x--\n`,
    );
    await dovecot.deliver(user, `${headers('header')}X-Long: ${'a'.repeat(5_000_000)}\n\nhello\n`);
    await dovecot.deliver(
      user,
      `From: ${supplier}\nSubject: ${'s'.repeat(3_000_000)}\nMessage-ID: <long@x>\n\nhello\n`,
    );
    let bomb = `${headers('inner')}\nhello\n`;
    for (let depth = 0; depth < 300; depth += 1) bomb = `${headers('bomb')}Content-Type: message/rfc822\n\n${bomb}`;
    await dovecot.deliver(user, bomb);
    await send({ subject: 'fine', attachments: [{ filename: 'fine.txt', content: 'fine' }] });
    // A message beyond the limits ends the connection. The next run goes on.
    for (let run = 0; run < 5 && (await namesIn(app)).length === 0; run += 1) await read(app);
    assert.deepEqual(await namesIn(app), ['fine.txt']);
    const reasons = (await left()).map(([, reason]) => reason);
    assert.deepEqual(reasons.toSorted(), ['no_attachment', 'unreadable', 'unreadable', 'unreadable']);
  });
});
