import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

// Distributions install nginx in a folder that is not on the PATH of every user.
const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];

/** The path of nginx, if it is installed. */
export const nginxProgram = folders.map((folder) => join(folder, 'nginx')).find(existsSync);

const example = join(import.meta.dirname, '../../deploy/nginx.conf');

/** Runs nginx as a reverse proxy of these servers, with deploy/nginx.conf. Returns its origin and its error log. */
export async function startNginx(ports: readonly number[]): Promise<{ origin: string; errors: () => string }> {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-nginx-'));
  const [port, plainPort] = [await freePort(), await freePort()];
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=files.example.com',
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { stdio: 'ignore' },
  );
  const servers = ports.map((one) => `    server 127.0.0.1:${one} max_fails=0;\n`).join('');
  let settings = await readFile(example, 'utf8');
  for (const [recommended, replacement] of [
    [/( {4}server 10\.[^\n]*\n)+/, servers],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['/etc/ssl/files.example.com.pem', certificate],
    ['/etc/ssl/private/files.example.com.key', key],
  ] as const) {
    const changed = settings.replace(recommended, replacement);
    if (changed === settings) throw new Error(`deploy/nginx.conf has no ${String(recommended)}`);
    settings = changed;
  }
  await writeFile(join(folder, 'stowage.conf'), settings);
  await writeFile(join(folder, 'nginx.conf'), mainConfig(folder));
  const nginx = spawn(nginxProgram as string, ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  nginx.stderr.setEncoding('utf8').on('data', (piece: string) => (errors += piece));
  const kill = () => nginx.kill('SIGTERM');
  process.once('exit', kill);
  after(async () => {
    process.off('exit', kill);
    kill();
    if (nginx.exitCode === null) await once(nginx, 'exit');
    await rm(folder, { recursive: true, force: true });
  });
  const origin = `https://127.0.0.1:${port}`;
  while (!(await redirects(plainPort))) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended: ${errors}`);
    await sleep(20);
  }
  return { origin, errors: () => errors };
}

/** Returns a main configuration that includes that of the site, as a distribution's does. */
function mainConfig(folder: string): string {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`);
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 2;
pid ${folder}/pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
  access_log off;
  ${paths.join('\n  ')}
  include ${folder}/stowage.conf;
}
`;
}

const redirects = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).then(
    ({ status }) => status === 301,
    () => false,
  );

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
