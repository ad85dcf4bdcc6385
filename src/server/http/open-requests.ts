import { once } from 'node:events';
import type { EventEmitter } from 'node:events';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isRead } from '#shared/endpoint.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { makeFairQueue } from '../fair-queue.ts';
import type { FairQueue, Place } from '../fair-queue.ts';
import { Refusal, refusal } from '../refusal.ts';

/** Calls that hold memory, a file or a thread for as long as they are open. */
export type OpenKind = 'download' | 'archive' | 'list' | 'search' | 'stream';

/**
 * The limits of one user in one process. `waiting` requests start when another one of the user ends; further ones are refused. A
 * browser with many tabs and a download manager stay below these numbers.
 */
const limits = {
  /** Files, or ranges of them, that are too large for one buffer. Each takes up to 1 MB while its client does not read. */
  download: { running: 50, waiting: 0 },
  archive: { running: 8, waiting: 0 },
  list: { running: 4, waiting: 60 },
  /** Searches share two threads (SQLite) or a few connections (PostgreSQL) with those of all other users. */
  search: { running: 4, waiting: 60 },
  /** Event streams. A browser opens one for each visible tab, and repeats a refused one later. */
  stream: { running: 20, waiting: 0 },
} satisfies Record<OpenKind, { running: number; waiting: number }>;

/** Responses that are being sent, of one user or, without a session, one network address, in one process. */
const maxOpenResponses = 200;

const retryAfterSeconds = 5;

const texts = {
  download: 'You have too many downloads open. Wait until one of them ends, or cancel one, and try again.',
  archive: 'You have too many ZIP archives open. Wait until one of them ends, or cancel one, and try again.',
  list: 'You have too many lists open. Wait until one of them ends and try again.',
  search: 'You have too many searches running. Wait until one of them ends and try again.',
  stream:
    'You have this page open too many times. Close some of its tabs. Changes appear here after a delay until then.',
  response: 'Too many responses to you are still open. Wait until some of them end and try again.',
};

const tooMany = (of: keyof typeof texts) => new Refusal('request.too_many_open', texts[of], { retryAfterSeconds });

export type OpenRequests = {
  /**
   * Waits until the user may have one more open request of this kind. Returns a function that must be called at its end.
   * Refuses with 429 if too many others are open or waiting. If the response is closed before, the request gives up its place:
   * a browser aborts the search of an earlier letter.
   */
  enter: (kind: OpenKind, userId: number, response: EventEmitter) => Promise<() => void>;
  /** Like `enter`, for kinds that do not wait. */
  enterAtOnce: (kind: OpenKind, userId: number) => () => void;
};

/** Counts the open requests of each user in this process. */
export function makeOpenRequests(): OpenRequests {
  const queues = new Map<string, FairQueue<number>>();
  const take = (kind: OpenKind, userId: number): Place => {
    const key = `${kind} ${userId}`;
    const { running: atOnce, waiting: maxWaiting } = limits[kind];
    const queue = queues.get(key) ?? makeFairQueue({ atOnce, maxWaiting, refusalOf: () => tooMany(kind) });
    queues.set(key, queue);
    const { turn, leave } = queue.take(userId);
    const end = () => {
      leave();
      if (queue.load() === 0) queues.delete(key);
    };
    return { turn, leave: end };
  };
  return {
    async enter(kind, userId, response) {
      const place = take(kind, userId);
      if (place.turn) await waitFor(place.turn, response).catch(giveUp(place));
      return place.leave;
    },
    enterAtOnce: (kind, userId) => take(kind, userId).leave,
  };
}

async function waitFor(turn: Promise<void>, response: EventEmitter): Promise<void> {
  const waiting = new AbortController();
  const closed = once(response, 'close', waiting).then(() => {
    throw refusal.badRequest('request.cut_off', 'The connection ended before the request began.');
  });
  try {
    await Promise.race([turn, closed]);
  } finally {
    closed.catch(() => undefined);
    waiting.abort();
  }
}

const giveUp = (place: Place) => (error: unknown) => {
  place.leave();
  throw error;
};

/** Returns the kind under which a call counts before its handler runs. Downloads and event streams count by themselves. */
export function openKindOf(endpoint: Endpoint): Exclude<OpenKind, 'download' | 'stream'> | undefined {
  const { sends, query } = endpoint;
  if (sends === 'archive') return 'archive';
  if (sends === 'pieces' || sends === 'csv' || sends === 'xlsx') return 'list';
  return isRead(endpoint) && query && 'search' in query.shape ? 'search' : undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Refuses with 429 if too many responses to this user, or to this address without a session, are being sent. */
    refuseManyResponses: (request: FastifyRequest) => void;
  }
}

/** Counts the responses of the application from their first byte until the client has them, or leaves. */
export function countOpenResponses(app: FastifyInstance): void {
  const open = new Map<number | string, number>();
  const keyOf = (request: FastifyRequest) => request.session?.caller?.id ?? request.ip;
  app.decorate('refuseManyResponses', (request) => {
    if ((open.get(keyOf(request)) ?? 0) >= maxOpenResponses) throw tooMany('response');
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.raw.destroyed) {
      done(null, payload);
      return;
    }
    const key = keyOf(request);
    open.set(key, (open.get(key) ?? 0) + 1);
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      const left = (open.get(key) ?? 1) - 1;
      if (left === 0) open.delete(key);
      else open.set(key, left);
    };
    reply.raw.once('finish', end).once('close', end);
    done(null, payload);
  });
}
