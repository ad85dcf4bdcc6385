import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { defaultWorkers, readConfig } from './config.ts';

for (const [cores, workers] of [
  [1, 1],
  [2, 1],
  [4, 3],
  [64, 8],
] as const) {
  test(`with PostgreSQL, the default number of processes is ${workers} if the number of cores is ${cores}`, () => {
    assert.equal(defaultWorkers(cores), workers);
  });
}

test('the default number of processes is that of this machine with PostgreSQL, and 1 with SQLite', () => {
  const DATABASE_URL = 'postgres://stowage@127.0.0.1/stowage';
  assert.equal(readConfig({ DATABASE_URL }).workers, defaultWorkers(availableParallelism()));
  assert.equal(readConfig({ DATABASE_URL, WORKERS: '5' }).workers, 5);
  assert.equal(readConfig({}).workers, 1);
});
