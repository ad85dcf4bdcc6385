import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mayView, roles } from '#shared/access.ts';
import type { LiveTopic } from '#shared/live-topics.ts';
import { productModules } from '#shared/product-modules.ts';
import { listOpenSessions, readPermissionTable } from '../access/access.queries.ts';
import type { Caller, RequestSession } from '../access/caller.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/db.ts';
import { gathered } from '../events.ts';
import type { Gathered } from '../events.ts';
import { securityHeaders } from './security-headers.ts';

// Proxies close an idle connection after 60 seconds, and this server after 120.
const heartbeatEveryMs = 25_000;

// An event has 40 bytes. A client that leaves this many unread, beyond the buffers of the system, has stopped reading.
const maxUnreadBytes = 16_384;

// SQLite accepts 32,766 values in one statement.
const sessionsPerQuery = 5_000;

const headers = {
  ...securityHeaders,
  'content-type': 'text/event-stream; charset=utf-8',
  // A proxy that compresses or buffers would delay events. nginx needs a header of its own.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

const heartbeat = ':\n\n';

const eventOf = (topic: LiveTopic) => `event: ${topic}\ndata: {}\n\n`;

type Stream = { raw: ServerResponse; userId: number; roleId: number; tokenHash: string };

type Streams = Set<Stream>;

export type EventStreams = {
  /** Opens a stream for the caller. Refuses with 429 if too many streams of the caller are open. */
  answer: (request: FastifyRequest, reply: FastifyReply, session: RequestSession) => FastifyReply;
};

/**
 * Sends the events of `ctx.events` to open pages as server-sent events. They name the data to request again, and
 * contain none of it.
 */
export function openEventStreams(app: FastifyInstance, ctx: Context): EventStreams {
  const streams: Streams = new Set();
  let stop: (() => void) | undefined;
  app.addHook('onReady', async () => {
    const unsubscribe = ctx.events.subscribe(
      gathered((received) => void logFailure(ctx, send(ctx, streams, received))),
    );
    const timer = setInterval(() => void logFailure(ctx, sendHeartbeats(ctx, streams)), heartbeatEveryMs);
    timer.unref();
    stop = () => {
      clearInterval(timer);
      unsubscribe();
    };
  });
  // A stream does not end by itself, and the server would wait for it when it stops.
  app.addHook('preClose', async () => {
    stop?.();
    stop = undefined;
    for (const stream of streams) end(streams, stream);
  });

  return {
    answer: (request, reply, session) => {
      if (request.method === 'HEAD') return reply.headers(headers).send('');
      const leave = ctx.openRequests.enterAtOnce('stream', (session.caller as Caller).id);
      reply.raw.once('close', leave);
      const stream = begin(streams, reply.hijack().raw, session);
      // The server began to stop after the request was accepted.
      if (!stop) end(streams, stream);
      return reply;
    },
  };
}

function begin(streams: Streams, raw: ServerResponse, session: RequestSession): Stream {
  const { id, role_id } = session.caller as Caller;
  const stream = { raw, userId: id, roleId: role_id, tokenHash: session.tokenHash as string };
  streams.add(stream);
  for (const gone of ['close', 'error']) raw.on(gone, () => streams.delete(stream));
  raw.writeHead(200, headers);
  // The browser fires `open` once it has received data.
  write(streams, stream, heartbeat);
  return stream;
}

function write(streams: Streams, stream: Stream, text: string): void {
  stream.raw.write(text);
  if (stream.raw.writableLength <= maxUnreadBytes) return;
  streams.delete(stream);
  stream.raw.destroy();
}

function end(streams: Streams, stream: Stream): void {
  if (!streams.delete(stream)) return;
  // A client that does not read would not read the end either, and would keep the connection open.
  if (stream.raw.writableNeedDrain) stream.raw.destroy();
  else stream.raw.end();
}

async function send(ctx: Context, streams: Streams, { userIds, containers }: Gathered): Promise<void> {
  if (streams.size === 0) return;
  const rolesToNotify = containers ? await rolesSeeingContainers(ctx.db) : new Set();
  for (const stream of streams) {
    if (userIds.has(stream.userId)) write(streams, stream, eventOf('notifications'));
    if (rolesToNotify.has(stream.roleId)) write(streams, stream, eventOf('containers'));
  }
  // One of the events of a user is the end of a session.
  await endSignedOut(
    ctx,
    streams,
    [...streams].filter((stream) => userIds.has(stream.userId)),
  );
}

async function rolesSeeingContainers(db: Db): Promise<Set<number>> {
  const table = await readPermissionTable(db);
  return new Set(Object.values(roles).filter((role) => mayView(table, role, productModules.containers)));
}

/** Keeps connections alive, and ends the streams of sessions that are no longer valid. */
async function sendHeartbeats(ctx: Context, streams: Streams): Promise<void> {
  const all = [...streams];
  for (const stream of all) write(streams, stream, heartbeat);
  await endSignedOut(ctx, streams, all);
}

async function endSignedOut(ctx: Context, streams: Streams, all: readonly Stream[]): Promise<void> {
  for (let from = 0; from < all.length; from += sessionsPerQuery) {
    await endSome(ctx, streams, all.slice(from, from + sessionsPerQuery));
  }
}

async function endSome({ db, clock }: Context, streams: Streams, some: readonly Stream[]): Promise<void> {
  const hashes = some.map((stream) => stream.tokenHash);
  const sessions = await listOpenSessions(db, hashes, clock().toISOString());
  const roleOf = new Map(sessions.map((session) => [session.token_hash, session.role_id]));
  for (const stream of some) {
    const roleId = roleOf.get(stream.tokenHash);
    if (roleId === undefined) end(streams, stream);
    else stream.roleId = roleId;
  }
}

/**
 * Logs a failure, because no client waits for this work. While the database is unreachable, pages get no events and
 * find changes by polling.
 */
async function logFailure(ctx: Context, work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => ctx.log.warn(error, 'sending events to open pages failed'));
}
