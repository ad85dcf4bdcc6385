import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { systemContract } from '#features/system/system.contract.ts';
import { runAdmin } from '#tests/admin-program.ts';
import { clamdProgram, startClamd, virus } from '#tests/clamd.ts';
import { dovecotProgram, startDovecot } from '#tests/dovecot.ts';
import type { Dovecot } from '#tests/dovecot.ts';
import { mailOf } from '#tests/mails.ts';
import { asAdmin, countBlobs } from '#tests/make.ts';
import { until } from '#tests/open-handles.ts';
import { preparedInstallation, queryDatabase, serverProgram, startServer } from '#tests/server-process.ts';
import { openTestApp, randomName } from '#tests/test-app.ts';
import { readMail } from '../../src/app/server/jobs/read-mail.job.ts';

const killAtImap = new URL('../support/kill-at-imap.ts', import.meta.url).href;

describe(
  'failures of mail in',
  { skip: !dovecotProgram && 'needs dovecot (the package dovecot-imapd)', timeout: 300_000 },
  () => {
    let dovecot: Dovecot;
    before(async () => {
      dovecot = await startDovecot();
    });
    after(() => dovecot?.remove());

    /** The settings for a mailbox of its own, and a function that delivers a mail of a supplier with one file. */
    function makeMailbox() {
      const user = `box-${randomName()}`;
      const senders = { MAIL_IN_SENDERS: '@supplier.example', MAIL_IN_UPLOADER: 'admin@example.com' };
      const send = async (filename: string, content = filename) =>
        dovecot.deliver(
          user,
          await mailOf({ from: 'anna@supplier.example', subject: filename, attachments: [{ filename, content }] }),
        );
      return { user, send, environment: { ...dovecot.settings(user), ...senders } };
    }

    for (const [call, moment] of [
      ['download', 'while it reads a mail'],
      ['messageFlagsAdd', 'between filing a mail and marking it'],
    ] as const)
      test(`a mail is filed once if the server is killed ${moment}`, async (t) => {
        const { user, send, environment } = makeMailbox();
        const installation = await preparedInstallation((work) => t.after(work));
        const settings = { ...environment, NODE_EXTRA_CA_CERTS: dovecot.certificate };
        await send('once.txt');
        const onCleanup = (work: () => unknown) => t.after(work);
        const killed = await startServer(
          installation,
          { ...settings, KILL_AT_IMAP: call },
          { args: ['--import', killAtImap, serverProgram], onCleanup },
        );
        assert.equal((await killed.ended).signal, 'SIGKILL');
        const stored = () => queryDatabase<{ filename: string }>(installation, 'select filename from files');
        assert.equal((await stored()).length, call === 'download' ? 0 : 1);
        assert.deepEqual((await dovecot.inbox(user)).unread, ['once.txt']);
        // Otherwise the next server waits until the lease of the killed one has ended.
        await queryDatabase(installation, "delete from settings where name = 'lease: filing mails'");
        const server = await startServer(installation, settings, { onCleanup });
        await until(async () => (await dovecot.inbox(user)).read.length === 1);
        assert.equal((await server.stop()).code, 0);
        assert.deepEqual(
          (await stored()).map(({ filename }) => filename),
          ['once.txt'],
        );
      });

    test('a mail with which the server has died three times is left in the mailbox, and the next one is filed', async (t) => {
      const { user, send, environment } = makeMailbox();
      const app = await openTestApp(environment);
      t.after(() => app.close());
      await send('first.txt');
      await readMail.run(app.ctx, new AbortController().signal);
      const { mailbox, uid_validity, uid, read_at } = await app.ctx.db
        .selectFrom('mailed_messages')
        .selectAll()
        .executeTakeFirstOrThrow();
      const died = { mailbox, uid_validity, uid: uid + 1, read_at, state: 'reading', tries: 3 } as const;
      await app.ctx.db.insertInto('mailed_messages').values(died).execute();
      await send('deadly.txt');
      await send('next.txt');
      await readMail.run(app.ctx, new AbortController().signal);
      assert.deepEqual(await dovecot.inbox(user), { read: ['first.txt', 'next.txt'], unread: ['deadly.txt'] });
    });

    test(
      'two servers file each mail once',
      { skip: !(process.env['DATABASE_URL'] && process.env['STORAGE_URL']) && 'needs a database server and a bucket' },
      async (t) => {
        const { user, send, environment } = makeMailbox();
        const names = Array.from({ length: 20 }, (_, at) => `${at}.txt`);
        for (const name of names) await send(name);
        const onCleanup = (work: () => unknown) => t.after(work);
        const installation = await preparedInstallation(onCleanup);
        const dataDir = await mkdtemp(join(tmpdir(), 'stowage-server-'));
        t.after(() => rm(dataDir, { recursive: true, force: true }));
        const settings = { ...environment, NODE_EXTRA_CA_CERTS: dovecot.certificate };
        const servers = await Promise.all([
          startServer(installation, settings, { onCleanup }),
          startServer(installation, { ...settings, DATA_DIR: dataDir }, { onCleanup }),
        ]);
        await until(async () => (await dovecot.inbox(user)).read.length === names.length);
        for (const { code } of await Promise.all(servers.map((server) => server.stop()))) assert.equal(code, 0);
        const stored = await queryDatabase<{ filename: string }>(installation, 'select filename from files');
        assert.deepEqual(stored.map(({ filename }) => filename).toSorted(), names.toSorted());
      },
    );

    test('a mail server that fails is one warning on /system and a problem for doctor, and mails are filed when it answers', async (t) => {
      const { user, send, environment } = makeMailbox();
      const port = new URL(environment.MAIL_IN_URL).port;
      const state = async (settings: Record<string, string>) => {
        const app = await openTestApp({ ...environment, ...settings });
        t.after(() => app.close());
        const run = () => Promise.resolve(readMail.run(app.ctx, new AbortController().signal));
        const failed = await run().then(
          () => undefined,
          (error: unknown) => error as Error,
        );
        const { mail_in, warnings } = (await (await asAdmin(app)).call(systemContract.look, {})).body;
        assert.equal(mail_in?.failure, failed?.message ?? null);
        assert.equal(warnings.includes('mailbox-away'), failed !== undefined);
        return { failure: mail_in?.failure ?? '', app, run };
      };
      const server = `127.0.0.1:${port}`;
      const cases: [Record<string, string>, RegExp][] = [
        [{ MAIL_IN_PASSWORD: 'wrong' }, new RegExp(`^The mail server ${server} refuses the sign-in`)],
        [{ MAIL_IN_FOLDER: 'Nowhere' }, /^The mailbox has no folder Nowhere\./],
        [{ MAIL_IN_URL: `imaps://localhost:${port}` }, /has no trusted certificate for this name \(ERR_TLS_CERT_ALT/],
        [{ MAIL_IN_URL: dovecot.startTlsUrl }, /^$/],
        [{ MAIL_IN_TEAM: 'Nobody' }, /^There is no team Nobody\./],
        [{ MAIL_IN_FILE_TYPE: 'Nothing' }, /^There is no file type Nothing\./],
        [{ MAIL_IN_UPLOADER: 'gone@example.com' }, /^No active account has the address gone@example.com\./],
      ];
      for (const [settings, sentence] of cases) assert.match((await state(settings)).failure, sentence);

      await send('later.txt');
      const resume = await dovecot.suspend();
      const hanging = await state({});
      resume();
      assert.match(hanging.failure, /does not answer \(CONNECT_TIMEOUT\)/);
      await dovecot.stop();
      const doctor = () =>
        runAdmin(['doctor'], { ...hanging.app.environment, NODE_EXTRA_CA_CERTS: dovecot.certificate });
      assert.match((await state({})).failure, /does not answer \(ECONNREFUSED\)/);
      assert.match(
        (await doctor()).stdout,
        /^problem +MAIL_IN_URL: The mail server .* does not answer \(ECONNREFUSED\)/m,
      );
      await dovecot.start();
      assert.match(
        (await doctor()).stdout,
        /^ok +MAIL_IN_URL: the folder INBOX of the mailbox at 127.0.0.1 can be read\./m,
      );
      await hanging.run();
      assert.deepEqual((await dovecot.inbox(user)).read, ['later.txt']);
    });

    test('the password is not sent to a mail server without TLS', async (t) => {
      const received: string[] = [];
      const server = createServer((socket) => {
        socket.write('* OK ready\r\n');
        socket.on('data', (data) => {
          received.push(String(data));
          const [tag] = String(data).split(' ');
          socket.write(`* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n${tag} OK done\r\n`);
        });
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      t.after(() => server.close());
      const { port } = server.address() as AddressInfo;
      const { environment } = makeMailbox();
      const app = await openTestApp({ ...environment, MAIL_IN_URL: `imap://127.0.0.1:${port}` });
      t.after(() => app.close());
      const reading = async () => readMail.run(app.ctx, new AbortController().signal);
      await assert.rejects(reading, /^Error: The mail server .* offers no TLS\. Turn on STARTTLS/);
      assert.match(received.join(''), /^\S+ CAPABILITY/);
      assert.doesNotMatch(received.join(''), /LOGIN|AUTHENTICATE/);
    });

    test(
      'a mail with a virus is left in the mailbox',
      { skip: !clamdProgram && 'needs clamd (the package clamav-daemon)' },
      async (t) => {
        const clamd = await startClamd();
        t.after(() => clamd.remove());
        const { user, send, environment } = makeMailbox();
        const app = await openTestApp({ ...environment, CLAMAV_URL: clamd.socketUrl });
        t.after(() => app.close());
        await send('bad.txt', virus.text);
        await send('good.txt');
        const blobs = await countBlobs(app);
        await readMail.run(app.ctx, new AbortController().signal);
        const left = await app.ctx.db.selectFrom('mailed_messages').selectAll().where('state', '=', 'left').execute();
        assert.deepEqual(
          left.map(({ reason, detail }) => [reason, detail]),
          [['virus', `${virus.name} in bad.txt`]],
        );
        assert.deepEqual([(await dovecot.inbox(user)).read, await countBlobs(app)], [['good.txt'], blobs + 1]);
      },
    );
  },
);
