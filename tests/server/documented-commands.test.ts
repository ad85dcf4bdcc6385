import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { runAdminHere } from '#tests/admin-command.ts';
import { root, shellBlocks } from '#tests/document-commands.ts';
import { asAdmin, upload } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';

// The commands of tests/architecture/commands.md that this file runs, as they are in the documents.

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stowage commands '));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the block of a document that contains this command. */
function blockWith(document: string, command: string): string[] {
  const block = shellBlocks(document).find((lines) => lines.includes(command));
  assert.ok(block, `${document} has no block with ${command}`);
  return block;
}

/** Opens an installation on SQLite and a disk with one stored file. */
async function openWithFile(t: TestContext, environment = {}) {
  const app = await openTestApp({ DATABASE_URL: '', STORAGE_URL: '', ...environment });
  t.after(() => app.close());
  await upload(await asAdmin(app), 1, { name: 'kept.txt', bytes: 'kept' });
  return app;
}

/** Runs the administration commands of a block, with the folder `backups` in the place of /backups. */
async function runBlock(
  block: readonly string[],
  { backups, environmentOf }: { backups: string; environmentOf: (command: string) => Promise<NodeJS.ProcessEnv> },
) {
  for (const line of block) {
    const [, words = ''] = /^npm run admin -- (.+)$/.exec(line) ?? [];
    assert.ok(words, line);
    const [point = ''] = await readdir(join(backups, 'points')).catch(() => ['']);
    const args = words
      .split(' ')
      .map((word) => word.replace('/backups', backups).replace('2026-11-24T023000Z', point.slice(0, -'.json'.length)));
    const { code, stderr } = await runAdminHere(args, await environmentOf(line));
    assert.deepEqual([code, stderr], [0, ''], line);
  }
}

test('a backup in one file is made and restored', async (t) => {
  const folder = await makeFolder(t);
  const app = await openWithFile(t);
  await runBlock(blockWith('docs/administration.md', 'npm run admin -- backup /backups/stowage.tar'), {
    backups: folder,
    environmentOf: async (line) =>
      line.includes(' restore ') ? { DATA_DIR: join(folder, 'restored') } : app.environment,
  });
  assert.equal((await runAdminHere(['verify'], { DATA_DIR: join(folder, 'restored') })).code, 0);
});

test('restore points are made, listed, verified and restored', async (t) => {
  const folder = await makeFolder(t);
  const backups = join(folder, 'backups');
  await mkdir(backups);
  const app = await openWithFile(t, { BACKUP_TARGET: backups });
  let restores = 0;
  const dataDirs: string[] = [];
  await runBlock(blockWith('docs/administration.md', 'npm run admin -- backups list'), {
    backups,
    environmentOf: async (line) => {
      if (!line.includes(' restore ')) return app.environment;
      dataDirs.push(join(folder, `restored ${(restores += 1)}`));
      return { BACKUP_TARGET: backups, DATA_DIR: dataDirs.at(-1) };
    },
  });
  assert.equal(dataDirs.length, 3);
  for (const dataDir of dataDirs) {
    const { code, stdout } = await runAdminHere(['verify'], { DATA_DIR: dataDir });
    assert.deepEqual([code, /^1 stored file read/m.test(stdout)], [0, true], stdout);
  }
});

/** Packs a release whose program and packages are those of the project, as links. */
async function packRelease(folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const title = `stowage-${version}-${process.platform}-${process.arch}`;
  await mkdir(join(folder, title));
  await cp(join(root, 'deploy/release/stowage'), join(folder, title, 'stowage'));
  for (const part of ['.env.example', 'dist', 'node_modules', 'package.json', 'src'])
    await symlink(join(root, part), join(folder, title, part));
  const archive = join(folder, `${title}.tar.gz`);
  assert.equal(spawnSync('tar', ['-czf', archive, '-C', folder, title]).status, 0);
  await rm(join(folder, title), { recursive: true });
  const hash = createHash('sha256')
    .update(await readFile(archive))
    .digest('hex');
  await writeFile(`${archive}.sha256`, `${hash}  ${title}.tar.gz\n`);
  return title;
}

test('a release is unpacked, checked and started as the document says, without a PATH', async (t) => {
  const folder = await makeFolder(t);
  const title = await packRelease(folder);
  const [checked = '', unpacked = '', started = '', command = '', ...others] = blockWith(
    'docs/administration.md',
    './stowage',
  ).map((line) => line.replaceAll(/stowage-\d+\.\d+\.\d+-linux-x64/g, title));
  assert.deepEqual([started, command, others], ['./stowage', './stowage admin doctor', []]);
  const shell = (line: string, cwd: string) => spawnSync('/bin/sh', ['-c', line], { cwd, encoding: 'utf8' });
  assert.equal(shell(checked, folder).status, 0);
  assert.equal(shell(unpacked, folder).status, 0);
  const release = join(folder, title);
  const env = { PATH: '', NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') };
  const ask = (...args: string[]) => spawnSync(join(release, 'stowage'), args, { cwd: release, env, encoding: 'utf8' });
  assert.match(ask('--help').stdout, /^Usage: .*\n\n# The settings and their defaults/);
  const unknown = ask('dance');
  assert.deepEqual([unknown.status, unknown.stderr.startsWith('dance is not a command. Usage: ')], [2, true]);

  // The settings of the file .env beside the program are read, and the data is in the folder of the command.
  await writeFile(join(release, '.env'), "PORT=0\nBRAND_NAME='Quay & Co'\n");
  const server = spawn(join(release, 'stowage'), { cwd: release, env, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => server.kill('SIGKILL'));
  const ended = once(server, 'exit');
  const said = await new Promise<string>((resolve) => {
    let text = '';
    server.stdout.on('data', (part) => {
      text += String(part);
      if (/Password +\S+\n/.test(text)) resolve(text);
    });
    server.once('exit', () => resolve(text));
  });
  const [, address = ''] = /Quay & Co is ready: (http:\S+)/.exec(said) ?? [];
  assert.match(await (await fetch(address)).text(), /<title>Quay &#38; Co<\/title>/);
  const doctor = ask('admin', 'doctor');
  assert.match(doctor.stdout, /^ok .*database/im);
  server.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
  assert.ok((await readdir(join(release, 'data'))).includes('stowage.db'));
});
