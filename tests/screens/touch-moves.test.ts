import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { becomes, useScreens } from '#tests/browser.ts';
import { cardOf, changeStatus, dayFromNow, enterContainer } from '#tests/containers.ts';
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
    // The measurement of the page is loaded when the page is idle, also without a tap.
    const code = sent.filter((one) => one.includes('/assets/') && !one.includes('report-page-performance'));
    assert.ok(sent.indexOf(`PUT /api/containers/${id}/status`) < sent.indexOf(String(code[0])), sent.join('\n'));
    assert.deepEqual(
      code.filter((one) => /Table|Print|Menu/.test(one)),
      [],
    );
  });

  /** Taps the middle of the element and returns the point, for a second tap at the same place. */
  const tapAt = async (page: Page, button: Locator) => {
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    assert.ok(box);
    const point = [box.x + box.width / 2, box.y + box.height / 2] as const;
    await page.touchscreen.tap(...point);
    return point;
  };
  const buttonOf = (part: Locator, name: string) => part.getByRole('button', { name, exact: true });
  /** The parts of a page that have the buttons of a container: a card, and the bar of its own page. */
  const places = {
    'on a card': async (name: string) => {
      const page = await open(`/container-status?search=${encodeURIComponent(name)}`);
      return { page, part: cardOf(page, name) };
    },
    'on the page of the container': async (name: string, id: number) => {
      const page = await open(`/container-status/${id}`);
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      return { page, part: page.getByRole('group', { name: 'State of this container' }) };
    },
  };

  for (const [place, show] of Object.entries(places)) {
    for (const [button, { before, after }] of Object.entries(moves)) {
      test(`${place}, a second tap at the place of '${button}' does nothing while the new state and 'Undo' are there`, async (context: TestContext) => {
        const name = `Tapped twice ${button} ${place}`;
        const id = await enter(name, before);
        const { page, part } = await show(name, id);
        const point = await tapAt(page, buttonOf(part, button));
        await buttonOf(part, 'Undo').waitFor();
        await part.locator('[aria-live=polite]').getByText(after, { exact: true }).waitFor();
        assert.equal(await part.getByRole('button', { name: /^(Mark|Undo) ./ }).count(), 0);
        await page.touchscreen.tap(...point);
        const next = after === 'Departed' ? 'Undo Departed' : 'Mark Departed';
        await buttonOf(part, next).waitFor();
        await becomes(context, () => statusOf(id), after);
        await buttonOf(part, 'Undo').waitFor({ state: 'detached' });
      });
    }
  }

  test("'Undo' after a move by touch restores the state before it, and a second tap at its place does nothing", async (context: TestContext) => {
    const id = await enter('Taken back');
    const { page, part } = await places['on a card']('Taken back');
    await buttonOf(part, 'Mark Received').tap();
    const point = await tapAt(page, buttonOf(part, 'Undo'));
    const state = part.locator('[aria-live=polite]');
    await state.getByText('Not Received', { exact: true }).waitFor();
    await buttonOf(part, 'Undo').waitFor({ state: 'detached' });
    await page.touchscreen.tap(...point);
    await buttonOf(part, 'Mark Received').waitFor();
    await becomes(context, () => statusOf(id), 'Not Received');
  });

  test("'Undo' after a change by another user is refused with a message", async (context: TestContext) => {
    const id = await enter('Taken back too late');
    const { part, page } = await places['on a card']('Taken back too late');
    await buttonOf(part, 'Mark Received').tap();
    await buttonOf(part, 'Undo').waitFor();
    await changeStatus(screens.world.admin, id, 'Departed');
    await buttonOf(part, 'Undo').tap();
    await page.getByText('Not undone, because the container was changed in the meantime.').waitFor();
    await becomes(context, () => statusOf(id), 'Departed');
  });

  test('the next late container does not come under the finger while the moved one shows its new state', async (context: TestContext) => {
    const first = await enter('Late and first', [], dayFromNow(-9));
    const second = await enter('Late and second', [], dayFromNow(-8));
    const { received } = (await screens.world.admin.call(containersContract.counts, {})).body;
    const page = await open('/container-status?search=Late+and');
    const point = await tapAt(page, buttonOf(cardOf(page, 'Late and first'), 'Mark Received'));
    await buttonOf(cardOf(page, 'Late and first'), 'Undo').waitFor();
    // The counts are fetched again with the list.
    const counts = page.getByRole('group', { name: 'Containers by status' });
    await counts
      .getByRole('button', { name: /^Received/ })
      .getByText(String(received + 1), { exact: true })
      .waitFor();
    await page.touchscreen.tap(...point);
    // The list has its new order.
    await page.locator('[role=listitem]').first().getByRole('heading', { name: 'Late and second' }).waitFor();
    await becomes(context, () => Promise.all([first, second].map(statusOf)), ['Received', 'Not Received']);
  });

  test('with a mouse the next button is there at once', async () => {
    await enter('By mouse');
    const page = await screens.visit('/container-status?search=By+mouse');
    await buttonOf(cardOf(page, 'By mouse'), 'Mark Received').click();
    await buttonOf(cardOf(page, 'By mouse'), 'Mark Departed').waitFor();
    assert.equal(await buttonOf(cardOf(page, 'By mouse'), 'Undo').count(), 0);
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
