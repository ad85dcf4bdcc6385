import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { openPostgresEvents } from '#server/database/postgres-events.ts';
import type { LiveEvent } from '#server/events.ts';
import { freshSchema } from '#tests/postgres-schema.ts';

const log = pino({ level: 'silent' });
const server = process.env['DATABASE_URL'];

/** Collects the events that a server receives. Recipients of equal events are joined. */
async function openListener(url: string) {
  const { events, stop } = await openPostgresEvents(url, log);
  const received: LiveEvent[] = [];
  events.subscribe((event) => void received.push(event));
  const people = () => received.flatMap((event) => (event.topic === 'notifications' ? event.userIds : []));
  return { events, stop, people, containers: () => received.filter(({ topic }) => topic === 'containers').length };
}

async function until(isSo: () => boolean, again: () => void = () => {}): Promise<void> {
  for (let tries = 0; tries < 200 && !isSo(); tries += 1) {
    again();
    await sleep(100);
  }
  assert.ok(isSo(), 'it did not happen');
}

/**
 * Opens two servers of one database and one of another. An event is lost for a server that does not listen yet, so it waits for
 * that.
 */
async function openListeners(t: TestContext) {
  const [schema, other] = [await freshSchema(server), await freshSchema(server)];
  assert.ok(schema && other);
  const one = await openListener(schema.url);
  const two = await openListener(schema.url);
  const stranger = await openListener(other.url);
  t.after(async () => {
    await Promise.all([one.stop(), two.stop(), stranger.stop()]);
    await schema.drop();
    await other.drop();
  });
  await until(
    () => two.containers() > 0 && one.containers() > two.containers(),
    () => one.events.publish({ topic: 'containers' }),
  );
  return { one, two, stranger };
}

describe('an event that one server publishes', { skip: !server && 'about a database server' }, () => {
  test('reaches the subscribers of all servers of its database once, those of the publishing server too', async (t) => {
    const { one, two, stranger } = await openListeners(t);
    one.events.publish({ topic: 'notifications', userIds: [7, 8] });
    assert.deepEqual(one.people(), [7, 8], 'at once on its own');
    await until(() => two.people().length > 0);
    await sleep(500);
    const received = [one.people(), two.people(), stranger.people(), stranger.containers()];
    assert.deepEqual(received, [[7, 8], [7, 8], [], 0]);
  });

  test('reaches thousands of recipients', async (t) => {
    const { one, two } = await openListeners(t);
    const userIds = Array.from({ length: 5_000 }, (_, index) => 1_000_000 + index);
    two.events.publish({ topic: 'notifications', userIds });
    await until(() => one.people().length >= 5_000);
    assert.deepEqual(one.people(), userIds);
  });

  test('reaches them again after a broken connection', async (t) => {
    const { one, two } = await openListeners(t);
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    const killed = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stowage events'`,
    );
    assert.ok(Number(killed.rowCount) >= 3);
    await client.end();
    const before = two.containers();
    await until(
      () => two.containers() > before,
      () => one.events.publish({ topic: 'containers' }),
    );
  });
});
