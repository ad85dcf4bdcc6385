import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
import { after, before } from 'node:test';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { programEnvironment } from './admin-program.ts';
import { assertDocumented } from './documented.ts';
import { asAdmin, upload } from './make.ts';
import { freshSchema } from './postgres-schema.ts';
import { createPreparedDatabase, writePreparedFile } from './prepared-database.ts';
import { freshStorage } from './storage.ts';
import { adminPassword, openTestApp } from './test-app.ts';
import type { Environment } from './test-app.ts';
import { Visitor } from './visitor.ts';

export const serverProgram = join(import.meta.dirname, '../../src/app/server/main.ts');
const program = [serverProgram];

/** The program of `npm start`. */
export const npmStart = [join(import.meta.dirname, '../../bootstrap/run.mjs'), 'start'];

/**
 * The data of one product: a data folder and, with DATABASE_URL or STORAGE_URL, a schema and a prefix in a bucket. Servers are
 * started on it.
 */
export type Installation = { dataDir: string; environment: Environment; remove: () => Promise<void> };

export type ExitResult = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string };

/** Registers a function that runs at the end of the test or block. */
type OnCleanup = (work: () => unknown) => void;

export type ServerProcess = {
  origin: string;
  port: number;
  pid: number;
  /** The output so far. */
  output: () => { stdout: string; stderr: string };
  /** Returns a new client with its own cookies, over real connections. */
  visitor: () => Visitor;
  asAdmin: () => Promise<Visitor>;
  /** Sends a signal and waits until the process has ended. */
  stop: (signal?: NodeJS.Signals) => Promise<ExitResult>;
  /** Stops to read standard output, as a slow log collector does. Returns a function that reads on. */
  pauseOutput: () => () => void;
  /** Sends a signal without waiting. */
  signal: (signal: NodeJS.Signals) => void;
  ended: Promise<ExitResult>;
};

/** Creates an empty installation, which is removed at the end of the test. Its first start creates the administrator. */
export async function makeInstallation(onCleanup: OnCleanup = after): Promise<Installation> {
  return installationOn(await freshSchema(process.env['DATABASE_URL']), onCleanup);
}

/** Creates an installation whose database is that of a first start. It is removed at the end of the test. */
export async function preparedInstallation(onCleanup: OnCleanup = after): Promise<Installation> {
  const server = process.env['DATABASE_URL'];
  if (server) return installationOn(await createPreparedDatabase(server, { ADMIN_PASSWORD: adminPassword }), onCleanup);
  const installation = await installationOn(undefined, onCleanup);
  await writePreparedFile(installation.environment);
  return installation;
}

async function installationOn(
  database: { url: string; drop: () => Promise<void> } | undefined,
  onCleanup: OnCleanup,
): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stowage-installation-'));
  let exists = true;
  const installation = {
    dataDir,
    environment: {
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: adminPassword,
      // One process, so that a signal to it reaches the code under test.
      WORKERS: '1',
      ...(database ? { DATABASE_URL: database.url } : {}),
      ...freshStorage(),
    },
    remove: async () => {
      if (!exists) return;
      exists = false;
      await rm(dataDir, { recursive: true, force: true });
      await database?.drop();
    },
  };
  onCleanup(installation.remove);
  return installation;
}

/** Creates an installation with one stored file and no running server. */
export async function installationWithFile(): Promise<Installation> {
  const installation = await preparedInstallation();
  const app = await openTestApp(installation.environment);
  await upload(await asAdmin(app), 1, { name: 'kept.txt', bytes: 'kept' });
  await app.close();
  return installation;
}

/** Runs an SQL statement on the database of an installation, without its server. Returns the rows. */
export async function queryDatabase<Row>(installation: Installation, statement: string): Promise<Row[]> {
  const url = installation.environment['DATABASE_URL'];
  if (!url) {
    const file = new DatabaseSync(join(installation.environment['DATA_DIR'] as string, 'stowage.db'), {
      timeout: 5_000,
    });
    try {
      return file.prepare(statement).all() as Row[];
    } finally {
      file.close();
    }
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows as Row[];
  } finally {
    await client.end();
  }
}

/**
 * Starts the server of an empty installation before the tests of the current block. After them, stops it and fails if it has
 * logged an error. The tests of the block share its data.
 */
export function useServer(environment: Environment = {}): ServerProcess & { installation: Installation } {
  const handle = {} as ServerProcess & { installation: Installation };
  const cleanups: (() => unknown)[] = [];
  // after() within before() would run at the end of before().
  const onCleanup: OnCleanup = (work) => void cleanups.push(work);
  before(async () => {
    const installation = await preparedInstallation(onCleanup);
    Object.assign(handle, await startServer(installation, environment, { onCleanup }), { installation });
  });
  after(async () => {
    const exit = await handle.stop?.();
    for (const work of cleanups.toReversed()) await work();
    assert.deepEqual([exit?.code, exit?.stderr], [0, '']);
    assert.doesNotMatch(exit?.stdout ?? '', /"level":(50|60)/);
  });
  return handle;
}

/** Starts the server as a process and waits until it serves. Throws with its output if it ends instead. */
export async function startServer(
  installation: Installation,
  environment: Environment = {},
  { args = program, onCleanup = after }: { args?: string[]; onCleanup?: OnCleanup } = {},
): Promise<ServerProcess> {
  const { child, ended, output } = launch(installation, environment, args, onCleanup);
  const address = new Promise<string>((resolve) => {
    child.stdout.on('data', () => {
      const found = / is ready: (\S+)\n/.exec(output().stdout)?.[1];
      if (found) resolve(found);
    });
  });
  const first = await Promise.race([address, ended]);
  if (typeof first !== 'string') throw new Error(`the server ended with ${first.code}: ${first.stderr}${first.stdout}`);
  const port = Number(environment['PORT'] ?? new URL(first).port);
  const origin = `http://127.0.0.1:${port}`;
  // Behind a proxy, a server that stops waits for idle connections.
  const health = await fetch(`${origin}/healthz`, { headers: { connection: 'close' } });
  if (health.status !== 200) throw new Error(`/healthz answered ${health.status}`);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  child.once('exit', () => agent.destroy());
  const visitor = () => visitorAt(origin, agent);
  return {
    origin,
    port,
    pid: child.pid as number,
    output,
    ended,
    visitor,
    asAdmin: async () => {
      const admin = visitor();
      const answer = await admin.signIn(
        environment['ADMIN_EMAIL'] ?? 'admin@example.com',
        environment['ADMIN_PASSWORD'] ?? adminPassword,
      );
      if (answer.statusCode !== 200) throw new Error(`sign-in failed: ${answer.body}`);
      return admin;
    },
    pauseOutput: () => {
      child.stdout.pause();
      return () => void child.stdout.resume();
    },
    signal: (signal) => void child.kill(signal),
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Starts the server with settings with which it cannot run, and waits until it has ended. */
export async function failToStart(installation: Installation, environment: Environment = {}): Promise<ExitResult> {
  const { child, ended, output } = launch(installation, environment, program, after);
  child.stdout.on('data', () => {
    // It serves in spite of the settings: the test sees a signal instead of an exit code.
    if (output().stdout.includes(' is ready: ')) child.kill('SIGKILL');
  });
  return ended;
}

function launch(installation: Installation, environment: Environment, args: string[], onCleanup: OnCleanup) {
  const { TZ, TMPDIR } = process.env;
  const inherited = Object.fromEntries(Object.entries({ TZ, TMPDIR }).filter(([, value]) => value !== undefined));
  const child = spawn(process.execPath, args, {
    env: programEnvironment({ ...inherited, PORT: '0', ...installation.environment, ...environment }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A test that fails must not leave a server process.
  const kill = () => child.kill('SIGKILL');
  onCleanup(kill);
  process.once('exit', kill);
  const streams = { stdout: collect(child.stdout), stderr: collect(child.stderr) };
  const output = () => ({ stdout: streams.stdout(), stderr: streams.stderr() });
  const ended = once(child, 'close').then(([code, signal]): ExitResult => {
    process.off('exit', kill);
    return { code: code as number | null, signal: signal as NodeJS.Signals | null, ...output() };
  });
  return { child, ended, output };
}

function collect(stream: Readable): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  return () => text;
}

export type SocketResponse = {
  statusCode: number;
  headers: IncomingHttpHeaders;
  rawPayload: Buffer;
  body: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- as in the response of inject()
  json: () => any;
  cookies: { name: string; value: string }[];
};

/** Returns a new client for the server at an origin. */
export const visitorAt = (origin: string, agent: Agent): Visitor => new Visitor(overSockets(origin, agent));

/** Returns an object with the `inject` of an application, which sends the requests over sockets. */
function overSockets(origin: string, agent: Agent): FastifyInstance {
  const inject = (asked: { method: string; url: string; payload?: unknown; headers: Record<string, string> }) => {
    const isRaw = asked.payload === undefined || typeof asked.payload === 'string' || Buffer.isBuffer(asked.payload);
    const payload = (isRaw ? asked.payload : JSON.stringify(asked.payload)) as string | Buffer | undefined;
    return send(origin, {
      method: asked.method,
      path: asked.url,
      agent,
      headers: {
        ...(isRaw ? {} : { 'content-type': 'application/json' }),
        ...(payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) }),
        ...asked.headers,
      },
      payload,
    });
  };
  return { inject } as unknown as FastifyInstance;
}

type SocketRequest = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  payload?: string | Buffer | Readable | undefined;
  agent?: Agent | undefined;
};

/**
 * Sends one request and returns the complete response. Throws if the connection breaks or the response does not match the API
 * document.
 */
export async function send(origin: string, options: SocketRequest): Promise<SocketResponse> {
  const answer = await sendOne(origin, options);
  assertDocumented({ method: options.method ?? 'GET', url: options.path }, answer);
  return answer;
}

function sendOne(origin: string, options: SocketRequest): Promise<SocketResponse> {
  return new Promise((resolve, reject) => {
    const { hostname, port, protocol } = new URL(origin);
    const { method = 'GET', path, headers = {}, agent } = options;
    const begin = protocol === 'https:' ? requestSecurely : request;
    const outgoing = begin({ hostname, port, method, path, headers, ...(agent ? { agent } : {}) }, (incoming) => {
      const pieces: Buffer[] = [];
      incoming.on('data', (piece: Buffer) => pieces.push(piece));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const rawPayload = Buffer.concat(pieces);
        const body = rawPayload.toString();
        resolve({
          statusCode: incoming.statusCode as number,
          headers: incoming.headers,
          rawPayload,
          body,
          json: () => JSON.parse(body),
          cookies: (incoming.headers['set-cookie'] ?? []).map(readCookie),
        });
      });
    });
    outgoing.on('error', reject);
    if (typeof options.payload === 'object' && 'pipe' in options.payload) options.payload.pipe(outgoing);
    else outgoing.end(options.payload);
  });
}

function readCookie(line: string): { name: string; value: string } {
  const [pair = ''] = line.split(';', 1);
  const index = pair.indexOf('=');
  return { name: pair.slice(0, index), value: decodeURIComponent(pair.slice(index + 1)) };
}

/** Returns the headers with which a request is sent as this visitor. */
export function credentialsOf(visitor: Visitor): Record<string, string> {
  return {
    cookie: [...visitor.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; '),
    'x-xsrf-token': visitor.cookies.get('XSRF-TOKEN') ?? '',
  };
}

/**
 * Sends the bytes on a new connection. Returns the received text once the server has closed the connection or the text matches
 * `until`.
 */
export async function exchange(port: number, bytes: string | Buffer, until?: RegExp): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  const done = new Promise<void>((resolve) => {
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('latin1');
      if (until?.test(text)) resolve();
    });
    // An aborted connection counts as closed.
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
  });
  socket.write(bytes);
  await done;
  socket.destroy();
  return text;
}

/** Returns a pseudo-random generator, which gives the same numbers in every run. */
export function seeded(seed: number): {
  next: () => number;
  below: (max: number) => number;
  pick: <T>(list: readonly T[]) => T;
} {
  let state = seed >>> 0;
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (max: number) => Math.floor(next() * max);
  return { next, below, pick: (list) => list[below(list.length)] as never };
}
