import { execFileSync, fork, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { readConfig } from '#server/config.ts';
import { connectDatabase } from '#server/database/open.ts';
import type { Job, Result } from './client.ts';
import { maxRow } from './measure.ts';
import type { Row } from './measure.ts';

const root = join(import.meta.dirname, '..');

/** The folder for temporary files, on the disk of the project and outside of version control. */
export const scratch = join(root, 'node_modules/.cache/bench');

/** A server under measurement, ours or a bare one. */
export type Program = {
  origin: string;
  folder: string;
  pid: number;
  /** From the start of its process to the first response with status 200. */
  startedInMs: number;
  /** Sends SIGTERM and waits for the exit. */
  stop: () => Promise<void>;
};

export const adminEmail = 'admin@example.com';
export const adminPassword = 'harbour-crane-42';

export async function newFolder(): Promise<string> {
  await mkdir(scratch, { recursive: true });
  return mkdtemp(join(scratch, 'run-'));
}

/** Starts the product as `npm start` does. An existing folder keeps its data. */
export async function startOurs(folder?: string): Promise<Program> {
  const env = { ADMIN_PASSWORD: adminPassword };
  return start(['bootstrap/run.mjs', 'start'], { folder, readyPath: '/healthz', env });
}

/** Starts the product so that it writes its event-loop delays to the file `delays` of its folder. */
export async function startWatched(): Promise<Program> {
  const folder = await newFolder();
  const env = { ADMIN_PASSWORD: adminPassword, EVENT_LOOP_DELAYS: join(folder, 'delays') };
  const args = ['--import', join(root, 'bench/event-loop-delays.ts'), 'bootstrap/run.mjs', 'start'];
  return start(args, { folder, readyPath: '/healthz', env });
}

/** A user of the demo with access to every file. */
export const demoPerson = { email: 'ingrid.solheim@northquay.example', password: 'harbour-lights-26' };

/**
 * Starts the demo, which first fills an empty folder, or the empty database `databaseUrl`, with this many files. Waits until
 * their contents are read, because that takes up to a core.
 */
export async function startDemo(
  folder: string,
  files: number,
  { containers, databaseUrl }: { containers?: number; databaseUrl?: string | undefined } = {},
): Promise<Program> {
  const args = ['bootstrap/run.mjs', 'demo', '--files', String(files)];
  if (containers !== undefined) args.push('--containers', String(containers));
  const env = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const program = await start(args, { folder, readyPath: '/healthz', env });
  await untilRead(program, await cookiesOf(program, demoPerson.email, demoPerson.password));
  return program;
}

/** Waits until the server has read the contents of all its files. */
export async function untilRead({ origin }: Program, headers: Record<string, string>): Promise<void> {
  const giveUpAt = performance.now() + startTimeoutMs;
  while (performance.now() < giveUpAt) {
    const answer = await fetch(`${origin}/api/system`, { headers });
    if (answer.status !== 200) throw new Error(`the state of the server was answered with ${answer.status}`);
    const { extractions } = (await answer.json()) as { extractions: { waiting: number } };
    if (extractions.waiting === 0) return;
    await sleep(200);
  }
  throw new Error('the server did not read its files in time');
}

/**
 * Waits for the work that a database still has to do after it was filled: writing to the disk and, on PostgreSQL, the
 * statistics and the visibility map. Otherwise a measurement would include it.
 */
export async function settleDatabase(databaseUrl?: string): Promise<void> {
  if (databaseUrl !== undefined) {
    const db = await connectDatabase(readConfig({ DATABASE_URL: databaseUrl }));
    await db.executeQuery(CompiledQuery.raw('vacuum analyze'));
    await db.destroy();
  }
  execFileSync('sync');
}

export const startBareNode = () => start(['bench/bare-node.ts'], { readyPath: '/' });
export const startBareFastify = () => start(['bench/bare-fastify.ts'], { readyPath: '/api/user' });

type Start = { folder?: string | undefined; readyPath: string; env?: Record<string, string> };

const startTimeoutMs = 3_600_000;

async function start(args: string[], { folder: existing, readyPath, env }: Start): Promise<Program> {
  const folder = existing ?? (await newFolder());
  // The bare server streams this file. The measurement of downloads writes a larger one.
  if (args[0] === 'bench/bare-node.ts') writeFileSync(join(folder, 'file.bin'), 'x');
  const port = await freePort();
  const log = openSync(join(folder, 'log'), 'a');
  const startedAt = performance.now();
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', log, log],
    env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), PORT: String(port), DATA_DIR: folder, ...env },
  });
  closeSync(log);
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const origin = `http://127.0.0.1:${port}`;
  while (!(await isReady(`${origin}${readyPath}`))) {
    if (child.exitCode !== null || performance.now() - startedAt > startTimeoutMs) {
      throw new Error(`${args.join(' ')} did not start:\n${readFileSync(join(folder, 'log'), 'utf8').slice(-2000)}`);
    }
    await sleep(5);
  }
  const startedInMs = performance.now() - startedAt;
  const stop = async () => {
    process.off('exit', kill);
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { origin, folder, pid: child.pid as number, startedInMs, stop };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { headers: { connection: 'close' } });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Returns the headers of a signed-in user or, without an e-mail, of a visitor. */
export async function cookiesOf(
  { origin }: Program,
  email?: string,
  password = adminPassword,
): Promise<Record<string, string>> {
  const primed = credentialsIn(await fetch(`${origin}/sanctum/csrf-cookie`));
  if (!email) return primed;
  const answer = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...primed },
    body: JSON.stringify({ email, password }),
  });
  if (answer.status !== 200) throw new Error(`the sign-in failed with ${answer.status}: ${await answer.text()}`);
  return credentialsIn(answer);
}

function credentialsIn(answer: Response): Record<string, string> {
  const pairs = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0] as string);
  const token = pairs.find((pair) => pair.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? '';
  return { cookie: pairs.join('; '), 'x-xsrf-token': decodeURIComponent(token) };
}

let client: ChildProcess | undefined;
let second: ChildProcess | undefined;

/** Runs a job in the client process and returns its result. */
export async function runJob(job: Job): Promise<Result> {
  client ??= fork(join(root, 'bench/client.ts'));
  return send(client, job);
}

/** Runs a job in a second client process, at the same time as another one. */
export async function runJobBeside(job: Job): Promise<Result> {
  second ??= fork(join(root, 'bench/client.ts'));
  return send(second, job);
}

async function send(to: ChildProcess, job: Job): Promise<Result> {
  to.send(job);
  const [result] = (await once(to, 'message')) as [Result | { failure: string }];
  if ('failure' in result) throw new Error(result.failure);
  return result;
}

export function endClients(): void {
  client?.kill();
  second?.kill();
}

/** The server has this long to give memory back. */
const restMs = 120_000;

/** Returns the row of line 8 with the memory of a program after a rest. `line`: its work before. */
export async function restedRow(program: Program, line: number): Promise<Row> {
  await sleep(restMs);
  const workload = `memory two minutes after line ${line}`;
  return maxRow({ line: 8, workload, unit: 'MiB', max: 200 }, memoryOf(program).now);
}

/** Returns the memory of a process in MiB: now, and the maximum since `resetPeak`. NaN on systems other than Linux. */
export function memoryOf({ pid }: Program): { now: number; peak: number } {
  const status = read(`/proc/${pid}/status`);
  const kilobytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? NaN);
  return { now: kilobytes('VmRSS') / 1024, peak: kilobytes('VmHWM') / 1024 };
}

export function resetPeak({ pid }: Program): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Not Linux: the peak is unknown.
  }
}

/** Returns the processor time of a process so far, in seconds. Only on Linux. */
export function processorSecondsOf({ pid }: Program): number {
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
