import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Client, Notification } from 'pg';
import { gathered, makeEvents } from '../events.ts';
import type { Events, Gathered } from '../events.ts';

/** A notification: the id of the sending server and its collected events. */
type Message = { from: string; userIds: number[]; containers: boolean };

// The payload of a PostgreSQL notification has at most 8,000 bytes.
const maxIdsInMessage = 600;

const connectWithinMs = 5_000;
const pingEveryMs = 30_000;
const firstPauseMs = 1_000;
const maxPauseMs = 30_000;

/**
 * Sends events between all servers of one database, by LISTEN and NOTIFY on a separate connection. Without the
 * connection, events reach only the subscribers of this server. Pages on other servers then find changes with their
 * next poll.
 */
export async function openPostgresEvents(
  url: string,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): Promise<{ events: Events; stop: () => Promise<void> }> {
  const { default: pg } = await import('pg');
  const serverId = randomUUID();
  const local = makeEvents();
  const stopping = new AbortController();
  let client: Client | undefined;
  let channel = '';

  const receive = ({ payload = '' }: Notification) => {
    const { from, userIds, containers } = JSON.parse(payload) as Message;
    if (from === serverId) return;
    if (containers) local.publish({ topic: 'containers' });
    if (userIds.length > 0) local.publish({ topic: 'notifications', userIds });
  };
  const send = async ({ userIds, containers }: Gathered) => {
    const ids = [...userIds];
    do {
      const message: Message = { from: serverId, userIds: ids.splice(0, maxIdsInMessage), containers };
      await client?.query('select pg_notify($1, $2)', [channel, JSON.stringify(message)]);
    } while (ids.length > 0);
  };
  const sendCollected = gathered(
    (received) =>
      void send(received).catch((error: unknown) => log.warn(error, 'sending an event to other servers failed')),
  );

  /** Listens until the connection ends. Throws or returns at that point. */
  const listen = async () => {
    const connection = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectWithinMs,
      query_timeout: connectWithinMs,
      keepAlive: true,
      application_name: 'stowage events',
    });
    const ended = new Promise<void>((resolve) => connection.once('end', resolve).on('error', () => resolve()));
    const stop = () => void connection.end().catch(() => {});
    try {
      await connection.connect();
      const { rows } = await connection.query<{ channel: string }>(`select 'stowage_' || current_schema() as channel`);
      channel = rows[0]?.channel ?? '';
      await connection.query(`listen ${connection.escapeIdentifier(channel)}`);
      connection.on('notification', receive);
      client = connection;
      stopping.signal.addEventListener('abort', stop);
      if (stopping.signal.aborted) return;
      // A query detects a connection whose other end has vanished.
      const pings = setInterval(() => void connection.query('select 1').catch(stop), pingEveryMs).unref();
      await ended;
      clearInterval(pings);
    } finally {
      client = undefined;
      stopping.signal.removeEventListener('abort', stop);
      stop();
    }
  };
  const stayListening = async () => {
    let pauseMs = firstPauseMs;
    for (;;) {
      const since = performance.now();
      const error: unknown = await listen().catch((reason: unknown) => reason);
      if (stopping.signal.aborted) return;
      log.warn({ error }, 'receiving events of other servers failed; the connection is opened again');
      if (performance.now() - since > maxPauseMs) pauseMs = firstPauseMs;
      await sleep(pauseMs * (0.5 + Math.random()), undefined, { signal: stopping.signal }).catch(() => {});
      pauseMs = Math.min(2 * pauseMs, maxPauseMs);
    }
  };
  const listening = stayListening();

  return {
    events: {
      subscribe: local.subscribe,
      publish: (event) => {
        local.publish(event);
        sendCollected(event);
      },
    },
    async stop() {
      stopping.abort();
      await listening;
    },
  };
}
