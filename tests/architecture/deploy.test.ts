import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { parse } from 'yaml';
import { settings } from '#server/settings.ts';
import { freePort } from '../support/nginx.ts';

const root = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const known = new Set([
  ...Object.keys(settings.shape),
  'NODE_ENV',
  'NODE_COMPILE_CACHE',
  'MALLOC_TRIM_THRESHOLD_',
  'PATH',
]);
const assertKnown = (names: string[]) => {
  for (const name of names) assert.ok(known.has(name.replace(/_FILE$/, '')), `nothing reads ${name}`);
};

type Service = {
  environment: Record<string, string | number>;
  env_file?: { path: string; required: boolean }[];
  secrets?: string[];
  volumes: string[];
};
type Compose = { services: Record<string, Service>; secrets?: object; volumes: object };
const composeFiles = readdirSync(join(root, 'deploy')).filter((name) => name.endsWith('.yaml'));

/** Returns whether a tool is installed: `probe` are arguments with which it succeeds. */
const isInstalled = (program: string, probe: string[]) => spawnSync(program, probe).status === 0;
const notInstalled = (program: string, probe: string[]) =>
  !isInstalled(program, probe) && `${program} is not installed`;
function assertAccepts(program: string, args: string[], environment: Record<string, string> = {}): void {
  const { status, stdout, stderr } = spawnSync(program, args, { env: { ...process.env, ...environment } });
  assert.equal(status, 0, `${stdout.toString()}${stderr.toString()}`);
}

test('the files that the image copies exist and are not excluded by .dockerignore', () => {
  const inImage = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name = '']) => name);
  for (const name of inImage) assert.ok(existsSync(join(root, name)), name);
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  for (const name of copied) assert.ok(name === '.' || inImage.includes(name), `${name} is excluded`);
});

test('the image starts an existing program with known settings', () => {
  const [, stage = ''] = read('Dockerfile').split('FROM debian');
  assertKnown([...stage.matchAll(/^(?:ENV|   ) (\w+)=/gm)].map(([, name = '']) => name));
  const [, command = '[]'] = /^CMD (.+)$/m.exec(stage) ?? [];
  const [program, option, entry] = JSON.parse(command) as [string, string, string];
  assert.deepEqual([program, option], ['node', '--max-semi-space-size=8']);
  assert.ok(existsSync(join(root, entry)));
});

test('the health check of the image fails while nothing answers on the port, or the answer is not 200', async () => {
  const [, command = '[]'] = /^  CMD (\["bash".+)$/m.exec(read('Dockerfile')) ?? [];
  const [program, ...args] = JSON.parse(command) as [string, string, string];
  const port = await freePort();
  const check = async () => {
    const asked = spawn(program, args, { env: { ...process.env, PORT: String(port) }, stdio: 'ignore' });
    return (await once(asked, 'exit'))[0] as number;
  };
  assert.equal(await check(), 1);
  let status = 200;
  const server = createServer((request, response) =>
    response.writeHead(request.url === '/healthz' ? status : 404).end(),
  );
  await once(server.listen(port, '127.0.0.1'), 'listening');
  assert.equal(await check(), 0);
  status = 503;
  assert.equal(await check(), 1);
  server.close();
});

for (const name of composeFiles) {
  const { services, secrets = {}, volumes } = parse(read(`deploy/${name}`)) as Compose;

  test(`${name} sets known settings, and uses every secret and volume that it declares`, () => {
    assertKnown(Object.keys((services['stowage'] as Service).environment));
    const all = Object.values(services);
    assert.deepEqual(new Set(all.flatMap((service) => service.secrets ?? [])), new Set(Object.keys(secrets)));
    const mounted = all.flatMap((service) => service.volumes.map((volume) => volume.split(':')[0] ?? ''));
    const used = mounted.filter((volume) => !volume.startsWith('/'));
    assert.deepEqual(new Set(used), new Set(Object.keys(volumes)));
  });

  test(`${name} hands every setting of deploy/.env to the server`, () => {
    const { env_file, environment } = services['stowage'] as Service;
    assert.deepEqual(env_file, [{ path: '.env', required: false }]);
    // A value that Compose fills in would replace the one of the file, also by an empty text.
    const fixed = ['HOST', 'PORT', 'DATA_DIR'];
    for (const [setting, value] of Object.entries(environment))
      assert.ok(fixed.includes(setting) || setting.endsWith('_FILE') || String(value).includes(':?'), setting);
  });

  test(`${name} is valid for Docker Compose`, { skip: notInstalled('docker', ['compose', 'version']) }, () => {
    assertAccepts('docker', ['compose', '-f', join(root, 'deploy', name), 'config', '--quiet'], {
      STORAGE_URL: 's3://bucket',
      PUBLIC_NAME: 'files.example.com',
      ACME_EMAIL: 'admin@example.com',
    });
  });
}

test('the messages under Troubleshooting in docs/administration.md are messages of the program', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const said = sources.map((name) => read(join('src', name))).join('\n');
  const [, troubleshooting = ''] = read('docs/administration.md').split('\n## Troubleshooting\n');
  const rows = troubleshooting.match(/^\| `.+$/gm) ?? [];
  assert.ok(rows.length > 8);
  for (const row of rows) {
    const [, sayings = ''] = row.split('|');
    // An ellipsis represents a name or a number. Short pieces occur by chance.
    const pieces = [...sayings.matchAll(/`([^`]+)`/g)].flatMap(([, saying = '']) => saying.split(/…|EROFS/));
    for (const piece of pieces.map((piece) => piece.trim()).filter((piece) => piece.length > 9))
      assert.ok(said.includes(piece), `no source file contains '${piece}'`);
  }
});

test('the program of a release starts the server or a command, with its own runtime', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'stowage release-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const program = join(folder, 'stowage');
  copyFileSync(join(root, 'deploy/release/stowage'), program);
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  const runtime = '#!/bin/sh\nprintf "%s\\n" "$@"\nenv >"$0.env"\n';
  writeFileSync(join(folder, 'node_modules/.bin/node'), runtime, { mode: 0o755 });
  const started = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, args, { env: {}, encoding: 'utf8' });
    return { status, args: stdout.trim().split('\n'), stderr };
  };
  const server = join(folder, 'src/app/server/main.ts');
  assert.deepEqual(started(), { status: 0, args: ['--max-semi-space-size=8', server], stderr: '' });
  const environment = readFileSync(join(folder, 'node_modules/.bin/node.env'), 'utf8');
  assert.match(environment, /^MALLOC_TRIM_THRESHOLD_=131072$/m);
  writeFileSync(join(folder, '.env'), '');
  const command = join(folder, 'src/app/server/admin.ts');
  assert.deepEqual(started('admin', 'backup', 'to here').args, [
    '--max-semi-space-size=8',
    `--env-file=${join(folder, '.env')}`,
    command,
    'backup',
    'to here',
  ]);
  assert.equal(started('backup').status, 2);
});

describe('the systemd unit', () => {
  const unit = read('deploy/stowage.service');
  const folder = mkdtempSync(join(tmpdir(), 'stowage-unit-'));
  // A path in a unit ends at a space, and the path of a clone may have one.
  symlinkSync(root, join(folder, 'stowage'));
  const here = unit.replaceAll('/opt/stowage', join(folder, 'stowage'));
  const file = join(folder, 'stowage.service');
  writeFileSync(file, here);
  after(() => rmSync(folder, { recursive: true }));

  test('starts existing programs with known settings', () => {
    const [, command = ''] = /^ExecStart=(.+)$/m.exec(here) ?? [];
    const [program = '', option, entry = ''] = command.split(' ');
    for (const path of [program, entry]) assert.ok(existsSync(path), path);
    assert.equal(option, '--max-semi-space-size=8');
    assertKnown([...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name = '']) => name));
    // V8 compiles at run time, so it needs memory that is writable and executable.
    assert.doesNotMatch(unit, /^MemoryDenyWriteExecute/m);
  });

  test(
    'is valid for systemd, with an exposure level of at most 2.0',
    { skip: notInstalled('systemd-analyze', ['--version']) },
    () => {
      assertAccepts('systemd-analyze', ['verify', file]);
      assertAccepts('systemd-analyze', ['security', '--offline=true', '--threshold=20', file]);
    },
  );
});

test('the Caddyfile is valid for Caddy', { skip: notInstalled('caddy', ['version']) }, () => {
  assertAccepts('caddy', ['validate', '--adapter', 'caddyfile', '--config', join(root, 'deploy/Caddyfile')]);
});
