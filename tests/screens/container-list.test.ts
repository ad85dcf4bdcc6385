import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { hold, useScreens } from '#tests/browser.ts';
import { cardOf, changeStatus, enterContainer } from '#tests/containers.ts';
import { asAdmin, makeTeam, makeUser, signedIn } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

describe('the list of containers', () => {
  const screens = useScreens({}, async (world) => {
    const admin = await asAdmin(world);
    await enterContainer(admin, { name: 'Plain one', number: 'PO-1', pfi: '2099-03-01' });
    const flagged = await enterContainer(admin, { name: 'Flagged one', number: 'PO-2', pfi: '2099-02-01' });
    await changeStatus(admin, flagged.id, 'Delayed', 'Vessel is full');
    const received = await enterContainer(admin, { name: `Long ${'name '.repeat(30)}`, number: 'PO-3' });
    await changeStatus(admin, received.id, 'Received');
    await admin.call(containersContract.update, {
      id: flagged.id,
      name: 'Flagged one',
      container_no: 'PO-2',
      expected_date: '2099-02-11',
      ex_factory_date: flagged.ex_factory_date,
      remarks: 'Ask for the telex release',
    });
    return { team: await makeTeam(world) };
  });
  const open = async (page: Page, path = '/container-status') => {
    await page.goto(path);
    await cardOf(page, 'Flagged one').waitFor();
  };
  /** Opens the screen in a profile of a new person, as on another device. */
  const newcomer = async () => {
    const { email } = await makeUser(screens.test, { role: 2, team: screens.world.team });
    const device = async (viewport = desk) =>
      screens.open('/container-status', { ...(await profileOf(screens.test, email)), viewport });
    return { email, device };
  };
  const pressed = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true, pressed: true }).waitFor();
  const offer = (page: Page) => page.getByText('Prefer a table?');

  test('the status of every card begins at the same place', async () => {
    const page = await screens.visit('/container-status');
    await cardOf(page, 'Flagged one').waitFor();
    const places = await page.evaluate(`[...document.querySelectorAll('main [role=listitem]')].map((card) => {
      const badge = [...card.querySelectorAll('*')].find((one) => /^(Not Received|Received)$/.test(one.textContent));
      const { left, top } = badge.getBoundingClientRect();
      return [left, top - card.getBoundingClientRect().top].map(Math.round).join();
    })`);
    assert.equal(new Set(places as string[]).size, 1, JSON.stringify(places));
  });

  test('a card names each of its facts', async () => {
    const page = await screens.visit('/container-status');
    await cardOf(page, 'Flagged one').getByText('Created by').waitFor();
    const facts = cardOf(page, 'Flagged one').locator('dl').last();
    assert.deepEqual(await facts.locator('dt').allTextContents(), ['Created by', 'Remarks']);
    assert.deepEqual(await facts.locator('dd').allTextContents(), ['Administrator', 'Ask for the telex release']);
  });

  test('the note about double counting stays in its place when another status is chosen', async () => {
    for (const viewport of [desk, phone]) {
      const page = await screens.visit('/container-status', undefined, { viewport });
      const note = page.getByText('Delayed: 1 also counted as Not Received or Received', { exact: true });
      await note.waitFor();
      const before = await note.boundingBox();
      await page
        .getByRole('button', { name: /^Delayed/ })
        .first()
        .click();
      await page.getByText('1 container found').filter({ visible: true }).first().waitFor();
      assert.deepEqual(await note.boundingBox(), before, `${viewport.width} px`);
    }
  });

  test('the table is offered on a wide screen until the first answer, which holds on every device', async () => {
    for (const [answer, layout] of [
      ['Try it', 'Table'],
      ['No, thanks', 'Cards'],
    ] as const) {
      const { device } = await newcomer();
      const page = await device();
      await offer(page).waitFor();
      await page.setViewportSize(phone);
      await offer(page).waitFor({ state: 'hidden' });
      await page.setViewportSize(desk);
      const kept = page.waitForResponse((response) => response.request().method() === 'PUT');
      await page.getByRole('button', { name: answer, exact: true }).click();
      await pressed(page, layout);
      assert.equal((await kept).status(), 200);
      assert.equal(await offer(page).count(), 0);
      const other = await device();
      await pressed(other, layout);
      await other.getByText('Flagged one').first().waitFor();
      assert.equal(await offer(other).count(), 0);
    }
  });

  test('rows of the table are awaited as rows', async () => {
    const { email, device } = await newcomer();
    await (await signedIn(screens.test, email)).call(containerWorkContract.chooseLayout, { layout: 'table' });
    const page = await device();
    await page.getByRole('grid', { name: 'Containers' }).waitFor();
    const answer = await hold(page, (url) => url.pathname === '/api/containers/page');
    await page.goto('/container-status?search=Flagged');
    const awaited = page.getByRole('status').filter({ hasText: 'Loading containers...' });
    await awaited.waitFor();
    const heights = await awaited
      .locator('[aria-hidden=true] > * > *')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    assert.ok(heights.length > 10 && heights.every((height) => height < 40), JSON.stringify(heights));
    answer();
    await page.getByRole('grid', { name: 'Containers' }).getByText('Flagged one').waitFor();
  });

  test('the name of a saved view is the title while the view is shown', async () => {
    const { email, device } = await newcomer();
    const visitor = await signedIn(screens.test, email);
    await visitor.call(containerWorkContract.saveView, { name: 'Mine and late', query: 'sort=newest&status=Delayed' });
    const page = await device();
    await open(page, '/container-status?status=Delayed&sort=newest');
    await page.getByRole('heading', { level: 1, name: 'Mine and late', exact: true }).waitFor();
    await page.getByRole('button', { name: /^All/ }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Container Status Management', exact: true }).waitFor();
  });

  test("the drawer 'More filters' has one label for both ends of a range of dates", async () => {
    const page = await screens.visit('/container-status');
    await page.getByRole('button', { name: 'More filters' }).click();
    const drawer = page.getByRole('dialog', { name: 'More filters' });
    await drawer.getByLabel('ETA from').fill('2099-02-01');
    await drawer.getByLabel('ETA to').fill('2099-01-01');
    await drawer.getByText('The first day is after the last day.').waitFor();
    assert.equal(await drawer.getByText('ETA', { exact: true }).count(), 1);
    for (const end of ['From', 'To']) assert.equal(await drawer.getByText(end, { exact: true }).count(), 0);
  });

  test('on a tablet the layout, the views, the export and the report are in sight', async () => {
    const page = await screens.visit('/container-status', undefined, { viewport: { width: 768, height: 1024 } });
    await cardOf(page, 'Flagged one').waitFor();
    for (const name of ['Cards', 'Table', 'Views', 'Export', 'More filters'])
      assert.ok(await page.getByRole('button', { name, exact: true }).isVisible(), name);
    for (const name of ['Report', 'Import'])
      assert.ok(await page.getByRole('main').getByRole('link', { name, exact: true }).isVisible(), name);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 768);
  });

  test('no page had an error', () => assert.deepEqual(screens.problems, []));
});
