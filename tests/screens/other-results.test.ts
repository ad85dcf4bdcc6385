import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { productModules } from '#shared/product-modules.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { useScreens } from '#tests/browser.ts';
import { enterContainer } from '#tests/containers.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeUser, upload } from '#tests/make.ts';
import type { TestApp } from '#tests/test-app.ts';

/** Two files and one container with the same number, and a person who may not open containers. */
async function fillWorld(world: TestApp) {
  const admin = await asAdmin(world);
  await upload(admin, 1, { name: 'ZQ-77 bill.pdf', bytes: 'x' }, { name: 'ZQ-77 list.pdf', bytes: 'y' });
  await enterContainer(admin, { name: 'ZQ-77 wine', number: 'PO-1', pfi: '2031-01-02' });
  return { admin, guest: await makeUser(world, { role: 3, team: 1, name: 'Gil Guest' }) };
}

describe('the search of files and of containers', () => {
  const screens = useScreens({}, fillWorld);

  test('shows the number of results of the other screen, and links there with the search', long, async () => {
    const page = await screens.visit('/files');
    const containers = page.getByRole('link', { name: '1 container matches' });
    assert.equal(await containers.count(), 0);
    await page.getByRole('searchbox').first().fill('ZQ-77');
    await containers.waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await containers.click();
    await page.waitForURL('**/container-status?search=ZQ-77');
    await page.getByText('ZQ-77 wine').first().waitFor();
    await page.getByRole('link', { name: '2 files match' }).click();
    await page.waitForURL('**/files?q=ZQ-77');
    await page.getByText('ZQ-77 bill.pdf').first().waitFor();
  });

  test('leaves out a screen that the person may not open', async () => {
    const { db } = screens.test.ctx;
    const module = await db
      .selectFrom('modules')
      .select('id')
      .where('name', '=', productModules.containers)
      .executeTakeFirstOrThrow();
    const rights = (can_view: 0 | 1) =>
      db
        .updateTable('permissions')
        .set({ can_view })
        .where('module_id', '=', module.id)
        .where('role_id', '=', 3)
        .execute();
    await rights(0);
    const page = await screens.visit('/files?q=ZQ-77', screens.world.guest.email);
    await page.getByText('ZQ-77 bill.pdf').first().waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await page.getByRole('link', { name: '1 container matches' }).count(), 0);
    await rights(1);
  });
});
