import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { File } from '#features/files/core/files.contract.ts';
import { readConfig } from '#server/config.ts';
import { settings } from '#server/settings.ts';
import { asAdmin, signedInWith, upload } from '#tests/make.ts';
import { occupyPort } from '#tests/occupied-port.ts';
import {
  credentialsOf,
  failToStart,
  makeInstallation,
  npmStart,
  preparedInstallation,
  queryDatabase,
  startServer,
} from '#tests/server-process.ts';
import type { Installation, ServerProcess } from '#tests/server-process.ts';
import { fileNamesIn } from '#tests/stored-files.ts';
import { openTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import { formOf } from '#tests/visitor.ts';

const onPostgres = process.env['DATABASE_URL'] !== undefined;

const databaseOf = (installation: Installation) => join(installation.dataDir, 'stowage.db');

test('npm start serves the screens and accepts uploads', async () => {
  const server = await startServer(await makeInstallation(), {}, { args: npmStart });
  assert.match(await (await fetch(server.origin)).text(), /<div id="root">/);
  const [file] = await upload(await server.asAdmin(), 1, { name: 'kept.txt', bytes: 'kept' });
  assert.equal(file?.filename, 'kept.txt');
  // The allocator reads this at the start of the process.
  const environment = (await readFile(`/proc/${server.pid}/environ`, 'utf8')).split('\0');
  assert.ok(environment.includes('MALLOC_TRIM_THRESHOLD_=131072'));
  const options = (await readFile(`/proc/${server.pid}/cmdline`, 'utf8')).split('\0');
  assert.ok(options.includes('--max-semi-space-size=8'));
  assert.equal((await server.stop()).code, 0);
});

test('the server lists its settings with --help, and refuses any other argument', async () => {
  const program = join(import.meta.dirname, '../../src/app/server/main.ts');
  const run = (argument: string) => spawnSync(process.execPath, [program, argument], { encoding: 'utf8' });
  const help = run('--help');
  assert.deepEqual([help.status, help.stderr], [0, '']);
  for (const name of Object.keys(settings.shape)) assert.match(help.stdout, new RegExp(`^#${name}=`, 'm'));
  const refused = run('demo');
  assert.deepEqual([refused.status, refused.stdout], [2, '']);
  assert.match(refused.stderr, /^demo is not an option of the server\. Usage: /);
});

test('a start with a setting of an earlier version prints one line about it, and serves', async () => {
  const replica = { DATABASE_REPLICA_URL: 'postgres://app:secret-word@localhost/app' };
  const server = await startServer(await makeInstallation(), replica);
  const ended = await server.stop();
  assert.equal(ended.code, 0);
  assert.equal(
    ended.stderr,
    'DATABASE_REPLICA_URL: is not used any more, and lists are read from DATABASE_URL. Remove the setting.\n',
  );
});

describe('the first start', () => {
  test('prints the address and a sign-in that works, and the second start prints no password', async () => {
    const installation = await makeInstallation();
    const environment = { ADMIN_PASSWORD: '' };
    const first = await startServer(installation, environment);
    const [, email, password] = /Email Address {2}(\S+)\n {4}Password {7}(\S+)/.exec(first.output().stdout) ?? [];
    assert.match(
      first.output().stdout,
      /^\n {2}Stowage is ready: http:\/\/localhost:\d+\n {2}Only this machine can open it\. For others, set HOST=/,
    );
    assert.equal((await first.visitor().signIn(email as string, password as string)).statusCode, 200);
    assert.equal((await first.stop()).code, 0);
    const second = await startServer(installation, environment);
    assert.doesNotMatch(second.output().stdout, /Password/);
    assert.equal((await second.visitor().signIn(email as string, password as string)).statusCode, 200);
    const ended = await second.stop();
    assert.equal(ended.stderr, '');
  });

  test('creates the administrator of the settings and does not print a chosen password', async () => {
    const installation = await makeInstallation();
    const chosen = {
      ADMIN_NAME: 'Ünal "Boss" O’Neil',
      ADMIN_EMAIL: 'Boss@Harbour.example',
      ADMIN_PASSWORD: 'a very-own password',
      BRAND_NAME: 'Dock & Co',
    };
    const server = await startServer(installation, chosen);
    assert.match(server.output().stdout, /Dock & Co is ready/);
    const answer = await server.visitor().signIn('boss@harbour.example', chosen.ADMIN_PASSWORD);
    assert.deepEqual(
      [answer.statusCode, answer.json().user.name, answer.json().user.email],
      [200, chosen.ADMIN_NAME, chosen.ADMIN_EMAIL],
    );
    const ended = await server.stop();
    assert.ok(!`${ended.stdout}${ended.stderr}`.includes(chosen.ADMIN_PASSWORD));
  });

  test('if the first start could not listen, the next start prints a valid password', async () => {
    const installation = await makeInstallation();
    const taken = await occupyPort();
    const ended = await failToStart(installation, { ADMIN_PASSWORD: '', PORT: String(taken.port) });
    assert.equal(ended.code, 1);
    await taken.free();
    const server = await startServer(installation, { ADMIN_PASSWORD: '' });
    const password = /Password {7}(\S+)/.exec(server.output().stdout)?.[1];
    assert.ok(password, server.output().stdout);
    assert.equal((await server.visitor().signIn('admin@example.com', password)).statusCode, 200);
    await server.stop();
  });

  test('reads secrets from files without the line end', async () => {
    const installation = await makeInstallation();
    const secret = join(installation.dataDir, 'password.txt');
    await writeFile(secret, 'from a file 42\n');
    const app = await openTestApp({ ...installation.environment, ADMIN_PASSWORD: '', ADMIN_PASSWORD_FILE: secret });
    await signedInWith(app, 'admin@example.com', 'from a file 42');
    await app.close();
    assert.throws(() => readConfig({ ADMIN_PASSWORD: '', ADMIN_PASSWORD_FILE: `${secret}.gone` }), {
      message: /^ADMIN_PASSWORD_FILE: .*password\.txt\.gone cannot be read/,
    });
  });

  test('with PUBLIC_URL prints that address, and sets Secure cookies for https', async () => {
    const installation = await makeInstallation();
    const { port, free } = await occupyPort();
    await free();
    const server = await startServer(installation, { PUBLIC_URL: 'HTTPS://Files.example.com/', PORT: String(port) });
    assert.match(server.output().stdout, /is ready: https:\/\/files\.example\.com\n/);
    const cookies = (await fetch(`${server.origin}/sanctum/csrf-cookie`)).headers.getSetCookie();
    assert.equal(cookies.length, 2);
    for (const cookie of cookies) assert.match(cookie, /; Secure/);
    await server.stop();
  });
});

test('password managers find the screen for a new password, and with SECURITY_CONTACT finders of faults an address', async () => {
  const get = async ({ app }: TestApp, name: string) => app.inject({ url: `/.well-known/${name}` });
  const plain = await openTestApp();
  const moved = await get(plain, 'change-password');
  assert.deepEqual([moved.statusCode, moved.headers.location], [302, '/change-password']);
  assert.equal((await get(plain, 'security.txt')).statusCode, 404);
  await plain.close();
  const told = await openTestApp({ SECURITY_CONTACT: 'mailto:security@example.com' });
  const { body, headers } = await get(told, 'security.txt');
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
  assert.match(body, /^Contact: mailto:security@example\.com\nExpires: (\S+)\nPreferred-Languages: en\n$/);
  const days = (Date.parse(/Expires: (\S+)/.exec(body)?.[1] ?? '') - Date.now()) / 86_400_000;
  assert.ok(days > 80 && days < 366, `expires in ${days} days`);
  await told.close();
});

test('/licenses.txt has the notice of every package in the page without its version, and the API page links to it', async () => {
  const app = await openTestApp();
  const notices = (await app.app.inject({ url: '/licenses.txt' })).body;
  const packages = [
    'react',
    'react-dom',
    'react-router',
    '@mantine/core',
    '@tanstack/react-query',
    '@tabler/icons-react',
  ];
  for (const name of [...packages, 'pdfjs-dist', 'papaparse', 'tus-js-client', 'recharts', 'react-markdown', 'lean-qr'])
    assert.match(notices, new RegExp(`^## ${name} \\([\\w.-]+\\)$`, 'm'), name);
  assert.doesNotMatch(notices, /^## .*\d+\.\d+\.\d+/m);
  assert.match(notices, /@fontsource-variable\/inter \(OFL-1\.1\)[^]+SIL OPEN FONT LICENSE Version 1\.1/);
  const page = await (await asAdmin(app)).send({ method: 'GET', url: '/api/docs' });
  assert.match(page.body, /<a href="\/licenses\.txt">/);
  await app.close();
});

describe('the next start completes a first start that was interrupted', () => {
  test('after the folder was marked, before its id was in the database', async () => {
    const installation = await makeInstallation();
    assert.deepEqual(await fileNamesIn(installation), []);
    await queryDatabase(installation, `delete from settings where name = 'store_id'`);
    assert.deepEqual(await fileNamesIn(installation), []);
  });

  test('after the folder was created, before it had contents', async () => {
    const installation = await makeInstallation();
    await mkdir(join(installation.dataDir, 'staging'));
    await writeFile(join(installation.dataDir, 'store-id'), '');
    if (!onPostgres) await writeFile(databaseOf(installation), '');
    assert.deepEqual(await fileNamesIn(installation), []);
  });
});

test(
  'SIGTERM with work in flight: it is finished, idle connections do not hold the exit, and the exit code is 0',
  { timeout: 60_000 },
  async () => {
    const installation = await preparedInstallation();
    const server = await startServer(installation);
    const admin = await server.asAdmin();
    const bytes = Buffer.alloc(24_000_000, 'all hands on deck ');
    const [stored] = await upload(admin, 1, { name: 'large.bin', bytes });
    const idle = connect(server.port, '127.0.0.1');
    const idleEnded = once(idle.resume(), 'close');
    await once(idle, 'connect');
    const agent = new Agent({ keepAlive: true });
    const firstAnswer = request({ port: server.port, path: '/healthz', agent }).end();
    const [health] = (await once(firstAnswer, 'response')) as [IncomingMessage];
    assert.equal(await text(health), '{"status":"ok"}');

    const sending = await beginUpload(server, credentialsOf(admin), 'in-flight.bin');
    const reading = await beginDownload(server, credentialsOf(admin), stored as File);
    server.signal('SIGTERM');
    await idleEnded;
    await assert.rejects(fetch(`${server.origin}/healthz`));
    const answer = await sending.finish();
    assert.equal(answer.statusCode, 201);
    const received = await reading.finish();
    assert.ok(received.equals(bytes));
    const ended = await server.ended;
    assert.deepEqual([ended.code, ended.signal, ended.stderr], [0, null, '']);
    agent.destroy();

    assert.deepEqual(await fileNamesIn(installation), ['large.bin', 'in-flight.bin']);
  },
);

test('SIGINT stops the server as well, and SIGUSR1 does not open the debugger', async () => {
  const server = await startServer(await preparedInstallation());
  server.signal('SIGUSR1');
  const { code, signal, stdout, stderr } = await server.stop('SIGINT');
  assert.deepEqual([code, signal, stderr], [0, null, '']);
  assert.match(stdout, /"signal":"SIGINT","msg":"stopping; requests in flight finish first"/);
});

for (const WORKERS of onPostgres ? ['1', '2'] : ['1']) {
  test(
    `a server that is stopped behind a proxy answers every accepted connection; processes: ${WORKERS}`,
    { timeout: 60_000 },
    async () => {
      const server = await startServer(await preparedInstallation(), { WORKERS, TRUST_PROXY: '127.0.0.1' });
      const answers: string[] = [];
      // Each client reconnects after every response, until connections are refused.
      const comeAgain = async () => {
        for (let answer = ''; answer !== 'ECONNREFUSED'; answers.push(answer)) answer = await outcomeOf(server.port);
      };
      const all = Promise.all(Array.from({ length: 16 }, comeAgain));
      while (answers.length < 200) await sleep(5);
      server.signal('SIGTERM');
      await all;
      assert.deepEqual(new Set(answers), new Set(['200', 'ECONNREFUSED']));
      assert.equal((await server.ended).code, 0);
    },
  );
}

/** Returns the status of the response, or the error code of the connection. */
async function outcomeOf(port: number): Promise<string> {
  try {
    const asking = request({ port, host: '127.0.0.1', path: '/healthz', agent: false }).end();
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    await text(answer);
    return String(answer.statusCode);
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

/** Sends an upload without its end; `finish` sends the end and returns the response. */
async function beginUpload(server: ServerProcess, headers: Record<string, string>, name: string) {
  const form = formOf({ file_type_id: 1 }, 'files[]', [{ name, bytes: Buffer.alloc(300_000, 7) }]);
  const sending = request({
    port: server.port,
    method: 'POST',
    path: '/api/upload',
    headers: { ...headers, ...form.headers, 'content-length': form.payload.length },
    agent: new Agent({ keepAlive: true }),
  });
  const answered = once(sending, 'response');
  await new Promise((resolve) => sending.write(form.payload.subarray(0, 200_000), resolve));
  return {
    finish: async () => {
      sending.end(form.payload.subarray(200_000));
      const [answer] = (await answered) as [IncomingMessage];
      await text(answer);
      return answer;
    },
  };
}

/** Requests a file and reads its beginning; `finish` reads the rest and returns all bytes. */
async function beginDownload(server: ServerProcess, headers: Record<string, string>, file: File) {
  const asking = request({
    port: server.port,
    path: `/storage/${file.filepath}`,
    headers,
    agent: new Agent({ keepAlive: true }),
  }).end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  const pieces: Buffer[] = [];
  await once(answer, 'readable');
  pieces.push(answer.read() as Buffer);
  return {
    finish: async () => {
      for await (const piece of answer) pieces.push(piece as Buffer);
      return Buffer.concat(pieces);
    },
  };
}
