import assert from 'node:assert/strict';
import { test } from 'node:test';
import { containerExportContract } from '#features/containers/container-export.contract.ts';
import { containersContract } from '#features/containers/containers.contract.ts';
import { makeOpenRequests, openKindOf } from '#server/http/open-requests.ts';

test('four lists of a user run at a time, in any format, and further ones wait', async () => {
  for (const endpoint of [containersContract.list, ...Object.values(containerExportContract)])
    assert.equal(openKindOf(endpoint), 'list', endpoint.path);
  const { enter } = makeOpenRequests();
  const [endFirst] = await Promise.all(Array.from({ length: 4 }, () => enter('list', 1)));
  const order: string[] = [];
  const fifth = enter('list', 1).then(() => order.push('the fifth list'));
  await enter('list', 2);
  order.push('another user');
  endFirst?.();
  await fifth;
  assert.deepEqual(order, ['another user', 'the fifth list']);
});
