import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { runAdminHere } from '#tests/admin-command.ts';
import { runAdminOnReadOnlyDisk, runAdminOnSmallDisk } from '#tests/admin-program.ts';
import { scratchPage } from '#tests/broken-database.ts';
import { asAdmin, upload } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';

// Each check of `npm run admin -- doctor` fails once. tests/server/admin.test.ts has the port, the mail server, the address
// and the proxy, tests/server/virus-scanner.test.ts the scanner.

async function openInstallation(t: TestContext): Promise<TestApp> {
  const parent = await mkdtemp(join(tmpdir(), 'stowage-doctor-'));
  t.after(() => rm(parent, { recursive: true }));
  await chmod(parent, 0o755);
  return openTestApp({ DATA_DIR: join(parent, 'data'), PORT: '0', DATABASE_URL: '', STORAGE_URL: '' });
}

async function assertFinding(environment: NodeJS.ProcessEnv, finding: RegExp): Promise<void> {
  const { code, stdout, stderr } = await runAdminHere(['doctor'], environment);
  assert.match(stdout, finding);
  assert.deepEqual([code, stderr], [finding.source.startsWith('^problem') ? 1 : 0, '']);
}

test('doctor finds a data folder that other users can enter', async (t) => {
  const { environment, dataDir, close } = await openInstallation(t);
  await close();
  await chmod(dataDir, 0o755);
  await assertFinding(environment, /^warning {2}DATA_DIR: other users .* can enter .*\. Run: chmod 700 /m);
});

test('before the first start, doctor finds no problem in an empty data folder, and leaves it empty', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-doctor-'));
  t.after(() => rm(folder, { recursive: true }));
  await assertFinding({ DATA_DIR: folder, PORT: '0' }, /^ok {7}The files will be in DATA_DIR\.$/m);
  assert.deepEqual(await readdir(folder), []);
});

test('doctor finds a DATA_DIR that is a file, as the start does', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-doctor-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'file');
  await writeFile(path, 'x');
  const settings = { DATA_DIR: path, PORT: '0', DATABASE_URL: '', STORAGE_URL: '' };
  await assertFinding(settings, /^problem {2}DATA_DIR: .* is a file\. Choose a folder this program may write to\.$/m);
});

test('doctor finds a restore that was interrupted, and a data folder without the files of the database', async (t) => {
  const { environment, dataDir, close } = await openInstallation(t);
  await close();
  await writeFile(join(dataDir, 'restoring'), '');
  await assertFinding(environment, /^problem {2}DATA_DIR: .* holds half of a backup: .*, and restore again\.$/m);
  await rm(join(dataDir, 'restoring'));
  await rm(join(dataDir, 'store-id'));
  await assertFinding(environment, /^problem {2}DATA_DIR: .* does not hold the files of this database\./m);
});

test('doctor finds a full disk', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-doctor-'));
  t.after(() => rm(folder, { recursive: true }));
  const disk = { folder, size: '8m' };
  const ended = await runAdminOnSmallDisk(['doctor'], { DATA_DIR: folder, PORT: '0' }, disk);
  if (!ended) return t.diagnostic('this user may not mount a small disk');
  assert.match(ended.stdout, /^problem {2}The disk of DATA_DIR has 8\.00 MB .*\. Uploads are refused/m);
  assert.equal(ended.code, 1);
});

test('on a read-only disk, doctor and the commands name the disk, and do not advise a restore', async (t) => {
  const { environment, dataDir, close } = await openInstallation(t);
  await close();
  const readOnly = /is mounted read-only\. Check its disk, and mount it writable\.$/m;
  const examined = await runAdminOnReadOnlyDisk(['doctor'], environment, dataDir);
  if (!examined) return t.diagnostic('this user may not mount a disk');
  assert.match(examined.stdout, new RegExp(`^problem {2}The file system of .* ${readOnly.source}`, 'm'));
  assert.match(examined.stdout, new RegExp(`^problem {2}database: .* cannot be opened: .* ${readOnly.source}`, 'm'));
  const verified = await runAdminOnReadOnlyDisk(['verify'], environment, dataDir);
  assert.match(verified?.stderr ?? '', new RegExp(`stowage\\.db cannot be opened: .* ${readOnly.source}`, 'm'));
  assert.doesNotMatch(examined.stdout + verified?.stderr, /Restore it from a backup/);
});

test('a command on a full disk says that space is missing', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-doctor-'));
  t.after(() => rm(folder, { recursive: true }));
  const ended = await runAdminOnSmallDisk(
    ['restore', import.meta.filename],
    { DATA_DIR: folder },
    { folder, size: '4k' },
  );
  if (!ended) return t.diagnostic('this user may not mount a small disk');
  assert.match(ended.stderr, /^DATA_DIR: .* cannot be written to: .*\. The disk of .* is full\. Free some space\.$/m);
});

test('doctor finds a damaged database, and one of a newer version', async (t) => {
  const newer = await openInstallation(t);
  await newer.close();
  const file = new DatabaseSync(join(newer.dataDir, 'stowage.db'));
  file.exec(`insert into migrations (name, applied_at) values ('9999-later', '2030-01-01T00:00:00.000Z')`);
  file.close();
  await assertFinding(newer.environment, /^problem {2}The database was changed by a newer version .*\(9999-later\)/m);
  scratchPage(newer.dataDir, 'roles');
  await assertFinding(
    newer.environment,
    /^problem {2}The database is damaged \(.*\)\. Stop the server and restore a backup\.$/m,
  );
});

test('doctor finds a clock that is behind the newest entry of the audit log', async (t) => {
  const app = await openInstallation(t);
  app.setNow(new Date(Date.now() + 3_600_000));
  await upload(await asAdmin(app), 1, { name: 'later.txt', bytes: 'x' });
  await app.close();
  await assertFinding(app.environment, /^warning {2}The clock of this machine is 3,\d{3} seconds behind the database/m);
});

test('doctor finds a store that does not answer', async (t) => {
  const { environment, close } = await openInstallation(t);
  await close();
  const store = 's3://files?endpoint=http://127.0.0.1:1';
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
  await assertFinding(
    { ...environment, STORAGE_URL: store, ...keys },
    /^problem {2}file store: .*files.*ECONNREFUSED/m,
  );
});

test('doctor finds a backup that is late or has failed, and a target without its folder', async (t) => {
  const app = await openInstallation(t);
  const target = join(app.dataDir, '../backups');
  const environment = { ...app.environment, BACKUP_TARGET: target };
  await mkdir(target);
  await assertFinding(environment, /^warning {2}There is no restore point yet, and one is due every day at 02:30\./m);
  await writeFile(join(target, 'thesis.txt'), '');
  assert.equal((await runAdminHere(['backup'], environment)).code, 1);
  await assertFinding(environment, /^warning {2}The last backup failed: .* holds other files \(thesis\.txt\)/m);
  await rm(target, { recursive: true });
  await assertFinding(environment, /^problem {2}backup target: BACKUP_TARGET: .*backups/m);
  await app.close();
});

test('doctor finds a webhook that fails, one that is paused, and one whose address is not allowed', async (t) => {
  const app = await openInstallation(t);
  const since = '2026-11-29T08:00:00.000Z';
  const webhook = (name: string, url: string, more = {}) => {
    return { name, url, events: 'file.stored', secret: '', created_at: since, ...more };
  };
  const failing = { failing_since: since, last_at: since, last_error: 'The receiver answered 503.' };
  const rows = [
    webhook('Good', 'https://1.1.1.1/'),
    webhook('Failing', 'https://1.1.1.1/', failing),
    webhook('Paused', 'https://1.1.1.1/', { state: 'paused' }),
    webhook('Inside', 'https://10.0.0.1/'),
    webhook('Off', 'https://10.0.0.1/', { state: 'off' }),
  ];
  for (const row of rows) await app.ctx.db.insertInto('webhooks').values(row).execute();
  await app.close();
  const { code, stdout } = await runAdminHere(['doctor'], app.environment);
  const found = stdout.split('\n').filter((line) => line.includes('webhook'));
  assert.deepEqual(
    [code, found],
    [
      0,
      [
        `warning  The webhook Failing has failed since ${since}. The receiver answered 503.`,
        'ok       The webhook Good is on, and its last message did not fail.',
        'warning  The webhook Inside gets no messages. The address of 10.0.0.1 is not on the public internet. Choose another one, or allow its network with WEBHOOK_PRIVATE_ADDRESSES.',
        'warning  The webhook Paused is paused, because its receiver failed for days. Correct the receiver, and turn the webhook on.',
      ],
    ],
  );
});

test('doctor finds a provider of single sign-on whose keys cannot be read', async (t) => {
  const { environment, close } = await openInstallation(t);
  await close();
  const provider = createServer((request, response) => {
    const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    if (request.url !== '/.well-known/openid-configuration') return void response.writeHead(404).end();
    const endpoints = {
      authorization_endpoint: `${issuer}/a`,
      token_endpoint: `${issuer}/t`,
      jwks_uri: `${issuer}/keys`,
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ issuer, ...endpoints }));
  });
  await once(provider.listen(0, '127.0.0.1'), 'listening');
  t.after(() => provider.close());
  const OIDC_ISSUER = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const client = { OIDC_CLIENT_ID: 'stowage', OIDC_CLIENT_SECRET: 'secret', PUBLIC_URL: 'http://127.0.0.1:1' };
  await assertFinding(
    { ...environment, ...client, OIDC_ISSUER },
    /^problem {2}OIDC_ISSUER: the keys of the provider .* cannot be read/m,
  );
});
