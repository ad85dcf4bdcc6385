import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { notificationsContract } from '#features/notifications/notifications.contract.ts';
import { blobLocation } from '#server/blobs/blob-location.ts';
import { importWorker } from '#server/blobs/blob-store.ts';
import { readConfig } from '#server/config.ts';
import { claimImport } from '#server/database/import-lock.ts';
import { runAdminHere } from '#tests/admin-command.ts';
import { killAdmin, runAdmin, runAdminWithoutOverride } from '#tests/admin-program.ts';
import { followAudit } from '#tests/audit.ts';
import { asAdmin, countBlobs, makeFileType, makeTeam, readContent, signedInAs } from '#tests/make.ts';
import { makeInstallation } from '#tests/server-process.ts';
import { storedIn } from '#tests/storage.ts';
import { openTestApp, useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';

const usual = ['--team', 'General', '--type', 'document'];

/** Makes a folder 'Incoming' with these files. */
async function makeFolder(t: TestContext, files: Record<string, string>): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'stowage-import-'));
  t.after(() => rm(parent, { recursive: true }));
  const folder = join(parent, 'Incoming');
  await mkdir(folder);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

const pathsOf = async ({ ctx }: TestApp) => {
  const rows = await ctx.db
    .selectFrom('files')
    .select(['folder', 'filename', 'team_id', 'file_type_id'])
    .orderBy('folder')
    .orderBy('filename')
    .orderBy('id')
    .execute();
  return rows.map(({ folder, filename, team_id, file_type_id }) => [`${folder}/${filename}`, team_id, file_type_id]);
};

describe('the import of a folder', () => {
  test('stores each file once with its folder, beside a running server, with one notification', async (t) => {
    const app = await openTestApp();
    t.after(app.close);
    const written = followAudit(app.ctx);
    const { visitor: viewer } = await signedInAs(app, { role: 3, team: 1 });
    const folder = await makeFolder(t, {
      '2026/March/bill.txt': 'bill',
      '2026/March/copy.txt': 'bill',
      '2026/list.txt': 'list',
      'empty.txt': '',
      'Thumbs.db': 'x',
    });
    const first = await runAdmin(['import', folder, ...usual], app.environment);
    assert.deepEqual([first.code, first.stderr], [0, ''], first.stdout);
    assert.match(first.stdout, /left out {2}"Thumbs\.db" {2}a file of the operating system/);
    assert.match(first.stdout, /5 files seen\.\n4 stored \(12 Bytes\)\.\n0 already there\.\n1 skipped, 0 left out\./);
    const expected = [
      ['Incoming/empty.txt', 1, 1],
      ['Incoming/2026/list.txt', 1, 1],
      ['Incoming/2026/March/bill.txt', 1, 1],
      ['Incoming/2026/March/copy.txt', 1, 1],
    ];
    const byPath = (one: unknown[][]) => one.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
    assert.deepEqual(byPath(await pathsOf(app)), byPath(expected));
    // Equal contents share a blob.
    assert.equal(await countBlobs(app), 3);
    const admin = await asAdmin(app);
    const { body } = await admin.call(filesContract.overview, { folder: 'Incoming/2026', search: 'bill' });
    const [file] = body.groups.flatMap(({ files }) => files);
    assert.equal(await readContent(admin, file ?? { filepath: '' }), 'bill');
    const notes = (await viewer.call(notificationsContract.list, {})).body;
    assert.deepEqual(
      notes.map(({ title, message }) => [title, message]),
      [['Files moved in', 'Administrator moved 4 files in to General.']],
    );
    const acts = (await written()).filter(({ act }) => act.startsWith('file.import')).map(({ act }) => act);
    assert.deepEqual(acts, ['file.import_begun', 'file.imported']);
    const run = (...args: string[]) => runAdminHere(['import', folder, ...usual, ...args], app.environment);
    const again = await run();
    assert.match(again.stdout, /0 stored \(0 Bytes\)\.\n4 already there\./);
    assert.equal((await pathsOf(app)).length, 4);

    await writeFile(join(folder, '2026/list.txt'), 'newer list');
    const changed = await run();
    assert.equal(changed.code, 1);
    assert.match(changed.stdout, /left out {2}"2026\/list\.txt" {2}another content is stored/);
    const updated = await run('--update');
    assert.match(updated.stdout, /0 stored, 1 as new versions \(10 Bytes\)/);
    const [list] = (await admin.call(filesContract.overview, { search: 'list.txt' })).body.groups.flatMap(
      (g) => g.files,
    );
    assert.equal(await readContent(admin, list ?? { filepath: '' }), 'newer list');
    assert.equal((await admin.call(versionsContract.list, { id: list?.id ?? 0 })).body.length, 1);
    // The stored file has the older content as a version, so it counts as stored.
    await writeFile(join(folder, '2026/list.txt'), 'list');
    assert.match((await run('--update')).stdout, /4 already there/);
  });

  test('gives teams and types by rules, and names everything that it leaves out or cleans', async (t) => {
    const app = await openTestApp();
    t.after(app.close);
    const [team, type] = [await makeTeam(app, 'Finance'), await makeFileType(app, 'Invoice')];
    const folder = await makeFolder(t, {
      'Finance/2026/INVOICE 7.pdf': 'seven',
      'Finance/.hidden/invoice 8.pdf': 'eight',
      'Finance/note.txt': 'note',
      'drafts/x.txt': 'x',
      'other.txt': 'other',
      'large.bin': 'x'.repeat(300),
      'bell\u0007.txt': 'bell',
    });
    await writeFile(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x66, 0xff])]), 'not utf-8');
    await symlink('/etc/passwd', join(folder, 'link.txt'));
    const socket = createServer().listen(join(folder, 'pipe'));
    t.after(() => socket.close());
    await once(socket, 'listening');
    const rules = join(dirname(folder), 'rules.json');
    await writeFile(
      rules,
      JSON.stringify([
        { path: 'drafts/**', skip: true },
        { path: '**/invoice*.pdf', type: 'Invoice' },
        { path: 'finance/**', team: 'finance' },
        { path: '{Finance/**,large.bin,bell*,f*}', type: 'Document' },
      ]),
    );
    const settings = { ...app.environment, MAX_UPLOAD_BYTES: '200' };
    const { code, stdout } = await runAdminHere(
      ['import', folder, '--team', 'General', '--rules', rules, '--into', '/Old drive/'],
      settings,
    );
    assert.equal(code, 1, stdout);
    assert.deepEqual(await pathsOf(app), [
      ['Old drive/bell.txt', 1, 1],
      ['Old drive/f\ufffd', 1, 1],
      ['Old drive/Finance/note.txt', team, 1],
      ['Old drive/Finance/.hidden/invoice 8.pdf', team, type],
      ['Old drive/Finance/2026/INVOICE 7.pdf', team, type],
    ]);
    const lines = stdout.split('\n').filter((line) => /^(left out|cleaned) /.test(line));
    assert.deepEqual(lines.toSorted(), [
      'cleaned   "bell\\u0007.txt"  stored as "Old drive/bell.txt"',
      'cleaned   "f\ufffd"  stored as "Old drive/f\ufffd"',
      'left out  "drafts/x.txt"  skipped by a rule',
      'left out  "large.bin"  larger than MAX_UPLOAD_BYTES (200 Bytes)',
      'left out  "link.txt"  a symbolic link; import its target itself',
      'left out  "other.txt"  no rule gives it a file type, and there is no --type',
      'left out  "pipe"  not a regular file',
    ]);
  });

  test('leaves out a file and a folder that it may not read, and stores the others', async (t) => {
    const app = await openTestApp();
    t.after(app.close);
    const folder = await makeFolder(t, { 'a.txt': 'a', 'locked.txt': 'x', 'locked/inside.txt': 'y', 'z.txt': 'z' });
    await chmod(join(folder, 'locked.txt'), 0);
    await chmod(join(folder, 'locked'), 0);
    const first = await runAdminWithoutOverride(['import', folder, ...usual], app.environment);
    assert.equal(first.code, 1, first.stderr);
    assert.deepEqual(
      first.stdout
        .split('\n')
        .filter((line) => line.startsWith('left out '))
        .toSorted(),
      ['left out  "locked.txt"  cannot be read (EACCES)', 'left out  "locked/"  cannot be read (EACCES)'],
    );
    assert.match(first.stdout, /2 stored \(2 Bytes\)\.\n0 already there\.\n0 skipped, 2 left out\./);
    assert.match(first.stdout, /A further run tries these files again/);
    await chmod(join(folder, 'locked.txt'), 0o600);
    await chmod(join(folder, 'locked'), 0o700);
    const second = await runAdminHere(['import', folder, ...usual], app.environment);
    assert.equal(second.code, 0, second.stdout);
    assert.match(second.stdout, /2 stored \(2 Bytes\)\.\n2 already there\./);
    assert.deepEqual((await pathsOf(app)).map(([path]) => path).toSorted(), [
      'Incoming/a.txt',
      'Incoming/locked.txt',
      'Incoming/locked/inside.txt',
      'Incoming/z.txt',
    ]);
  });

  test('continues after it was killed, and loses and duplicates nothing', async (t) => {
    const app = await openTestApp();
    t.after(app.close);
    const files = Object.fromEntries(
      Array.from({ length: 260 }, (_, index) => [`${index % 7}/file ${index}.txt`, `content ${index}`]),
    );
    const folder = await makeFolder(t, files);
    await killAdmin(['import', folder, ...usual], app.environment, 300);
    const count = (await pathsOf(app)).length;
    assert.ok(count > 0 && count < 260, `${count} files were stored`);
    const { code, stdout } = await runAdminHere(['import', folder, ...usual], app.environment);
    assert.equal(code, 0, stdout);
    const stored = (await pathsOf(app)).map(([path]) => path);
    assert.deepEqual(
      stored.toSorted(),
      Object.keys(files)
        .map((path) => `Incoming/${path}`)
        .toSorted(),
    );
    assert.equal(await countBlobs(app), 260);
    const verified = await runAdminHere(['verify', '--json'], app.environment);
    assert.equal(JSON.parse(verified.stdout).ok, true, verified.stdout);
  });

  test('a server that starts leaves the bytes of a running import alone, and removes those of a killed one', async (t) => {
    const installation = await makeInstallation((work) => t.after(work));
    const { environment, dataDir } = installation;
    const config = readConfig(environment);
    await (await openTestApp(environment)).close();
    const claim = claimImport(dataDir);
    assert.equal(claimImport(dataDir), undefined);
    const blobs = await (await blobLocation(config)).open(importWorker);
    const staged = await blobs.stage(Readable.from([Buffer.from('moving in')]), 100);
    await blobs.publish([staged]);
    const keys = () => storedIn(config).keys();
    await (await openTestApp(environment)).close();
    assert.deepEqual(await keys(), [staged.key]);
    claim?.[Symbol.dispose]();
    await (await openTestApp(environment)).close();
    assert.deepEqual(await keys(), []);
  });

  const app = useTestApp();
  const refused: [title: string, args: (folder: string) => string[], message: RegExp][] = [
    ['without a type', (folder) => ['import', folder, '--team', 'General'], /--team and --type, or .* --rules/],
    [
      'with an unknown team',
      (folder) => ['import', folder, '--team', 'Genral', '--type', 'Document'],
      /no team "Genral"\. There is: "General"/,
    ],
    [
      'of a folder that does not exist',
      (folder) => ['import', `${folder}/no`, ...usual],
      /not a folder that can be read/,
    ],
    [
      'for an unknown user',
      (folder) => ['import', folder, ...usual, '--as', 'x@example.com'],
      /no user with the e-mail address x@/,
    ],
    ['of the data folder', () => ['import', app.dataDir, ...usual], /is in DATA_DIR/],
    [
      'with rules that do not exist',
      (folder) => ['import', folder, ...usual, '--rules', `${folder}/no.json`],
      /--rules: .* cannot be read \(ENOENT\)/,
    ],
  ];
  for (const [title, args, message] of refused)
    test(`is refused ${title}`, async (t) => {
      const ended = await runAdminHere(args(await makeFolder(t, {})), app.environment);
      assert.equal(ended.code, 1);
      assert.match(ended.stderr, message);
    });
});
