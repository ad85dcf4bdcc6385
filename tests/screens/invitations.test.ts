import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violationsEverywhere } from '#tests/axe.ts';
import { nobody, useScreens } from '#tests/browser.ts';
import { randomName } from '#tests/test-app.ts';

describe('the invitation of one person', () => {
  const screens = useScreens({});

  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
  const invite = async (page: Page, name: string) => {
    const email = `${randomName()}@example.org`;
    await page.getByText('Invite by link', { exact: true }).click();
    await field(page, 'Full Name').fill(name);
    await field(page, 'Email Address').fill(email);
    await field(page, 'Role').selectOption({ label: 'User' });
    await field(page, 'Team').selectOption({ label: 'General' });
    await page.getByRole('button', { name: 'Create Link' }).click();
    await page.getByText(`Give ${name} this link to choose a password.`).waitFor();
    return email;
  };
  const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

  test('is offered first, asks for no password, and shows the link once without a mail server', async () => {
    const page = await screens.visit('/register');
    await field(page, 'Password').waitFor();
    await page.getByText('Invite by link', { exact: true }).waitFor();
    assert.deepEqual(
      await page.getByRole('radiogroup', { name: 'Sign-in of the new user' }).locator('label').allTextContents(),
      ['Invite by link', 'Set a password'],
    );
    const email = await invite(page, 'Ivy Mast');
    assert.equal(await field(page, 'Password').count(), 0);
    await rowOf(page, 'Ivy Mast').getByText('Open', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Reveal' }).click();
    const link = (await page.locator('code').filter({ hasText: '#new-password=' }).textContent()) ?? '';
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await page.getByRole('button', { name: 'Done' }).click();

    const invited = await screens.visit('/healthz', nobody);
    await invited.goto(link);
    await invited.getByLabel('New Password', { exact: true }).fill('quay-side-harbour-9');
    await invited.getByLabel('Confirm New Password', { exact: true }).fill('quay-side-harbour-9');
    await invited.getByRole('button', { name: 'Save password' }).click();
    await invited.getByLabel('Email Address').fill(email);
    await invited.getByLabel('Password', { exact: true }).fill('quay-side-harbour-9');
    await invited.getByRole('button', { name: 'Sign In' }).click();
    await invited.waitForURL('**/user');

    await page.reload();
    await page.getByRole('heading', { name: 'Add New User' }).waitFor();
    await rowOf(page, 'Ivy Mast').waitFor({ state: 'detached' });
  });

  test('can be sent again and revoked in the list, which says what a revocation takes', async () => {
    const page = await screens.visit('/register');
    await invite(page, 'Rex Revoked');
    const row = rowOf(page, 'Rex Revoked');
    await row.getByRole('button', { name: 'Send again' }).click();
    await row.getByText('#new-password=').waitFor();
    await row.getByRole('button', { name: 'Revoke the invitation' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The link stops working, and the unused account is deleted.').waitFor();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Invitation revoked').waitFor();
    await row.waitFor({ state: 'detached' });
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
