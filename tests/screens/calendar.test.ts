import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { productModules } from '#shared/product-modules.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { useScreens } from '#tests/browser.ts';
import { enterContainer } from '#tests/containers.ts';
import { asAdmin, makeTeam, makeUser, signedIn } from '#tests/make.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('the calendar address on screen', () => {
  const screens = useScreens();
  const makePerson = async () => makeUser(screens.test, { role: 3, team: await makeTeam(screens.test) });

  test('a user makes an address, copies it once, chooses a saved view, renews and revokes it', async () => {
    const { email } = await makePerson();
    await enterContainer(await asAdmin(screens.test), { name: 'Teak chairs' });
    const visitor = await signedIn(screens.test, email);
    const view = { name: 'Teak', query: 'search=teak', columns: [], shared: false };
    assert.equal((await visitor.call(containerWorkContract.saveView, view)).status, 201);
    const page = await screens.visit('/change-password', email);
    await button(page, 'Create Address').click();
    const address = await page.getByLabel('Calendar address', { exact: true }).innerText();
    assert.ok(address.startsWith(`${screens.address}/api/calendar.ics?key=`), address);
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await button(page, 'Copy').click();
    await button(page, 'Copied').waitFor();
    await button(page, 'Done').click();
    await page.getByText(/^Created .*, not read yet$/).waitFor();
    assert.ok(!(await (await fetch(address)).text()).includes('Teak chairs'));
    await page.getByLabel('Containers', { exact: true }).selectOption('Teak');
    await page.getByText('Calendar changed').waitFor();
    assert.ok((await (await fetch(address)).text()).includes('PFI Date: Teak chairs'));
    await page.reload();
    await page.getByText(/^Created .*, last read /).waitFor();
    assert.equal(await page.getByText(address).count(), 0);

    await button(page, 'Renew Address').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Renew Address' }).click();
    const renewed = await page.getByLabel('Calendar address', { exact: true }).innerText();
    await button(page, 'Done').click();
    assert.deepEqual([(await fetch(address)).status, (await fetch(renewed)).status], [404, 200]);
    await button(page, 'Revoke').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Calendar address revoked').waitFor();
    await button(page, 'Create Address').waitFor();
    assert.equal((await fetch(renewed)).status, 404);
  });

  test('is not offered to a user who may not see containers', async () => {
    const { email } = await makePerson();
    const { db } = screens.test.ctx;
    const modules = db.selectFrom('modules').select('id').where('name', '=', productModules.containers);
    await db
      .updateTable('permissions')
      .set({ can_view: 0 })
      .where('module_id', 'in', modules)
      .where('role_id', '=', 3)
      .execute();
    const page = await screens.visit('/change-password', email);
    await page.getByText('You have no access tokens.').waitFor();
    assert.equal(await page.getByRole('heading', { name: 'Calendar' }).count(), 0);
  });
});
