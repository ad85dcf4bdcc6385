import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../refusal.ts';
import { makeHashingSlots } from './hashing-slots.ts';

/** Starts work for each client, of which none ends before all have been queued. Returns the clients in order. */
async function orderOf(clients: readonly string[]): Promise<{ done: string[]; refused: string[] }> {
  const slots = makeHashingSlots('busy', 2);
  const [done, refused]: [string[], string[]] = [[], []];
  const opened = Promise.withResolvers<void>();
  const first = slots.run(() => opened.promise, '192.0.2.250');
  const all = clients.map((client) =>
    slots
      .run(async () => void done.push(client), client)
      .catch((error: unknown) => {
        assert.ok(error instanceof Refusal && error.status === 503);
        refused.push(client);
      }),
  );
  opened.resolve();
  await Promise.all([first, ...all]);
  return { done, refused };
}

const many = (count: number, client: string) => Array.from({ length: count }, () => client);

test('clients take turns', async () => {
  const { done } = await orderOf([...many(4, '192.0.2.1'), '192.0.2.2', ...many(2, '192.0.2.3')]);
  assert.deepEqual(
    done.map((client) => client.at(-1)),
    ['1', '2', '3', '1', '3', '1', '1'],
  );
});

test('all addresses of an IPv6 /48 are one client', async () => {
  const { done } = await orderOf(['2001:db8::1', '2001:db8:0:7::1', '2001:db8:0:8::1', '192.0.2.2']);
  assert.deepEqual(done, ['2001:db8::1', '192.0.2.2', '2001:db8:0:7::1', '2001:db8:0:8::1']);
});

test('a client that fills the queue makes room for others', async () => {
  const { done, refused } = await orderOf([...many(60, '192.0.2.1'), '192.0.2.2', '192.0.2.3']);
  assert.ok(done.includes('192.0.2.2') && done.includes('192.0.2.3'));
  assert.deepEqual([done.length, refused.length, new Set(refused).size], [50, 12, 1]);
});
