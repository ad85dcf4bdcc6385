import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cp, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesContract } from '#features/files/files.contract.ts';
import type { File } from '#features/files/files.contract.ts';
import { upload } from '#tests/make.ts';
import { credentialsOf, failToStart, makeHome, npmStart, onDatabase, startServer } from '#tests/server-process.ts';
import type { Ended, Home, ServerProcess } from '#tests/server-process.ts';
import { freshStorage, storedIn } from '#tests/storage.ts';
import { formOf } from '#tests/visitor.ts';

const onPostgres = process.env['DATABASE_URL'] !== undefined;
const onBucket = process.env['STORAGE_URL'] !== undefined;
const onlySqlite = onPostgres ? { skip: 'about the embedded database' } : {};

/** A person who starts the server reads one line for each thing that is wrong, and nothing of the program's insides. */
function assertClear(ended: Ended, ...lines: RegExp[]): void {
  assert.deepEqual([ended.code, ended.signal], [1, null], ended.stderr);
  const said = ended.stderr.trimEnd().split('\n');
  assert.equal(said.length, lines.length, ended.stderr);
  for (const [place, line] of lines.entries()) assert.match(said[place] as string, line);
  assert.doesNotMatch(ended.stderr, /^\s+at |node:internal|\.ts:\d/m);
  assert.doesNotMatch(ended.stdout, / is ready: /);
}

const databaseOf = (home: Home) => join(home.dataDir, 'stowage.db');

const listed = async (server: ServerProcess): Promise<File[]> =>
  (await (await server.asAdmin()).call(filesContract.teamsWithFiles, {})).body.flatMap((team) => team.files);

/** A home in which one file is stored and no server runs. */
async function homeWithFile(): Promise<Home> {
  const home = await makeHome();
  const server = await startServer(home);
  await upload(await server.asAdmin(), 1, { name: 'kept.txt', bytes: 'kept' });
  assert.equal((await server.stop()).code, 0);
  return home;
}

test('npm start serves the screens and takes files', async () => {
  const server = await startServer(await makeHome(), {}, npmStart);
  assert.match(await (await fetch(server.origin)).text(), /<div id="root">/);
  const [file] = await upload(await server.asAdmin(), 1, { name: 'kept.txt', bytes: 'kept' });
  assert.equal(file?.filename, 'kept.txt');
  assert.equal((await server.stop()).code, 0);
});

test('the first start', async (t) => {
  await t.test('prints the address and a sign-in that works, and the second start prints no password', async () => {
    const home = await makeHome();
    const environment = { ADMIN_PASSWORD: '' };
    const first = await startServer(home, environment);
    const [, email, password] = /Email Address {2}(\S+)\n {4}Password {7}(\S+)/.exec(first.said().stdout) ?? [];
    assert.match(first.said().stdout, /Stowage is ready: http:\/\/localhost:\d+\n/);
    assert.equal((await first.visitor().signIn(email as string, password as string)).statusCode, 200);
    assert.equal((await first.stop()).code, 0);
    const second = await startServer(home, environment);
    assert.doesNotMatch(second.said().stdout, /Password/);
    assert.equal((await second.visitor().signIn(email as string, password as string)).statusCode, 200);
    const ended = await second.stop();
    assert.equal(ended.stderr, '');
  });

  await t.test('takes the administrator from the settings, and never prints a password that was chosen', async () => {
    const home = await makeHome();
    const chosen = {
      ADMIN_NAME: 'Ünal "Boss" O’Neil',
      ADMIN_EMAIL: 'Boss@Harbour.example',
      ADMIN_PASSWORD: 'a very-own password',
      BRAND_NAME: 'Dock & Co',
    };
    const server = await startServer(home, chosen);
    assert.match(server.said().stdout, /Dock & Co is ready/);
    const answer = await server.visitor().signIn('boss@harbour.example', chosen.ADMIN_PASSWORD);
    assert.deepEqual(
      [answer.statusCode, answer.json().user.name, answer.json().user.email],
      [200, chosen.ADMIN_NAME, chosen.ADMIN_EMAIL],
    );
    const ended = await server.stop();
    assert.ok(!`${ended.stdout}${ended.stderr}`.includes(chosen.ADMIN_PASSWORD));
  });

  await t.test(
    'that could not listen does not swallow the only password: the next start prints one that works',
    async () => {
      const home = await makeHome();
      const taken = await occupyPort();
      const ended = await failToStart(home, { ADMIN_PASSWORD: '', PORT: String(taken.port) });
      assert.equal(ended.code, 1);
      await taken.free();
      const server = await startServer(home, { ADMIN_PASSWORD: '' });
      const password = /Password {7}(\S+)/.exec(server.said().stdout)?.[1];
      assert.ok(password, server.said().stdout);
      assert.equal((await server.visitor().signIn('admin@example.com', password)).statusCode, 200);
      await server.stop();
      const next = await startServer(home, { ADMIN_PASSWORD: '' });
      assert.doesNotMatch(next.said().stdout, /Password/);
      await next.stop();
    },
  );

  await t.test('reads secrets from files, without the line end of the file', async () => {
    const home = await makeHome();
    const secret = join(home.dataDir, 'password.txt');
    await writeFile(secret, 'from a file 42\n');
    const server = await startServer(home, { ADMIN_PASSWORD: '', ADMIN_PASSWORD_FILE: secret });
    assert.equal((await server.visitor().signIn('admin@example.com', 'from a file 42')).statusCode, 200);
    await server.stop();
    assertClear(
      await failToStart(home, { ADMIN_PASSWORD: '', ADMIN_PASSWORD_FILE: `${secret}.gone` }),
      /^ADMIN_PASSWORD_FILE: .*password\.txt\.gone cannot be read/,
    );
  });

  await t.test('says the address people use when PUBLIC_URL is set, and makes cookies Secure for https', async () => {
    const home = await makeHome();
    const { port, free } = await occupyPort();
    await free();
    const server = await startServer(home, { PUBLIC_URL: 'https://files.example.com/', PORT: String(port) });
    assert.match(server.said().stdout, /is ready: https:\/\/files\.example\.com\n/);
    const cookies = (await fetch(`${server.origin}/sanctum/csrf-cookie`)).headers.getSetCookie();
    assert.equal(cookies.length, 2);
    for (const cookie of cookies) assert.match(cookie, /; Secure/);
    await server.stop();
  });
});

test('wrong settings are named, one clear line each, all at once', async (t) => {
  const home = await makeHome();
  const wrong: [Record<string, string>, RegExp[]][] = [
    [
      {
        PORT: 'abc',
        PUBLIC_URL: 'ftp://x',
        DATABASE_URL: 'mysql://secret-word@x/y',
        ADMIN_EMAIL: 'boss',
        ADMIN_PASSWORD: 'short',
        MAX_UPLOAD_BYTES: '0',
        TRUST_PROXY: 'x',
        LOG_LEVEL: 'loud',
      },
      [
        /^PORT: must be a whole number from 0 to 65535$/,
        /^PUBLIC_URL: must be an address such as https:/,
        /^DATABASE_URL: must begin with postgres:/,
        /^ADMIN_EMAIL: must be an e-mail address$/,
        /^ADMIN_PASSWORD: must have at least 8 characters$/,
        /^MAX_UPLOAD_BYTES: must be at least 1$/,
        /^TRUST_PROXY: must be addresses or networks/,
        /^LOG_LEVEL: must be one of fatal, /,
      ],
    ],
    [{ HOST: '192.0.2.1' }, [/^HOST: cannot listen on 192\.0\.2\.1:/]],
  ];
  for (const [settings, lines] of wrong) {
    await t.test(
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
      async () => {
        const ended = await failToStart(home, settings);
        assertClear(ended, ...lines);
        assert.ok(!ended.stderr.includes('secret-word'));
      },
    );
  }

  await t.test('a store whose address or keys are not there, or not right', async () => {
    const keys = { AWS_ACCESS_KEY_ID: 'key-word', AWS_SECRET_ACCESS_KEY: 'secret-word' };
    for (const address of ['https://bucket', 's3://b', 's3://bucket?endpoint=ftp://x', 's3://bucket?colour=red'])
      assertClear(await failToStart(home, { ...keys, STORAGE_URL: address }), /^STORAGE_URL: must be like s3:/);
    const inside = await failToStart(home, { ...keys, STORAGE_URL: 's3://key-word:secret-word@bucket' });
    assertClear(inside, /^STORAGE_URL: must not hold the keys; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY$/);
    assertClear(
      await failToStart(home, { STORAGE_URL: 's3://bucket', AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' }),
      /^AWS_ACCESS_KEY_ID: must be set/,
      /^AWS_SECRET_ACCESS_KEY: must be set/,
    );
    assertClear(
      await failToStart(home, { STORAGE_URL: '', DOWNLOAD_FROM_STORE: 'yes' }),
      /^DOWNLOAD_FROM_STORE: needs STORAGE_URL$/,
    );
    assertClear(
      await failToStart(home, { DATABASE_URL: '', DATABASE_REPLICA_URL: 'postgres://app:secret-word@localhost/app' }),
      /^DATABASE_REPLICA_URL: needs DATABASE_URL$/,
    );
    const insecure = { PUBLIC_URL: 'https://files.example.com', DOWNLOAD_FROM_STORE: 'http://store.example.com' };
    assertClear(
      await failToStart(home, { ...keys, STORAGE_URL: 's3://bucket', ...insecure }),
      /^DOWNLOAD_FROM_STORE: must lead to an https:\/\/ address where PUBLIC_URL is one$/,
    );
    const { port, free } = await occupyPort();
    await free();
    const away = await failToStart(home, { ...keys, STORAGE_URL: `s3://bucket?endpoint=http://localhost:${port}` });
    assertClear(away, /^STORAGE_URL: the bucket bucket at http:\S+ cannot be used: .*ECONNREFUSED/);
    for (const { stderr } of [inside, away]) assert.doesNotMatch(stderr, /(key|secret)-word/);
  });

  await t.test('a database server that does not answer is named without its password', async () => {
    const { port, free } = await occupyPort();
    await free();
    const ended = await failToStart(home, { DATABASE_URL: `postgres://app:secret-word@localhost:${port}/app` });
    assertClear(ended, /DATABASE_URL cannot be used: .*ECONNREFUSED/);
    assert.ok(!ended.stderr.includes('secret-word'));
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

test('what is in the way of a start', async (t) => {
  await t.test('a port that another program has', async () => {
    const taken = await occupyPort();
    const home = await makeHome();
    assertClear(
      await failToStart(home, { PORT: String(taken.port) }),
      new RegExp(`^PORT: 127\\.0\\.0\\.1:${taken.port} is taken by another program`),
    );
    await taken.free();
    const server = await startServer(home, { PORT: String(taken.port) });
    await server.stop();
  });

  await t.test('a data folder that cannot be made, or is no folder', async () => {
    const home = await makeHome();
    const file = join(home.dataDir, 'just-a-file');
    await writeFile(file, '');
    for (const path of [join(file, 'below'), file, '/proc/stowage']) {
      assertClear(await failToStart(home, { DATA_DIR: path }), /^DATA_DIR: .* cannot be (made|written to)/);
    }
    assert.equal(await readFile(file, 'utf8'), '');
  });

  await t.test('a data folder that another server uses; that one is unharmed', async () => {
    const home = await makeHome();
    const server = await startServer(home);
    const admin = await server.asAdmin();
    await upload(admin, 1, { name: 'before.txt' });
    assertClear(await failToStart(home), /^DATA_DIR: .* is in use by another Stowage/);
    await upload(admin, 1, { name: 'after.txt' });
    assert.deepEqual(
      (await listed(server)).map((file) => file.filename),
      ['before.txt', 'after.txt'],
    );
    await server.stop();
    const next = await startServer(home);
    assert.equal((await listed(next)).length, 2);
    await next.stop();
  });

  await t.test('a data folder that belongs to another database', async () => {
    const [one, other] = [await homeWithFile(), await homeWithFile()];
    const setting = one.environment['STORAGE_URL'] ? 'STORAGE_URL' : 'DATA_DIR';
    const mixed = { ...one, environment: { ...one.environment, [setting]: other.environment[setting] as string } };
    if (!onPostgres && setting === 'DATA_DIR') await cp(databaseOf(one), databaseOf(other), { force: true });
    assertClear(await failToStart(mixed), new RegExp(`^${setting}: .* belongs to another database`));
    assert.equal((await storedIn(other.environment).keys()).length, 1);
  });

  await t.test(
    'a data folder that is not mounted',
    { skip: (!onPostgres && 'the embedded database would be away as well') || (onBucket && 'about a folder') },
    async () => {
      const home = await homeWithFile();
      await rm(home.dataDir, { recursive: true });
      assertClear(await failToStart(home), /^DATA_DIR: .* does not hold the files of this database/);
    },
  );

  await t.test('a bucket without the files of the database', { skip: !onBucket && 'about a bucket' }, async () => {
    const home = await homeWithFile();
    assertClear(
      await failToStart(home, freshStorage()),
      /^STORAGE_URL: s3:.* does not hold the files of this database\. Is it the right bucket\?/,
    );
    assertClear(
      await failToStart(home, { AWS_SECRET_ACCESS_KEY: 'secret-word' }),
      /^STORAGE_URL: the bucket \S+ at http:\S+ cannot be used: .*SignatureDoesNotMatch/,
    );
    const server = await startServer(home);
    assert.equal((await listed(server)).length, 1);
    await server.stop();
  });

  await t.test('a database from a newer version', async () => {
    const home = await homeWithFile();
    await onDatabase(
      home,
      `insert into migrations (name, applied_at) values ('9999-later', '2030-01-01T00:00:00.000Z')`,
    );
    assertClear(await failToStart(home), /^The database was changed by a newer version of this program \(9999-later\)/);
    await onDatabase(home, `delete from migrations where name = '9999-later'`);
    const server = await startServer(home);
    assert.equal((await listed(server)).length, 1);
    await server.stop();
  });
});

test('a database file that is not what it was', onlySqlite, async (t) => {
  const home = await homeWithFile();
  const path = databaseOf(home);
  const good = await readFile(path);
  const blobNames = () => storedIn(home.environment).keys();
  const blobs = await blobNames();
  const harm: [string, () => Promise<void>, RegExp][] = [
    ['missing', () => rm(path), /stowage\.db is missing, but there are stored files/],
    ['empty', () => truncate(path, 0), /stowage\.db is empty, but there are stored files/],
    [
      'something else',
      () => writeFile(path, 'no database at all, '.repeat(1000)),
      /stowage\.db cannot be (opened|used)/,
    ],
    ['cut in half', () => truncate(path, Math.floor(good.length / 8192) * 4096), /stowage\.db cannot be (opened|used)/],
    ['scratched', () => scratch(path), /stowage\.db cannot be (opened|used)/],
  ];
  for (const [what, harmDatabase, line] of harm) {
    await t.test(`${what}: it says so and leaves everything as it is`, async () => {
      await harmDatabase();
      const harmed = await readFile(path).catch(() => undefined);
      assertClear(await failToStart(home), line);
      assert.deepEqual(await readFile(path).catch(() => undefined), harmed);
      assert.deepEqual(await blobNames(), blobs);
      for (const ending of ['', '-wal', '-shm']) await rm(`${path}${ending}`, { force: true });
      await writeFile(path, good);
    });
  }

  await t.test('and works again when a good one is put back', async () => {
    const server = await startServer(home);
    assert.deepEqual(
      (await listed(server)).map((file) => file.filename),
      ['kept.txt'],
    );
    await server.stop();
  });
});

/** Overwrites every page but the first. */
async function scratch(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes.fill(0xa5, 4096);
  await writeFile(path, bytes);
}

test('a first start that was cut short at any moment is completed by the next', async (t) => {
  await t.test('after the folder was marked, before the database knew', async () => {
    const home = await makeHome();
    const server = await startServer(home);
    await server.stop();
    await onDatabase(home, `delete from settings where name = 'store_id'`);
    const next = await startServer(home);
    assert.equal((await next.stop()).code, 0);
  });

  await t.test('after the folder was made, before anything was in it', async () => {
    const home = await makeHome();
    await mkdir(join(home.dataDir, 'staging'));
    await writeFile(join(home.dataDir, 'store-id'), '');
    if (!onPostgres) await writeFile(databaseOf(home), '');
    const server = await startServer(home);
    assert.equal((await server.stop()).code, 0);
  });
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(
    `${signal} with work in flight: it is finished, idle connections do not hold the exit, and the exit code is 0`,
    { timeout: 15_000 },
    async () => {
      const home = await makeHome();
      const server = await startServer(home);
      const admin = await server.asAdmin();
      const bytes = Buffer.alloc(24_000_000, 'all hands on deck ');
      const [stored] = await upload(admin, 1, { name: 'large.bin', bytes });
      const idle = connect(server.port, '127.0.0.1');
      const idleEnded = once(idle.resume(), 'close');
      await once(idle, 'connect');
      const kept = new Agent({ keepAlive: true });
      const keptAnswer = request({ port: server.port, path: '/healthz', agent: kept }).end();
      const [health] = (await once(keptAnswer, 'response')) as [IncomingMessage];
      assert.equal(await text(health), '{"status":"ok"}');

      const sending = await beginUpload(server, credentialsOf(admin), 'in-flight.bin');
      const reading = await beginDownload(server, credentialsOf(admin), stored as File);
      server.signal(signal);
      await idleEnded;
      await assert.rejects(fetch(`${server.origin}/healthz`));
      const answer = await sending.finish();
      assert.equal(answer.statusCode, 201);
      const received = await reading.finish();
      assert.ok(received.equals(bytes));
      const ended = await server.ended;
      assert.deepEqual([ended.code, ended.signal, ended.stderr], [0, null, '']);
      kept.destroy();

      const next = await startServer(home);
      const files = await listed(next);
      assert.deepEqual(
        files.map((file) => file.filename),
        ['large.bin', 'in-flight.bin'],
      );
      await next.stop();
    },
  );
}

for (const WORKERS of onPostgres ? ['1', '2'] : ['1']) {
  test(
    `told to stop behind a proxy, a server answers all that were let in; processes: ${WORKERS}`,
    { timeout: 60_000 },
    async () => {
      const server = await startServer(await makeHome(), { WORKERS, TRUST_PROXY: '127.0.0.1' });
      const answers: string[] = [];
      // Each comes again on a connection of its own as soon as it is answered, until nobody is let in any more.
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

/** The status of an answer, or what the system says in its place. */
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

/** Sends all but the end of an upload; `finish` sends that and answers the answer. */
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

/** Asks for a file and reads a little of it; `finish` reads the rest. */
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
