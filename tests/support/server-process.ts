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
import { after } from 'node:test';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { assertDocumented } from './documented.ts';
import { freshSchema } from './postgres-schema.ts';
import { freshStorage } from './storage.ts';
import { adminPassword } from './test-app.ts';
import type { Environment } from './test-app.ts';
import { Visitor } from './visitor.ts';

const program = [join(import.meta.dirname, '../../src/app/server/main.ts')];

/** What `npm start` runs. */
export const npmStart = [join(import.meta.dirname, '../../bootstrap/run.mjs'), 'start'];

// Most of a start is compiling; the many starts of the tests need not all do it.
const compileCache = join(tmpdir(), 'stowage-compile-cache');

/** Where a product keeps everything: a data folder and, when the tests run on such servers, a schema and a part of a bucket. It outlives its servers. */
export type Home = { dataDir: string; environment: Environment; remove: () => Promise<void> };

export type Ended = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string };

export type ServerProcess = {
  origin: string;
  port: number;
  pid: number;
  /** What it has said so far. */
  said: () => { stdout: string; stderr: string };
  /** Someone with a browser's cookies, over real connections. */
  visitor: () => Visitor;
  asAdmin: () => Promise<Visitor>;
  /** Asks it to stop and waits until it has. */
  stop: (signal?: NodeJS.Signals) => Promise<Ended>;
  /** Sends a signal and does not wait. */
  signal: (signal: NodeJS.Signals) => void;
  ended: Promise<Ended>;
};

/** A new home, removed after the tests of the block. */
export async function makeHome(): Promise<Home> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stowage-home-'));
  const schema = await freshSchema(process.env['DATABASE_URL']);
  let isThere = true;
  const home = {
    dataDir,
    environment: {
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: adminPassword,
      // One process, which is the one that a test starts and ends.
      WORKERS: '1',
      ...(schema ? { DATABASE_URL: schema.url } : {}),
      ...freshStorage(),
    },
    remove: async () => {
      if (!isThere) return;
      isThere = false;
      await rm(dataDir, { recursive: true, force: true });
      await schema?.drop();
    },
  };
  after(home.remove);
  return home;
}

/** Asks the records themselves, beside whatever server is running, and answers the rows. */
export async function onDatabase<Row>(home: Home, statement: string): Promise<Row[]> {
  const url = home.environment['DATABASE_URL'];
  if (!url) {
    const file = new DatabaseSync(join(home.environment['DATA_DIR'] as string, 'stowage.db'), { timeout: 5_000 });
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

/** Starts the real server and waits until it serves. Fails with what it said when it ends instead. */
export async function startServer(home: Home, environment: Environment = {}, args = program): Promise<ServerProcess> {
  const { child, ended, said } = launch(home, environment, args);
  const address = new Promise<string>((resolve) => {
    child.stdout.on('data', () => {
      const found = / is ready: (\S+)\n/.exec(said().stdout)?.[1];
      if (found) resolve(found);
    });
  });
  const first = await Promise.race([address, ended]);
  if (typeof first !== 'string') throw new Error(`the server ended with ${first.code}: ${first.stderr}${first.stdout}`);
  const port = Number(environment['PORT'] ?? new URL(first).port);
  const origin = `http://127.0.0.1:${port}`;
  // A connection that is kept would be waited for by a server that stops behind a proxy.
  const health = await fetch(`${origin}/healthz`, { headers: { connection: 'close' } });
  if (health.status !== 200) throw new Error(`/healthz answered ${health.status}`);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  child.once('exit', () => agent.destroy());
  const visitor = () => visitorAt(origin, agent);
  return {
    origin,
    port,
    pid: child.pid as number,
    said,
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
    signal: (signal) => void child.kill(signal),
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Starts the real server where it cannot run, and waits until it has given up. */
export async function failToStart(home: Home, environment: Environment = {}): Promise<Ended> {
  const { child, ended, said } = launch(home, environment);
  child.stdout.on('data', () => {
    // It serves after all: the test will see a signal in place of an exit code.
    if (said().stdout.includes(' is ready: ')) child.kill('SIGKILL');
  });
  return ended;
}

function launch(home: Home, environment: Environment, args = program) {
  const { PATH, TZ, TMPDIR } = process.env;
  const inherited = Object.fromEntries(Object.entries({ PATH, TZ, TMPDIR }).filter(([, value]) => value !== undefined));
  const child = spawn(process.execPath, args, {
    env: { ...inherited, NODE_COMPILE_CACHE: compileCache, PORT: '0', ...home.environment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A test that fails half way must not leave a server behind.
  const kill = () => child.kill('SIGKILL');
  after(kill);
  process.once('exit', kill);
  const output = { stdout: collect(child.stdout), stderr: collect(child.stderr) };
  const said = () => ({ stdout: output.stdout(), stderr: output.stderr() });
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    process.off('exit', kill);
    return { code: code as number | null, signal: signal as NodeJS.Signals | null, ...said() };
  });
  return { child, ended, said };
}

function collect(stream: Readable): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  return () => text;
}

export type SocketAnswer = {
  statusCode: number;
  headers: IncomingHttpHeaders;
  rawPayload: Buffer;
  body: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- as an injected answer has it
  json: () => any;
  cookies: { name: string; value: string }[];
};

/** Someone with a browser's cookies, over connections to wherever. */
export const visitorAt = (origin: string, agent: Agent): Visitor => new Visitor(overSockets(origin, agent));

/** As much of an application's `inject` as a visitor uses, over a server's connections. */
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

type AskedOverSocket = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  payload?: string | Buffer | Readable | undefined;
  agent?: Agent | undefined;
};

/** One request, answered in full and as the API document says. Fails when the connection does. */
export async function send(origin: string, asked: AskedOverSocket): Promise<SocketAnswer> {
  const answer = await exchangeOne(origin, asked);
  assertDocumented({ method: asked.method ?? 'GET', url: asked.path }, answer);
  return answer;
}

function exchangeOne(origin: string, asked: AskedOverSocket): Promise<SocketAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port, protocol } = new URL(origin);
    const { method = 'GET', path, headers = {}, agent } = asked;
    const ask = protocol === 'https:' ? requestSecurely : request;
    const outgoing = ask({ hostname, port, method, path, headers, ...(agent ? { agent } : {}) }, (incoming) => {
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
    if (typeof asked.payload === 'object' && 'pipe' in asked.payload) asked.payload.pipe(outgoing);
    else outgoing.end(asked.payload);
  });
}

function readCookie(line: string): { name: string; value: string } {
  const [pair = ''] = line.split(';', 1);
  const place = pair.indexOf('=');
  return { name: pair.slice(0, place), value: decodeURIComponent(pair.slice(place + 1)) };
}

/** What a visitor's requests carry, for those who write their own. */
export function credentialsOf(visitor: Visitor): Record<string, string> {
  return {
    cookie: [...visitor.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; '),
    'x-xsrf-token': visitor.cookies.get('XSRF-TOKEN') ?? '',
  };
}

/** Sends these bytes on a connection of its own and answers all that came back until the server closed it, or `until` is seen. */
export async function exchange(port: number, bytes: string | Buffer, until?: RegExp): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  const done = new Promise<void>((resolve) => {
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('latin1');
      if (until?.test(text)) resolve();
    });
    // A connection that is cut has ended, too.
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
  });
  socket.write(bytes);
  await done;
  socket.destroy();
  return text;
}

/** Numbers that look random and are the same in every run. */
export function seeded(seed: number): {
  next: () => number;
  below: (most: number) => number;
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
  const below = (most: number) => Math.floor(next() * most);
  return { next, below, pick: (list) => list[below(list.length)] as never };
}
