import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { fileTypesContract } from '#features/file-types/file-types.contract.ts';
import { screenPaths } from '#shared/screen-paths.ts';
import { becomes, stylesOf, useScreens } from '#tests/browser.ts';
import { enterContainer } from '#tests/containers.ts';
import { asAdmin } from '#tests/make.ts';

const phone = { viewport: { width: 390, height: 844 } };
const desktop = { viewport: { width: 1440, height: 900 } };

const styleOf = (element: Locator, ...names: string[]) => stylesOf(element, names);

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const cardOf = (page: Page, title: string) => heading(page, title).locator('xpath=ancestor::section[1]');

/** The top of the title, and the space between its header and the first box that follows. */
const placeOfTitle = `(() => {
  const header = document.querySelector('main header');
  const top = Math.round(document.querySelector('main h1').getBoundingClientRect().top);
  let next = header;
  do next = next.nextElementSibling ?? next.parentElement;
  while (next.contains(header) || next.getBoundingClientRect().height <= 1);
  const gap = next.getBoundingClientRect().top - header.getBoundingClientRect().bottom;
  return 'top ' + top + ', gap ' + Math.round(gap);
})()`;

describe('the screens have one style', () => {
  const screens = useScreens();

  test('cards and their titles look the same on the password, two-factor, system and permission screens', async () => {
    // One page, because each open page keeps a connection for events.
    const page = await screens.visit('/healthz', undefined, desktop);
    const looks = async (path: string, title: string) => {
      if (new URL(page.url()).pathname !== path) await page.goto(path);
      await heading(page, title).waitFor();
      return {
        card: await styleOf(cardOf(page, title), 'border-top-color', 'box-shadow', 'border-radius', 'background-color'),
        title: await styleOf(heading(page, title), 'font-size', 'font-weight'),
      };
    };
    const model = await looks('/permissionspanel', 'Role Permissions Matrix');
    for (const title of ['Change My Password', 'Where you are signed in', 'Two-factor sign-in'])
      assert.deepEqual(await looks('/change-password', title), model, title);
    assert.deepEqual(await looks('/system', 'Scheduled jobs'), model);
    await page.goto('/two-factor');
    const only = page.getByRole('main').locator('section');
    await only.getByText('Off', { exact: true }).waitFor();
    assert.deepEqual(
      await styleOf(only, 'border-top-color', 'box-shadow', 'border-radius', 'background-color'),
      model.card,
    );
  });

  test('the title stands at the same height on every screen, and the same gap follows its header', async (t) => {
    const { id } = await enterContainer(await asAdmin(screens.test), { name: 'Dates moved twice' });
    const page = await screens.visit('/healthz', undefined, desktop);
    for (const path of [...screenPaths, '/users/import'].filter((one) => one !== '/')) {
      await page.goto(path.replace(':id', String(id)));
      await page.locator('main h1').waitFor();
      // An address that leads to another screen has a heading before.
      await becomes(t, async () => [path, await page.evaluate<string>(placeOfTitle)], [path, 'top 76, gap 16']);
    }
  });

  test('badges look the same and are not in capitals', async () => {
    const page = await screens.visit('/healthz', undefined, desktop);
    const looks = async (path: string, text: string) => {
      if (new URL(page.url()).pathname !== path) await page.goto(path);
      const badge = page.getByRole('main').getByText(text, { exact: true }).first();
      await badge.waitFor();
      return styleOf(badge, 'text-transform', 'font-size', 'font-weight', 'line-height');
    };
    const model = await looks('/users', 'Super Admin');
    assert.equal(model[0], 'none');
    assert.deepEqual(await looks('/change-password', 'This device'), model);
    assert.deepEqual(await looks('/change-password', 'Off'), model);
    assert.deepEqual(await looks('/two-factor', 'Off'), model);
  });

  test('the chosen tab is marked by weight and color', async () => {
    const page = await screens.visit('/change-password', undefined, desktop);
    const tab = page.getByRole('tab', { name: 'Change My Password' });
    const other = page.getByRole('tab', { name: 'Reset User Password' });
    assert.equal((await styleOf(tab, 'font-weight'))[0], '550');
    assert.notDeepEqual(await styleOf(tab, 'color'), await styleOf(other, 'color'));
  });

  test('the two-factor screen has its title once and a button of normal width', async () => {
    const page = await screens.visit('/two-factor', undefined, desktop);
    const button = page.getByRole('button', { name: 'Set up' });
    await button.waitFor();
    assert.equal(await page.getByText('Two-factor sign-in', { exact: true }).count(), 1);
    assert.equal(await page.getByText(/a stolen password is not enough/).count(), 1);
    assert.ok(((await button.boundingBox())?.width ?? 999) < 200);
  });

  test('both series of the trends chart have one axis', async () => {
    const page = await screens.visit('/dashboard', undefined, desktop);
    await page.locator('.recharts-yAxis').first().waitFor({ state: 'attached' });
    assert.equal(await page.locator('.recharts-yAxis').count(), 1);
  });

  test('a description of a file type is readable on the upload screen', async () => {
    const admin = await asAdmin(screens.test);
    const description = 'Notes, procedures and everything that has no type of its own';
    await admin.call(fileTypesContract.create, { name: 'Paper of many kinds', description });
    const page = await screens.visit('/uploadPage', undefined, desktop);
    const text = page.getByText(description, { exact: true });
    await text.waitFor();
    const box = await text.evaluate((node) => ({ shown: node.clientHeight, whole: node.scrollHeight }));
    assert.ok(box.whole <= box.shown, JSON.stringify(box));
  });
});

describe('on a phone', () => {
  const screens = useScreens();

  test('Logout is in the menu', async () => {
    const page = await screens.visit('/dashboard', undefined, phone);
    const logout = page.getByRole('button', { name: 'Logout' });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await logout.waitFor();
    assert.equal(await logout.count(), 1);
    await page.keyboard.press('Escape');
    await logout.waitFor({ state: 'hidden' });
  });

  for (const [path, label] of [
    ['/container-status', 'Search containers by name or number...'],
    ['/files', 'Search files, teams, or users...'],
    ['/users', 'Search by name or email...'],
  ] as const)
    test(`the placeholder '${label}' is shown whole`, async () => {
      const page = await screens.visit(path, undefined, phone);
      const box = page.getByRole('searchbox', { name: label });
      await box.waitFor();
      const { room, needed } = await page.evaluate<{ room: number; needed: number }>(
        `(() => {
        const input = document.querySelector('input[type=search]');
        const own = getComputedStyle(input);
        const look = getComputedStyle(input, '::placeholder');
        const ruler = document.createElement('span');
        ruler.textContent = input.placeholder;
        ruler.style.cssText = 'position:absolute;white-space:pre;font:' + look.font + ';letter-spacing:' + look.letterSpacing;
        document.body.append(ruler);
        const width = ruler.getBoundingClientRect().width;
        ruler.remove();
        return {
          room: input.clientWidth - Number.parseFloat(own.paddingLeft) - Number.parseFloat(own.paddingRight),
          needed: width,
        };
      })()`,
      );
      assert.ok(needed <= room, `${needed} px of ${room} px`);
    });
});
