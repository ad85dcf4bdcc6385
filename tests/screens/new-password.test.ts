import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useScreens } from '#tests/browser.ts';
import { makeTeam } from '#tests/make.ts';

describe('after a user was added', () => {
  const screens = useScreens({}, (app) => makeTeam(app, 'Harbour'));

  test('the password of a new user replaces the form, and leaving the page asks for confirmation', async () => {
    const page = await screens.visit('/register', undefined, { viewport: { width: 390, height: 844 } });
    const create = async (name: string) => {
      await page.getByLabel('Full Name').fill(name);
      await page.getByLabel('Email Address').fill(`${name.toLowerCase()}@example.com`);
      for (const label of ['Password', 'Confirm Password'])
        await page.getByLabel(label, { exact: true }).fill(`quay-${name}-71-lantern`);
      await page.getByLabel('Role', { exact: true }).selectOption({ label: 'User' });
      await page.getByLabel('Team', { exact: true }).selectOption({ label: 'Harbour' });
      await page.getByRole('button', { name: 'Create User' }).click();
      await page.getByText(`${name} can sign in now.`).waitFor();
    };

    await create('Ada');
    const copy = page.getByRole('button', { name: 'Copy email and password' });
    await copy.and(page.locator(':focus')).waitFor();
    const [notice, form] = [await copy.boundingBox(), await page.locator('form').boundingBox()];
    assert.ok(notice && form && notice.y > 0 && notice.y < form.y && notice.y < 500, 'above the form and in view');

    await page.getByRole('link', { name: 'Back to the users list' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without the password?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    assert.equal(new URL(page.url()).pathname, '/register');

    await create('Bo');
    assert.equal(await copy.count(), 2, 'the first password was not copied, so it stays');
    const done = page.getByRole('button', { name: 'Done' });
    await done.first().click();
    await done.click();
    await page.getByLabel('Full Name').and(page.locator(':focus')).waitFor();
    await page.getByRole('link', { name: 'Back to the users list' }).click();
    await page.waitForURL('**/users');
    assert.deepEqual(screens.problems, []);
  });
});
