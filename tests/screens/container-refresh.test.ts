import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { useScreens } from '#tests/browser.ts';
import { cardOf, dayFromNow, enterContainer } from '#tests/containers.ts';
import { asAdmin } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';
import type { TestApp } from '#tests/test-app.ts';

/** A container that no date changes. Returns the administrator. */
async function fillWorld(world: TestApp) {
  const admin = await asAdmin(world);
  await enterContainer(admin, { name: 'Waiting one' });
  return admin;
}

describe('the open containers screen', () => {
  const screens = useScreens({}, fillWorld);

  test('a container past its date is marked Delayed once, without a toast', async () => {
    await screens.closePages();
    const { id } = await enterContainer(screens.world, { name: 'Just crossed', pfi: dayFromNow(-1) });
    const sent: string[] = [];
    const page = await screens.open('/teammodule', await profileOf(screens.test, 'admin@example.com'));
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(`${new URL(request.url()).pathname} ${request.postData()}`);
    });
    await page.clock.install();
    await page.goto('/container-status');
    const card = cardOf(page, 'Just crossed');
    await card.getByRole('button', { name: /^PFI Delay History\s+1$/ }).click();
    await card.getByText('Expected date crossed').waitFor();
    assert.equal(await card.getByText('Delayed', { exact: true }).count(), 2, 'badge and marker');
    assert.equal(await page.locator('[data-kind=success], [data-kind=error]').count(), 0, 'no toast');
    await page.clock.fastForward(61_000);
    await page.clock.fastForward(61_000);
    const logs = await screens.world.call(containersContract.delayLogs, { id });
    assert.deepEqual(
      logs.body.map((entry) => entry.reason),
      ['Expected date crossed'],
    );
    const own = sent.filter((one) => one.startsWith(`/api/containers/${id}/`));
    assert.equal(own.length, 1, 'sent once');
    assert.match(own[0] ?? '', /"status":"Delayed","delay_reason":"Expected date crossed"/);
  });

  test('reloads every 60 seconds: new containers, 18:00 and midnight', async () => {
    await enterContainer(screens.world, { name: 'Due today', pfi: dayFromNow(0) });
    const now = new Date();
    const at = (hours: number, minutes: number, seconds: number) =>
      new Date(now.getFullYear(), now.getMonth(), now.getDate(), hours, minutes, seconds);
    const page = await screens.open('/container-status', await profileOf(screens.test, 'admin@example.com'));
    await page.clock.install({ time: at(17, 59, 30) });
    await page.reload();
    const card = cardOf(page, 'Due today');
    await card.getByText('Not Received', { exact: true }).waitFor();
    assert.equal(await card.getByRole('button', { name: /Delay History/ }).count(), 0, 'not before six');
    await enterContainer(screens.world, { name: 'Came later' });
    await page.clock.fastForward(61_000);
    await card.getByRole('button', { name: 'PFI Delay History' }).waitFor();
    await card.getByRole('button', { name: 'Ex-Factory Delay History' }).waitFor();
    await cardOf(page, 'Came later').waitFor();
    await page.clock.setSystemTime(at(23, 59, 50));
    const marked = page.waitForRequest((request) => request.method() === 'PUT');
    await page.clock.fastForward(61_000);
    await card.getByRole('button', { name: 'Mark Received' }).waitFor();
    await card.getByRole('button', { name: 'Delay PFI' }).waitFor({ state: 'detached' });
    assert.match((await marked).postData() ?? '', /Expected date crossed/);
    assert.equal(await card.getByText('Not Received', { exact: true }).count(), 0);
  });

  test('sends no request while the tab is hidden', async () => {
    const page = await screens.open('/container-status', await profileOf(screens.test, 'admin@example.com'));
    await page.clock.install();
    await page.reload();
    await cardOf(page, 'Waiting one').waitFor();
    const see = (state: string) =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { get: () => '${state}', configurable: true });
        Object.defineProperty(document, 'hidden', { get: () => ${state === 'hidden'}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/containers')) asked += 1;
    });
    await see('hidden');
    await page.clock.fastForward(300_000);
    // A request of these five minutes would have been sent before this call returns.
    await page.evaluate("fetch('/healthz').then((answer) => answer.text())");
    assert.equal(asked, 0);
    const again = page.waitForRequest((request) => request.url().includes('/api/containers/page'));
    await see('visible');
    await again;
  });

  test('a failed reload keeps the list and marks it as out of date', async () => {
    const page = await screens.open('/container-status', await profileOf(screens.test, 'admin@example.com'));
    await page.clock.install();
    await page.reload();
    await cardOf(page, 'Waiting one').waitFor();
    await page.route('**/api/containers/page?*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.clock.fastForward(61_000);
    await page.getByText('This list could not be refreshed.').waitFor();
    assert.equal(await cardOf(page, 'Waiting one').count(), 1);
    await page.unroute('**/api/containers/page?*');
    await page.clock.fastForward(61_000);
    await page.getByText('This list could not be refreshed.').waitFor({ state: 'detached' });
  });

  test('a list and a report that failed without a connection are loaded when it is back', async () => {
    await screens.closePages();
    const profile = await profileOf(screens.test, 'admin@example.com');
    for (const [path, name, shown] of [
      ['/container-status', 'Sort By', 'Waiting one'],
      ['/container-status/report', 'Promised date', 'Not enough containers yet'],
    ] as const) {
      const page = await screens.open(path, profile);
      await page.getByText(shown).first().waitFor();
      await page.context().setOffline(true);
      await page.getByLabel(name).selectOption({ index: 1 });
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await page.context().setOffline(false);
      await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
      await page.getByText(shown).first().waitFor();
    }
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
