import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { useScreens } from '#tests/browser.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeTeam, makeUser } from '#tests/make.ts';

describe('the screen of suppliers, customers and carriers', () => {
  const screens = useScreens({}, async (world) => {
    const admin = await asAdmin(world);
    const team = await makeTeam(world, 'Buyers');
    const add = async (name: string) => (await admin.call(partiesContract.add, { name })).body.id;
    const enter = async (fields: object) => {
      const dates = { pfi_date: '2099-01-01', ex_factory_date: '2099-01-02' };
      const body = { name: 'Box', container_no: 'PO-1', ...dates, ...fields };
      assert.equal((await admin.call(containersContract.create, body)).status, 201);
    };
    const [short, line, shoes] = [await add('MAERSK'), await add('Maersk Line'), await add('Hai Phong Footwear')];
    await add('Unused Toys');
    await enter({ carrier_id: short, supplier_id: shoes, team_id: team });
    await enter({ carrier_id: short });
    for (let more = 0; more < 3; more += 1) await enter({ carrier_id: line });
    return {
      reader: await makeUser(world, { role: 3, team }),
      manager: await makeUser(world, { role: 2, team: await makeTeam(world) }),
    };
  });

  const link = 'Rename or merge suppliers, customers, carriers';
  const names = (page: Page) => page.getByRole('region', { name: 'Names' });
  const row = (page: Page, name: string) => names(page).getByRole('listitem').filter({ hasText: name });
  const open = async (email?: string) => {
    const page = await screens.visit('/container-status', email);
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('link', { name: link }).click();
    await page.getByRole('heading', { name: 'Suppliers, customers, carriers', level: 1 }).waitFor();
    return page;
  };

  test('renames a name after a review, and its numbers open the containers', async () => {
    const page = await open();
    await row(page, 'Hai Phong Footwear').getByText('Supplier of 1 container').waitFor();
    await row(page, 'Hai Phong Footwear').getByRole('button', { name: 'Rename' }).click();
    const dialog = page.getByRole('dialog');
    assert.equal(await dialog.getByRole('button', { name: 'Rename' }).isDisabled(), true);
    await dialog.getByLabel('New name').fill('Haiphong Shoes');
    await dialog.getByText('1 container changes from "Hai Phong Footwear" to "Haiphong Shoes".').first().waitFor();
    await dialog.getByRole('row', { name: 'Buyers 1' }).waitFor();
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('The name was changed.').waitFor();
    await page.locator('button:focus[aria-label=Rename]').waitFor();
    await row(page, 'Haiphong Shoes').getByRole('link', { name: 'Supplier of 1 container' }).click();
    await page.waitForURL(/\/container-status\?supplier_id=\d+$/);
    await page.getByText('Supplier: Haiphong Shoes').waitFor();
    await page.goBack();
    await row(page, 'Haiphong Shoes').getByRole('button', { name: 'Rename' }).click();
    await dialog.getByLabel('New name').fill('Hai Phong Footwear');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await row(page, 'Hai Phong Footwear').waitFor();
    assert.deepEqual(screens.problems, []);
  });

  test('searches names and filters them by use', async () => {
    const page = await open();
    await page.getByRole('searchbox', { name: 'Search names...' }).fill('footw');
    await row(page, 'Unused Toys').waitFor({ state: 'detached' });
    await page.reload();
    await row(page, 'Hai Phong').waitFor();
    await page.getByRole('searchbox', { name: 'Search names...' }).fill('nobody');
    await page.getByText('No names found').waitFor();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByLabel('Show', { exact: true }).selectOption('Without containers');
    await row(page, 'Hai Phong').waitFor({ state: 'detached' });
    await row(page, 'Unused Toys').getByText('No container').waitFor();
  });

  test('merges a proposed double into the name with more containers', async () => {
    const page = await open();
    const doubles = page.getByRole('region', { name: 'Likely doubles' });
    await doubles
      .getByRole('listitem')
      .filter({ hasText: /MAERSK\s*2 containers\s*Maersk Line\s*3 containers/ })
      .waitFor();
    await doubles.getByRole('button', { name: 'Review merge of MAERSK and Maersk Line' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge two names' });
    assert.equal(await dialog.getByLabel('Maersk Line').isChecked(), true);
    await dialog.getByText('2 containers change from "MAERSK" to "Maersk Line".').first().waitFor();
    await dialog.getByText('"MAERSK" and "Maersk Line" become one name. This cannot be undone.').waitFor();
    await dialog.getByRole('row', { name: 'Buyers 1' }).waitFor();
    await dialog.getByRole('row', { name: 'No team 1' }).waitFor();
    await dialog.getByLabel('MAERSK', { exact: true }).check();
    await dialog.getByText('3 containers change from "Maersk Line" to "MAERSK".').first().waitFor();
    await dialog.getByLabel('Maersk Line').check();
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await page.getByText('The names were merged.').waitFor();
    await doubles.waitFor({ state: 'detached' });
    await row(page, 'Maersk Line').getByText('Carrier of 5 containers').waitFor();
    assert.equal(await row(page, 'MAERSK').filter({ hasNotText: 'Line' }).count(), 0);
    await page.locator('h1:focus').waitFor();
    assert.deepEqual(screens.problems, []);
  });

  test('merges a name with a chosen one, for a manager who does not see all teams', async () => {
    const page = await open(screens.world.manager.email);
    assert.equal(await row(page, 'Hai Phong').count(), 0);
    await row(page, 'Unused Toys').getByRole('button', { name: 'Merge' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Other name' }).fill('line');
    await page.getByRole('option', { name: 'Maersk Line' }).click();
    await dialog.getByText('No container that you see has the name "Unused Toys".').waitFor();
    await dialog.getByText('Containers of teams that you do not see change as well.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await row(page, 'Unused Toys').waitFor();
  });

  test('is not for role 3', async () => {
    const page = await screens.visit('/container-status', screens.world.reader.email);
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('combobox', { name: 'Supplier' }).waitFor();
    assert.equal(await page.getByRole('link', { name: link }).count(), 0);
    await page.goto('/container-status/parties');
    await page.getByText('Only administrators and managers can change these names.').waitFor();
  });

  test('is accessible on wide and narrow screens, in light and dark', long, async () => {
    const page = await open();
    await row(page, 'Hai Phong').waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 768, 390]), []);
  });
});
