import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeTurn } from '#server/database/turns.queries.ts';
import { useTestApp } from '#tests/test-app.ts';
import { startRounds } from '../../src/app/server/rounds.ts';

const everyMs = 20;

test('periodic work', async (t) => {
  const app = useTestApp();
  const minute = (number: number) => new Date(Date.UTC(2026, 10, 20, 8, number)).toISOString();

  await t.test('is done by one of many servers, and by one again when its turn is over', async () => {
    const ask = (now: string, until: string) =>
      Promise.all(Array.from({ length: 8 }, () => takeTurn(app.parts.db, { name: 'tidying', now, until })));
    const count = (answers: boolean[]) => answers.filter(Boolean).length;
    assert.equal(count(await ask(minute(0), minute(10))), 1);
    assert.equal(count(await ask(minute(9), minute(19))), 0);
    assert.equal(count(await ask(minute(10), minute(20))), 1);
    assert.equal(await takeTurn(app.parts.db, { name: 'something else', now: minute(11), until: minute(21) }), true);
  });

  await t.test('goes on after it has failed, and ends when it is stopped', async () => {
    const done: string[] = [];
    const round = async () => {
      done.push('failing');
      throw new Error('it failed');
    };
    const stop = startRounds(app.parts, { name: 'failing', everyMs, round });
    while (done.length < 3) await sleep(everyMs);
    await stop();
    const atEnd = done.length;
    await sleep(3 * everyMs);
    assert.equal(done.length, atEnd);
  });

  await t.test('that servers share is done by each of them', async () => {
    const servers = new Set<string>();
    const stops = ['one', 'two', 'three'].map((server) =>
      startRounds(app.parts, {
        name: 'shared',
        everyMs,
        isShared: true,
        round: async () => void servers.add(server),
      }),
    );
    while (servers.size < 3) await sleep(everyMs);
    await Promise.all(stops.map((stop) => stop()));
  });
});
