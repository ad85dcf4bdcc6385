import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerExportContract } from '#features/containers/list/container-export.contract.ts';
import { makeOpenRequests, openKindOf } from '#server/http/open-requests.ts';

test('four lists of a user run at a time, in any format, and further ones wait', async () => {
  for (const endpoint of [containersContract.list, ...Object.values(containerExportContract)])
    assert.equal(openKindOf(endpoint), 'list', endpoint.path);
  const { enter } = makeOpenRequests();
  const [endFirst] = await Promise.all(Array.from({ length: 4 }, () => enter('list', 1, new EventEmitter())));
  const order: string[] = [];
  const fifth = enter('list', 1, new EventEmitter()).then(() => order.push('the fifth list'));
  await enter('list', 2, new EventEmitter());
  order.push('another user');
  endFirst?.();
  await fifth;
  assert.deepEqual(order, ['another user', 'the fifth list']);
});

test('a search whose client leaves while it waits never runs, and gives up its place', async () => {
  const { enter } = makeOpenRequests();
  const [endFirst] = await Promise.all(Array.from({ length: 4 }, () => enter('search', 1, new EventEmitter())));
  const aborted = Array.from({ length: 60 }, () => new EventEmitter());
  const ends = aborted.map((response) =>
    enter('search', 1, response).then(
      () => 'it ran',
      (error: Error) => error.message,
    ),
  );
  await assert.rejects(enter('search', 1, new EventEmitter()), /too many searches/);
  for (const response of aborted) response.emit('close');
  assert.deepEqual(new Set(await Promise.all(ends)), new Set(['The connection ended before the request began.']));
  const current = enter('search', 1, new EventEmitter());
  endFirst?.();
  (await current)();
});
