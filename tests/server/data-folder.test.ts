import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { systemContract } from '#features/system/system.contract.ts';
import { runAdminHere } from '#tests/admin-command.ts';
import { breakIndex, scratchPage } from '#tests/broken-database.ts';
import { asAdmin } from '#tests/make.ts';
import { installationWithFile, makeInstallation, startServer } from '#tests/server-process.ts';
import { openTestApp, refusedStart } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const skip =
  (process.env['STORAGE_URL'] !== undefined || process.env['DATABASE_URL'] !== undefined) &&
  'about a folder with the database and the files';

/** Fails unless there is exactly one line, with this sentence. */
function assertSentence(text: string, sentence: RegExp): void {
  assert.match(text, sentence);
  assert.equal(text.trimEnd().split('\n').length, 1, text);
}

test(
  'no other user may read a file of the data folder, also if another user created the folder',
  { skip },
  async () => {
    const installation = await installationWithFile();
    const { dataDir } = installation;
    await chmod(dataDir, 0o755);
    await writeFile(join(dataDir, 'stowage-before-0010.db'), 'a copy of an earlier version');
    for (const name of await readdir(dataDir)) await chmod(join(dataDir, name), 0o755);
    await writeFile(join(dataDir, 'notes-of-the-administrator'), '', { mode: 0o644 });

    const server = await startServer(installation);
    const modes = new Map<string, number>();
    for (const name of await readdir(dataDir)) modes.set(name, (await stat(join(dataDir, name))).mode & 0o077);
    assert.equal(modes.get('notes-of-the-administrator'), 0o044);
    modes.delete('notes-of-the-administrator');
    for (const name of ['stowage.db', 'stowage.db-wal', 'stowage.db-shm', 'server.lock', 'blobs'])
      assert.ok(modes.has(name), name);
    assert.deepEqual(
      [...modes].filter(([, mode]) => mode !== 0),
      [],
    );

    const warnings = async (admin: Visitor) => (await admin.call(systemContract.look, {})).body.warnings;
    assert.match(server.output().stdout, /can be entered by every user of this machine; close it with chmod 700/);
    assert.ok((await warnings(await server.asAdmin())).includes('open-folder'));
    await server.stop();

    await chmod(dataDir, 0o700);
    const closed = await openTestApp(installation.environment);
    assert.ok(!(await warnings(await asAdmin(closed))).includes('open-folder'));
    await closed.close();
  },
);

describe('each wrong entry of the data folder is one sentence at the start', { skip }, () => {
  const wrong: [entry: string, make: 'file' | 'folder', sentence: RegExp][] = [
    ['blobs', 'file', /blobs cannot be used \(E(EXIST|NOTDIR)\)\. It has to be a folder\.$/],
    ['staging', 'file', /staging cannot be used \(E(EXIST|NOTDIR)\)\. It has to be a folder\.$/],
    ['blobs/ab', 'file', /blobs\/ab cannot be used \(EEXIST\)\. It has to be a folder\.$/],
    ['staging/mine', 'folder', /staging\/mine is a folder, which does not belong there\. Remove it\.$/],
    ['store-id', 'folder', /store-id is not a file\. Remove it\.$/],
    ['stowage.db', 'folder', /stowage\.db cannot be (opened|used)/],
  ];
  for (const [entry, make, sentence] of wrong)
    test(`${entry} is a ${make}`, async () => {
      const { dataDir, environment } = await makeInstallation();
      const path = join(dataDir, entry);
      await mkdir(make === 'folder' ? path : join(path, '..'), { recursive: true });
      if (make === 'file') await writeFile(path, '');
      assertSentence(await refusedStart(environment), sentence);
    });
});

describe('the commands continue past stray entries, and end with a sentence at damage', { skip }, () => {
  test('verify reads all files beside a stray file', async () => {
    const { dataDir, environment } = await installationWithFile();
    await writeFile(join(dataDir, 'blobs', '.DS_Store'), 'of a file manager');
    const done = await runAdminHere(['verify'], environment);
    assert.deepEqual([done.code, done.stderr], [0, '']);
    assert.match(done.stdout, /1 stored file read[^]*All of them are undamaged\.\nThe database is undamaged\./);
  });

  test('a backup to a name that is too long', async () => {
    const { dataDir, environment } = await installationWithFile();
    const { code, stderr } = await runAdminHere(['backup', join(dataDir, '..', `${'x'.repeat(300)}.tar`)], environment);
    assert.equal(code, 1);
    assertSentence(stderr, /cannot be written: ENAMETOOLONG/);
  });

  test('a password on the command line is refused', async () => {
    const { dataDir, environment } = await installationWithFile();
    const { code, stderr } = await runAdminHere(
      ['move', '--to-database', 'postgres://a:secret-word@127.0.0.1:1/a'],
      environment,
    );
    assert.equal(code, 1);
    assertSentence(stderr, /^--to-database contains a password.* TO_DATABASE_URL_FILE/);
    assert.doesNotMatch(stderr, /secret-word/);
    const file = join(dataDir, 'address');
    await writeFile(file, 'postgres://a:secret-word@127.0.0.1:1/a\n');
    for (const given of [
      { TO_DATABASE_URL: 'postgres://a:secret-word@127.0.0.1:1/a' },
      { TO_DATABASE_URL_FILE: file },
    ]) {
      const tried = await runAdminHere(['move'], { ...environment, ...given });
      assert.equal(tried.code, 1);
      assertSentence(tried.stderr, /DATABASE_URL cannot be used: .*ECONNREFUSED/);
    }
  });

  test('verify finds an index that does not match its table', async () => {
    const { dataDir, environment } = await installationWithFile();
    breakIndex(dataDir);
    const { code, stdout } = await runAdminHere(['verify'], environment);
    assert.equal(code, 1);
    assert.match(stdout, /The database is damaged\. Stop the server and restore it from a backup\.\ndatabase .*users/);
    const json = await runAdminHere(['verify', '--json'], environment);
    const report = JSON.parse(json.stdout) as { ok: boolean; database: string[] };
    assert.deepEqual([report.ok, report.database.length > 0], [false, true]);
  });

  test('a page of rubbish: the start, verify and backup are refused', async () => {
    const { dataDir, environment } = await installationWithFile();
    scratchPage(dataDir, 'roles');
    const sentence = /stowage\.db (is damaged|cannot be used): .*\. Restore it from a backup\.$/;
    assertSentence(await refusedStart(environment), sentence);
    for (const args of [['verify'], ['backup', join(dataDir, 'all.tar')]]) {
      const { code, stderr } = await runAdminHere(args, environment);
      assert.equal(code, 1, args.join());
      assertSentence(stderr.trim(), sentence);
    }
  });
});
