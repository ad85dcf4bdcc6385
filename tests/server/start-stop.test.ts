import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesContract } from '#features/files/files.contract.ts';
import type { File } from '#features/files/files.contract.ts';
import { CannotStart, readConfig } from '#server/config.ts';
import { settings } from '#server/settings.ts';
import { asAdmin, signedInWith, upload } from '#tests/make.ts';
import {
  credentialsOf,
  failToStart,
  installationWithFile,
  makeInstallation,
  npmStart,
  preparedInstallation,
  queryDatabase,
  startServer,
} from '#tests/server-process.ts';
import type { ExitResult, Installation, ServerProcess } from '#tests/server-process.ts';
import { freshStorage, storedIn } from '#tests/storage.ts';
import { openTestApp, refusedStart } from '#tests/test-app.ts';
import { formOf } from '#tests/visitor.ts';

const onPostgres = process.env['DATABASE_URL'] !== undefined;
const onBucket = process.env['STORAGE_URL'] !== undefined;
const onlySqlite = onPostgres ? { skip: 'about the embedded database' } : {};

/** Fails unless the server ended with exit code 1, one line for each problem, and no stack trace. */
function assertClear(ended: ExitResult, ...lines: RegExp[]): void {
  assert.deepEqual([ended.code, ended.signal], [1, null], ended.stderr);
  const said = ended.stderr.trimEnd().split('\n');
  assert.equal(said.length, lines.length, ended.stderr);
  for (const [index, line] of lines.entries()) assert.match(said[index] as string, line);
  assert.doesNotMatch(ended.stderr, /^\s+at |node:internal|\.ts:\d/m);
  assert.doesNotMatch(ended.stdout, / is ready: /);
}

/** Opens the installation in this process. Returns the names of its files. */
async function namesIn({ environment }: Installation): Promise<string[]> {
  const app = await openTestApp(environment);
  const { body } = await (await asAdmin(app)).call(filesContract.teamsWithFiles, {});
  await app.close();
  return body.flatMap((team) => team.files.map((file) => file.filename));
}

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

describe('the first start', () => {
  test('prints the address and a sign-in that works, and the second start prints no password', async () => {
    const installation = await makeInstallation();
    const environment = { ADMIN_PASSWORD: '' };
    const first = await startServer(installation, environment);
    const [, email, password] = /Email Address {2}(\S+)\n {4}Password {7}(\S+)/.exec(first.output().stdout) ?? [];
    assert.match(
      first.output().stdout,
      /Stowage is ready: http:\/\/localhost:\d+\n  Only this machine can open it\. For others, set HOST=/,
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
    const [line = ''] = refusedSettings({ ADMIN_PASSWORD: '', ADMIN_PASSWORD_FILE: `${secret}.gone` });
    assert.match(line, /^ADMIN_PASSWORD_FILE: .*password\.txt\.gone cannot be read/);
  });

  test('with PUBLIC_URL prints that address, and sets Secure cookies for https', async () => {
    const installation = await makeInstallation();
    const { port, free } = await occupyPort();
    await free();
    const server = await startServer(installation, { PUBLIC_URL: 'https://files.example.com/', PORT: String(port) });
    assert.match(server.output().stdout, /is ready: https:\/\/files\.example\.com\n/);
    const cookies = (await fetch(`${server.origin}/sanctum/csrf-cookie`)).headers.getSetCookie();
    assert.equal(cookies.length, 2);
    for (const cookie of cookies) assert.match(cookie, /; Secure/);
    await server.stop();
  });
});

/** Returns the lines of the error with which readConfig refuses the settings. */
function refusedSettings(settings: Record<string, string>): string[] {
  try {
    readConfig(settings);
  } catch (error) {
    assert.ok(error instanceof CannotStart, String(error));
    return error.message.split('\n');
  }
  throw new Error('the settings are accepted');
}

describe('each invalid setting is reported in one line', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'key-word', AWS_SECRET_ACCESS_KEY: 'secret-word' };
  const inBucket = { ...keys, STORAGE_URL: 's3://bucket' };
  const notAStore = /^STORAGE_URL: must be like s3:/;
  const table: [Record<string, string>, ...RegExp[]][] = [
    [{ ...keys, STORAGE_URL: 'https://bucket' }, notAStore],
    [{ TZ: 'Hamburg' }, /^TZ: must be a time zone such as Europe\/Berlin$/],
    [{ ...keys, STORAGE_URL: 's3://b' }, notAStore],
    [{ ...keys, STORAGE_URL: 's3://bucket?endpoint=ftp://x' }, notAStore],
    [{ ...keys, STORAGE_URL: 's3://bucket?colour=red' }, notAStore],
    [
      { ...keys, STORAGE_URL: 's3://key-word:secret-word@bucket' },
      /^STORAGE_URL: must not hold the keys; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY$/,
    ],
    [
      { STORAGE_URL: 's3://bucket', AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' },
      /^AWS_ACCESS_KEY_ID: must be set/,
      /^AWS_SECRET_ACCESS_KEY: must be set/,
    ],
    [{ STORAGE_URL: '', DOWNLOAD_FROM_STORE: 'yes' }, /^DOWNLOAD_FROM_STORE: needs STORAGE_URL$/],
    [
      { DATABASE_URL: '', DATABASE_REPLICA_URL: 'postgres://app:secret-word@localhost/app' },
      /^DATABASE_REPLICA_URL: needs DATABASE_URL$/,
    ],
    [
      { ...inBucket, PUBLIC_URL: 'https://files.example.com', DOWNLOAD_FROM_STORE: 'http://store.example.com' },
      /^DOWNLOAD_FROM_STORE: must lead to an https:\/\/ address where PUBLIC_URL is one$/,
    ],
  ];
  for (const [settings, ...lines] of table) {
    test(
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
      () => {
        const lineTexts = refusedSettings(settings);
        assert.equal(lineTexts.length, lines.length, lineTexts.join('\n'));
        for (const [index, line] of lines.entries()) assert.match(lineTexts[index] as string, line);
        assert.doesNotMatch(lineTexts.join('\n'), /(key|secret)-word/);
      },
    );
  }
});

test('/licenses.txt has the notice of every package in the page, and the API page links to it', async () => {
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
    assert.match(notices, new RegExp(`^## ${name} - [\\d.]+ \\([\\w.-]+\\)$`, 'm'), name);
  assert.match(notices, /@fontsource-variable\/inter \(OFL-1\.1\)[^]+SIL OPEN FONT LICENSE Version 1\.1/);
  const page = await (await asAdmin(app)).send({ method: 'GET', url: '/api/docs' });
  assert.match(page.body, /<a href="\/licenses\.txt">/);
  await app.close();
});

test('a server that cannot start reports all problems, and no secret', async () => {
  const ended = await failToStart(await makeInstallation(), {
    PORT: 'abc',
    PUBLIC_URL: 'ftp://x',
    DATABASE_URL: 'mysql://secret-word@x/y',
    ADMIN_EMAIL: 'boss',
    ADMIN_PASSWORD: 'short',
    MAX_UPLOAD_BYTES: '0',
    TRUST_PROXY: 'x',
    LOG_LEVEL: 'loud',
  });
  assertClear(
    ended,
    /^PORT: must be a whole number from 0 to 65535$/,
    /^PUBLIC_URL: must be an address such as https:/,
    /^DATABASE_URL: must begin with postgres:/,
    /^ADMIN_EMAIL: must be an e-mail address$/,
    /^ADMIN_PASSWORD: must have at least 8 characters$/,
    /^MAX_UPLOAD_BYTES: must be at least 1$/,
    /^TRUST_PROXY: must be addresses or networks/,
    /^LOG_LEVEL: must be one of fatal, /,
  );
  assert.doesNotMatch(ended.stderr, /secret-word/);
});

describe('a start is refused in one line, and without a secret, for', () => {
  const cases: [title: string, settings: (port: number) => Record<string, string>, line: RegExp][] = [
    [
      'a common password of the first administrator',
      () => ({ ADMIN_PASSWORD: 'password' }),
      /^ADMIN_PASSWORD: This password is one of the first that an attacker tries\. Choose a less common one\.$/,
    ],
    [
      'the address of the first administrator as their password',
      () => ({ ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: 'boss@example.com' }),
      /^ADMIN_PASSWORD: Your email address is not a good password\. Choose another one\.$/,
    ],
    [
      'a store that does not answer',
      (port) => ({
        AWS_ACCESS_KEY_ID: 'key-word',
        AWS_SECRET_ACCESS_KEY: 'secret-word',
        STORAGE_URL: `s3://bucket?endpoint=http://localhost:${port}`,
      }),
      /^STORAGE_URL: the bucket bucket at http:\S+ cannot be used: .*ECONNREFUSED.*$/,
    ],
    [
      'a database server that does not answer',
      (port) => ({ DATABASE_URL: `postgres://app:secret-word@localhost:${port}/app` }),
      /^.*DATABASE_URL cannot be used: .*ECONNREFUSED.*$/,
    ],
  ];
  for (const [title, settings, line] of cases)
    test(title, async () => {
      const { port, free } = await occupyPort();
      await free();
      const { environment } = await makeInstallation();
      const message = await refusedStart({ ...environment, ...settings(port) });
      assert.match(message, line);
      assert.doesNotMatch(message, /(key|secret)-word/);
    });
});

async function occupyPort(): Promise<{ port: number; free: () => Promise<void> }> {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  return {
    port: (other.address() as AddressInfo).port,
    free: async () => {
      other.close();
      await once(other, 'close');
    },
  };
}

describe('a start is refused for', () => {
  test('a port that another program uses', async () => {
    const taken = await occupyPort();
    const installation = await makeInstallation();
    assertClear(
      await failToStart(installation, { PORT: String(taken.port) }),
      new RegExp(`^PORT: 127\\.0\\.0\\.1:${taken.port} is taken by another program`),
    );
    await taken.free();
    assert.deepEqual(await namesIn(installation), []);
  });

  test('an address that is not of this machine', async () => {
    assertClear(
      await failToStart(await makeInstallation(), { HOST: '192.0.2.1' }),
      /^HOST: cannot listen on 192\.0\.2\.1:/,
    );
  });

  test('a data folder that cannot be created or is a file', async () => {
    const installation = await makeInstallation();
    const file = join(installation.dataDir, 'just-a-file');
    await writeFile(file, '');
    const paths = [join(file, 'below'), file, '/proc/stowage'];
    for (const DATA_DIR of paths)
      assert.match(
        await refusedStart({ ...installation.environment, DATA_DIR }),
        /^DATA_DIR: .* cannot be (made|written to)/,
      );
    assert.equal(await readFile(file, 'utf8'), '');
  });

  test('a data folder that another server uses, which keeps running', async () => {
    const installation = await preparedInstallation();
    const server = await startServer(installation);
    const admin = await server.asAdmin();
    await upload(admin, 1, { name: 'before.txt' });
    assert.match(await refusedStart(installation.environment), /^DATA_DIR: .* is in use by another Stowage/);
    await upload(admin, 1, { name: 'after.txt' });
    await server.stop();
    assert.deepEqual(await namesIn(installation), ['before.txt', 'after.txt']);
  });

  test('a data folder that belongs to another database', async () => {
    const [one, other] = await Promise.all([installationWithFile(), installationWithFile()]);
    const setting = one.environment['STORAGE_URL'] ? 'STORAGE_URL' : 'DATA_DIR';
    const mixed = { ...one.environment, [setting]: other.environment[setting] as string };
    if (!onPostgres && setting === 'DATA_DIR') await cp(databaseOf(one), databaseOf(other), { force: true });
    assert.match(await refusedStart(mixed), new RegExp(`^${setting}: .* belongs to another database`));
    assert.equal((await storedIn(other.environment).keys()).length, 1);
  });

  test(
    'a data folder that is not mounted',
    { skip: (!onPostgres && 'the embedded database would be away as well') || (onBucket && 'about a folder') },
    async () => {
      const installation = await installationWithFile();
      await rm(installation.dataDir, { recursive: true });
      assert.match(
        await refusedStart(installation.environment),
        /^DATA_DIR: .* does not hold the files of this database/,
      );
    },
  );

  test('a bucket without the files of the database', { skip: !onBucket && 'about a bucket' }, async () => {
    const installation = await installationWithFile();
    const { environment } = installation;
    assert.match(
      await refusedStart({ ...environment, ...freshStorage() }),
      /^STORAGE_URL: s3:.* does not hold the files of this database\. Is it the right bucket\?/,
    );
    assert.match(
      await refusedStart({ ...environment, AWS_SECRET_ACCESS_KEY: 'secret-word' }),
      /^STORAGE_URL: the bucket \S+ at http:\S+ cannot be used: .*SignatureDoesNotMatch/,
    );
    assert.deepEqual(await namesIn(installation), ['kept.txt']);
  });

  test('a database from a newer version', async () => {
    const installation = await installationWithFile();
    await queryDatabase(
      installation,
      `insert into migrations (name, applied_at) values ('9999-later', '2030-01-01T00:00:00.000Z')`,
    );
    assert.match(
      await refusedStart(installation.environment),
      /^The database was changed by a newer version of this program \(9999-later\)/,
    );
    await queryDatabase(installation, `delete from migrations where name = '9999-later'`);
    assert.deepEqual(await namesIn(installation), ['kept.txt']);
  });
});

describe('with a missing or damaged database file the start is refused and changes nothing', onlySqlite, () => {
  const harm: [string, (path: string) => Promise<void>, RegExp][] = [
    ['missing', (path) => rm(path), /stowage\.db is missing, but there are stored files/],
    ['empty', (path) => truncate(path, 0), /stowage\.db is empty, but there are stored files/],
    [
      'something else',
      (path) => writeFile(path, 'no database at all, '.repeat(1000)),
      /stowage\.db cannot be (opened|used)/,
    ],
    [
      'cut in half',
      async (path) => truncate(path, Math.floor((await stat(path)).size / 8192) * 4096),
      /stowage\.db cannot be (opened|used)/,
    ],
    ['scratched', scratch, /stowage\.db cannot be (opened|used)/],
  ];
  for (const [what, harmDatabase, line] of harm)
    test(`${what}; the server starts after the file is restored`, async () => {
      const installation = await installationWithFile();
      const path = databaseOf(installation);
      const good = await readFile(path);
      const blobNames = () => storedIn(installation.environment).keys();
      const blobs = await blobNames();
      await harmDatabase(path);
      const harmed = await readFile(path).catch(() => undefined);
      assert.match(await refusedStart(installation.environment), line);
      assert.deepEqual(await readFile(path).catch(() => undefined), harmed);
      assert.deepEqual(await blobNames(), blobs);
      for (const ending of ['', '-wal', '-shm']) await rm(`${path}${ending}`, { force: true });
      await writeFile(path, good);
      assert.deepEqual(await namesIn(installation), ['kept.txt']);
    });
});

/** Overwrites every page of the database except the first. */
async function scratch(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes.fill(0xa5, 4096);
  await writeFile(path, bytes);
}

describe('the next start completes a first start that was interrupted', () => {
  test('after the folder was marked, before its id was in the database', async () => {
    const installation = await makeInstallation();
    assert.deepEqual(await namesIn(installation), []);
    await queryDatabase(installation, `delete from settings where name = 'store_id'`);
    assert.deepEqual(await namesIn(installation), []);
  });

  test('after the folder was created, before it had contents', async () => {
    const installation = await makeInstallation();
    await mkdir(join(installation.dataDir, 'staging'));
    await writeFile(join(installation.dataDir, 'store-id'), '');
    if (!onPostgres) await writeFile(databaseOf(installation), '');
    assert.deepEqual(await namesIn(installation), []);
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

    assert.deepEqual(await namesIn(installation), ['large.bin', 'in-flight.bin']);
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
