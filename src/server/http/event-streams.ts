import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mayView, roles } from '#shared/access.ts';
import type { LiveTopic } from '#shared/live-topics.ts';
import { productModules } from '#shared/product-modules.ts';
import { listOpenSessions, readPermissionTable } from '../access/access.queries.ts';
import type { Caller, Visit } from '../access/caller.ts';
import { gathered } from '../events.ts';
import type { Gathered } from '../events.ts';
import type { Db, Parts } from '../parts.ts';
import { securityHeaders } from './security-headers.ts';

// Well below the 60 seconds after which proxies give up a silent connection, and our own 120.
const heartbeatEveryMs = 25_000;

// A browser holds one for each visible tab.
const mostStreamsEach = 20;

// An event has 40 bytes: who leaves this many unread, beyond what the system keeps for them, does not read.
const mostUnreadBytes = 16_384;

// SQLite takes 32,766 values in one statement.
const sessionsPerQuestion = 5_000;

const headers = {
  ...securityHeaders,
  'content-type': 'text/event-stream; charset=utf-8',
  // A proxy that compresses or collects would hold events back; nginx wants to be told in words of its own.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

const heartbeat = ':\n\n';

const eventOf = (topic: LiveTopic) => `event: ${topic}\ndata: {}\n\n`;

type Stream = { raw: ServerResponse; userId: number; roleId: number; tokenHash: string };

/** In the order in which they were opened. */
type Streams = Set<Stream>;

export type EventStreams = {
  /** Begins a stream for whoever is calling. */
  answer: (request: FastifyRequest, reply: FastifyReply, visit: Visit) => FastifyReply;
};

/** Tells open pages what `parts.events` hears, as server-sent events: what to ask about again, never what is in it. */
export function openEventStreams(app: FastifyInstance, parts: Parts): EventStreams {
  const streams: Streams = new Set();
  let stop: (() => void) | undefined;
  app.addHook('onReady', async () => {
    const deaf = parts.events.listen(gathered((heard) => void unlessAway(parts, tell(parts, streams, heard))));
    const timer = setInterval(() => void unlessAway(parts, beat(parts, streams)), heartbeatEveryMs);
    timer.unref();
    stop = () => {
      clearInterval(timer);
      deaf();
    };
  });
  // A stream has no end of its own, and stopping would wait for it.
  app.addHook('preClose', async () => {
    stop?.();
    stop = undefined;
    for (const stream of streams) end(streams, stream);
  });

  return {
    answer: (request, reply, visit) => {
      if (request.method === 'HEAD') return reply.headers(headers).send('');
      const stream = begin(streams, reply.hijack().raw, visit);
      // Let in before the stop, answered after it.
      if (!stop) end(streams, stream);
      return reply;
    },
  };
}

function begin(streams: Streams, raw: ServerResponse, visit: Visit): Stream {
  const { id, role_id } = visit.caller as Caller;
  const stream = { raw, userId: id, roleId: role_id, tokenHash: visit.tokenHash as string };
  const theirs = [...streams].filter((one) => one.userId === id);
  for (const oldest of theirs.slice(0, Math.max(0, theirs.length + 1 - mostStreamsEach))) end(streams, oldest);
  streams.add(stream);
  for (const gone of ['close', 'error']) raw.on(gone, () => streams.delete(stream));
  raw.writeHead(200, headers);
  // A browser calls a stream open once something has come.
  write(streams, stream, heartbeat);
  return stream;
}

function write(streams: Streams, stream: Stream, text: string): void {
  stream.raw.write(text);
  if (stream.raw.writableLength <= mostUnreadBytes) return;
  streams.delete(stream);
  stream.raw.destroy();
}

function end(streams: Streams, stream: Stream): void {
  if (!streams.delete(stream)) return;
  // Who does not read would not read the end either, and keep the connection.
  if (stream.raw.writableNeedDrain) stream.raw.destroy();
  else stream.raw.end();
}

async function tell(parts: Parts, streams: Streams, { userIds, containers }: Gathered): Promise<void> {
  if (streams.size === 0) return;
  // The page may ask another server, which has not heard of it yet.
  await parts.replica?.hasCaughtUp();
  const seeing = containers ? await rolesSeeingContainers(parts.db) : new Set();
  for (const stream of streams) {
    if (userIds.has(stream.userId)) write(streams, stream, eventOf('notifications'));
    if (seeing.has(stream.roleId)) write(streams, stream, eventOf('containers'));
  }
}

async function rolesSeeingContainers(db: Db): Promise<Set<number>> {
  const table = await readPermissionTable(db);
  return new Set(Object.values(roles).filter((role) => mayView(table, role, productModules.containers)));
}

/** Keeps connections from falling silent, and ends the streams of those who are no longer signed in. */
async function beat(parts: Parts, streams: Streams): Promise<void> {
  const all = [...streams];
  for (const stream of all) write(streams, stream, heartbeat);
  for (let from = 0; from < all.length; from += sessionsPerQuestion) {
    await endThoseSignedOut(parts, streams, all.slice(from, from + sessionsPerQuestion));
  }
}

async function endThoseSignedOut({ latest, clock }: Parts, streams: Streams, some: readonly Stream[]): Promise<void> {
  const hashes = some.map((stream) => stream.tokenHash);
  const sessions = await listOpenSessions(latest, hashes, clock().toISOString());
  const roleOf = new Map(sessions.map((session) => [session.token_hash, session.role_id]));
  for (const stream of some) {
    const roleId = roleOf.get(stream.tokenHash);
    if (roleId === undefined) end(streams, stream);
    else stream.roleId = roleId;
  }
}

/** Nobody waits for an answer here. While the database is away no page is told anything; each asks by itself now and then. */
async function unlessAway(parts: Parts, work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => parts.log.warn(error, 'open pages could not be told what changed'));
}
