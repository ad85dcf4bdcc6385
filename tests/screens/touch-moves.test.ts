import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { containersContract } from '#features/containers/containers.contract.ts';
import { becomes, useScreens } from '#tests/browser.ts';
import { cardOf, changeStatus, enterContainer } from '#tests/containers.ts';
import { asAdmin } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';
import type { TestApp } from '#tests/test-app.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A slow line: 400 ms until the first byte, 50 KB a second. */
const slowLine = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** The time between a tap and leaving the page. */
const leavesAfterMs = 100;

const moves = {
  'Mark Received': { before: [], after: 'Received' },
  'Mark Departed': { before: ['Received'], after: 'Departed' },
  'Undo Departed': { before: ['Received', 'Departed'], after: 'Received' },
} as const;

/** The ways to leave the list of containers. */
const leaving = {
  'opening another screen': (page: Page, name: string) => cardOf(page, name).getByRole('link', { name }).tap(),
  'opening another address': (page: Page) => page.goto('/notifications'),
  'closing the tab': (page: Page) => page.close(),
};

const departures = [
  ['Mark Received', 'opening another screen'],
  ['Mark Received', 'opening another address'],
  ['Mark Received', 'closing the tab'],
  ['Mark Departed', 'closing the tab'],
  ['Undo Departed', 'closing the tab'],
] as const;

describe('the moves of a container on a touch screen', () => {
  const screens = useScreens({}, async (world: TestApp) => ({ admin: await asAdmin(world) }));

  const enter = async (name: string, before: readonly ('Received' | 'Departed')[] = [], pfi = '2099-09-09') => {
    const { id } = await enterContainer(screens.world.admin, { name, pfi });
    for (const status of before) await changeStatus(screens.world.admin, id, status);
    return id;
  };
  const statusOf = async (id: number) =>
    (await screens.world.admin.call(containersContract.find, { id })).body.status_name;
  const open = async (path: string) =>
    screens.open(path, { ...phone, ...(await profileOf(screens.test, 'admin@example.com')) });

  for (const [button, way] of departures) {
    test(`'${button}' on a slow line is made although the user leaves after 100 ms by ${way}`, async (context: TestContext) => {
      const { before, after } = moves[button];
      const name = `Slow ${button} ${way}`;
      const id = await enter(name, before);
      const page = await open(`/container-status?search=${encodeURIComponent(name)}`);
      await cardOf(page, name).waitFor();
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', slowLine);
      await cardOf(page, name).getByRole('button', { name: button, exact: true }).tap();
      await page.waitForTimeout(leavesAfterMs);
      await leaving[way](page, name);
      await becomes(context, () => statusOf(id), after);
    });
  }

  test('the first tap on a phone sends its change before it loads code, and loads no code of the table or the print', async () => {
    const id = await enter('First tap');
    const page = await open('/container-status?search=First+tap');
    await cardOf(page, 'First tap').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await cardOf(page, 'First tap').getByRole('button', { name: 'Mark Received' }).tap();
    await page.getByText('Container updated successfully!').waitFor();
    await cardOf(page, 'First tap').getByRole('button', { name: 'Edit' }).tap();
    await page.getByRole('dialog', { name: 'Edit Container' }).waitFor();
    const code = sent.filter((one) => one.includes('/assets/'));
    assert.ok(sent.indexOf(`PUT /api/containers/${id}/status`) < sent.indexOf(String(code[0])), sent.join('\n'));
    assert.deepEqual(
      code.filter((one) => /Table|Print|Menu/.test(one)),
      [],
    );
  });
});
