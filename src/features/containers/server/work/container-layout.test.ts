import assert from 'node:assert/strict';
import { test } from 'node:test';
import { containerWorkContract as work } from '#features/containers/work/container-work.contract.ts';
import { signedIn, signedInAs } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';

const app = useTestApp();

test('the chosen layout of the containers is kept for its user only, on every device', async () => {
  const { visitor, email } = await signedInAs(app, { role: 3, team: null });
  const { visitor: other } = await signedInAs(app, { role: 3, team: null });
  assert.deepEqual((await visitor.call(work.layout, {})).body, { layout: null });
  for (const layout of ['table', 'cards', 'table'] as const) {
    assert.equal((await visitor.call(work.chooseLayout, { layout })).status, 200);
    const device = await signedIn(app, email);
    assert.deepEqual((await device.call(work.layout, {})).body, { layout });
  }
  assert.deepEqual((await other.call(work.layout, {})).body, { layout: null });
});
