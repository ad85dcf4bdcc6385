import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Client, Notification } from 'pg';
import { gathered, makeEvents } from '../events.ts';
import type { Events, Gathered } from '../events.ts';

/** What travels: the server it comes from, and what it has heard within a moment. */
type Message = { from: string; userIds: number[]; containers: boolean };

// A message of PostgreSQL has at most 8,000 bytes.
const mostIdsInMessage = 600;

const connectWithinMs = 5_000;
const askEveryMs = 30_000;
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/**
 * Events between all servers of one database, by LISTEN and NOTIFY on a connection of its own. While that is away, events
 * reach this server's own listeners only, and other browsers find changes with their next poll.
 */
export async function openPostgresEvents(
  url: string,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): Promise<{ events: Events; stop: () => Promise<void> }> {
  const { default: pg } = await import('pg');
  const self = randomUUID();
  const local = makeEvents();
  const stopping = new AbortController();
  let client: Client | undefined;
  let channel = '';

  const receive = ({ payload = '' }: Notification) => {
    const { from, userIds, containers } = JSON.parse(payload) as Message;
    if (from === self) return;
    if (containers) local.tell({ topic: 'containers' });
    if (userIds.length > 0) local.tell({ topic: 'notifications', userIds });
  };
  const send = async ({ userIds, containers }: Gathered) => {
    const ids = [...userIds];
    do {
      const message: Message = { from: self, userIds: ids.splice(0, mostIdsInMessage), containers };
      await client?.query('select pg_notify($1, $2)', [channel, JSON.stringify(message)]);
    } while (ids.length > 0);
  };
  const pass = gathered(
    (heard) => void send(heard).catch((error: unknown) => log.warn(error, 'an event was not told')),
  );

  /** Listens until the connection is lost, which is what it throws or returns with. */
  const listen = async () => {
    const own = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectWithinMs,
      query_timeout: connectWithinMs,
      keepAlive: true,
      application_name: 'stowage events',
    });
    const ended = new Promise<void>((resolve) => own.once('end', resolve).on('error', () => resolve()));
    const stop = () => void own.end().catch(() => {});
    try {
      await own.connect();
      const { rows } = await own.query<{ channel: string }>(`select 'stowage_' || current_schema() as channel`);
      channel = rows[0]?.channel ?? '';
      await own.query(`listen ${own.escapeIdentifier(channel)}`);
      own.on('notification', receive);
      client = own;
      stopping.signal.addEventListener('abort', stop);
      if (stopping.signal.aborted) return;
      // A connection whose other end has vanished is found out by asking.
      const asking = setInterval(() => void own.query('select 1').catch(stop), askEveryMs).unref();
      await ended;
      clearInterval(asking);
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
      log.warn({ error }, 'events of other servers are not heard; it is tried again');
      if (performance.now() - since > longestPauseMs) pauseMs = firstPauseMs;
      await sleep(pauseMs * (0.5 + Math.random()), undefined, { signal: stopping.signal }).catch(() => {});
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    }
  };
  const listening = stayListening();

  return {
    events: {
      listen: local.listen,
      tell: (event) => {
        local.tell(event);
        pass(event);
      },
    },
    async stop() {
      stopping.abort();
      await listening;
    },
  };
}
