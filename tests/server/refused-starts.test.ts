import assert from 'node:assert/strict';
import { cp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { CannotStart, readConfig } from '#server/config.ts';
import { upload } from '#tests/make.ts';
import { occupyPort } from '#tests/occupied-port.ts';
import {
  failToStart,
  installationWithFile,
  makeInstallation,
  preparedInstallation,
  queryDatabase,
  startServer,
} from '#tests/server-process.ts';
import type { ExitResult, Installation } from '#tests/server-process.ts';
import { freshStorage, storedIn } from '#tests/storage.ts';
import { fileNamesIn } from '#tests/stored-files.ts';
import { refusedStart } from '#tests/test-app.ts';

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

const databaseOf = (installation: Installation) => join(installation.dataDir, 'stowage.db');

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
    [{ PUBLIC_URL: 'https://example.com/stowage' }, /^PUBLIC_URL: must be an address without a path/],
    [{ PUBLIC_URL: 'https://user:secret-word@example.com' }, /^PUBLIC_URL: must be an address without a path/],
    [{ BRAND_NAME: 'Harbour '.repeat(10) }, /^BRAND_NAME: must have at most 60 characters$/],
    [{ MAIL_FROM: 'Harbour office' }, /^MAIL_FROM: must be an e-mail address, or a name and an address/],
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

describe('a start is refused for', () => {
  test('a port that another program uses', async () => {
    const taken = await occupyPort();
    const installation = await makeInstallation();
    assertClear(
      await failToStart(installation, { PORT: String(taken.port) }),
      new RegExp(`^PORT: 127\\.0\\.0\\.1:${taken.port} is taken by another program`),
    );
    await taken.free();
    assert.deepEqual(await fileNamesIn(installation), []);
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
    assert.deepEqual(await fileNamesIn(installation), ['before.txt', 'after.txt']);
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
    assert.deepEqual(await fileNamesIn(installation), ['kept.txt']);
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
    assert.deepEqual(await fileNamesIn(installation), ['kept.txt']);
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
      assert.deepEqual(await fileNamesIn(installation), ['kept.txt']);
    });
});

/** Overwrites every page of the database except the first. */
async function scratch(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes.fill(0xa5, 4096);
  await writeFile(path, bytes);
}
