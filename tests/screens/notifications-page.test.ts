import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violationsEverywhere } from '#tests/axe.ts';
import { hold, until, useScreens } from '#tests/browser.ts';
import { makeTeam, makeUser, signedInAs, upload } from '#tests/make.ts';

describe('the page of notifications', () => {
  const screens = useScreens();
  const makePerson = async (count: number) => {
    const team = await makeTeam(screens.test);
    const person = await makeUser(screens.test, { role: 3, team });
    const created_at = screens.test.now().toISOString();
    const rows = Array.from({ length: count }, (_, index) => ({
      user_id: person.id,
      title: `Notice ${index + 1}`,
      message: `About ${index + 1}.`,
      link: index % 2 === 0 ? '/container-status' : null,
      created_at,
      read_at: index < 10 ? created_at : null,
    }));
    if (count > 0) await screens.test.ctx.db.insertInto('notifications').values(rows).execute();
    return { ...person, team };
  };
  const rows = (page: Page) => page.getByRole('region', { name: 'List of notifications' }).getByRole('listitem');
  const row = (page: Page, title: string) => rows(page).filter({ has: page.getByText(title, { exact: true }) });

  test('opens from the bell, loads more, marks one and all, filters, and shows new ones', async () => {
    const person = await makePerson(30);
    const page = await screens.visit('/notifications', person.email);
    await row(page, 'Notice 30').waitFor();
    await until(page, `document.querySelectorAll('main li').length === 25`);
    await page.getByRole('button', { name: 'Show more' }).click();
    await row(page, 'Notice 1').waitFor();

    const mark = row(page, 'Notice 30').getByRole('button');
    await mark.press('Enter');
    await row(page, 'Notice 30').getByRole('button', { name: 'Mark as unread: Notice 30' }).waitFor();
    await mark.press('Enter');
    await row(page, 'Notice 30').getByRole('button', { name: 'Mark as read: Notice 30' }).waitFor();

    await page.getByText('Unread', { exact: true }).first().click();
    await page.waitForURL('**/notifications?show=unread');
    await row(page, 'Notice 10').waitFor({ state: 'detached' });
    await until(page, `document.querySelectorAll('main li').length === 20`);
    await row(page, 'Notice 30').getByRole('button').press('Enter');
    await row(page, 'Notice 30').waitFor({ state: 'detached' });
    await until(page, `document.activeElement?.tagName === 'H1'`);

    const mate = await signedInAs(screens.test, { role: 3, team: person.team });
    await upload(mate.visitor, 1, { name: 'bill.pdf' });
    await row(page, 'New file').waitFor();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByText('No unread notifications').waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    assert.deepEqual(screens.problems, []);
  });

  test('has settings that are saved for each event, and says why mails cannot be chosen', async () => {
    const person = await makePerson(0);
    const page = await screens.visit('/notifications', person.email);
    await page.getByRole('button', { name: 'Notification settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Notification settings' });
    await dialog.getByText('no mail server is set up. Ask an administrator.').waitFor();
    const files = dialog.getByRole('combobox', { name: 'New files in my teams' });
    assert.equal(await files.locator('option:checked').innerText(), 'Bell only');
    assert.equal(await files.getByRole('option', { name: 'Mail at once' }).isDisabled(), true);
    await files.selectOption('Never');
    await page.getByText('Setting saved').waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await page.reload();
    await page.getByRole('button', { name: 'Notification settings' }).click();
    await dialog.getByRole('combobox', { name: 'New files in my teams' }).waitFor();
    assert.equal(await files.locator('option:checked').innerText(), 'Never');
  });

  test('shows an administrator which settings of the mail server are missing', async () => {
    const page = await screens.visit('/notifications');
    await page.getByRole('button', { name: 'Notification settings' }).click();
    await page.getByText('no mail server is set up. Set SMTP_URL and MAIL_FROM on the server.').waitFor();
  });

  test('loads more also while the list is fetched again', async () => {
    const person = await makePerson(26);
    const page = await screens.visit('/notifications', person.email);
    await row(page, 'Notice 26').waitFor();
    const release = await hold(page, '**/api/notifications/page*');
    const refresh = page.waitForRequest('**/api/notifications/page*');
    await row(page, 'Notice 26').getByRole('button').press('Enter');
    await refresh;
    await page.getByRole('button', { name: 'Show more' }).click();
    release();
    await row(page, 'Notice 1').waitFor();
  });

  test('loads more also if the list is fetched again meanwhile', async () => {
    const person = await makePerson(26);
    const page = await screens.visit('/notifications', person.email);
    await row(page, 'Notice 26').waitFor();
    const isNextPage = (url: URL) => url.searchParams.has('after');
    const release = await hold(page, isNextPage);
    const asked = page.waitForRequest((request) => isNextPage(new URL(request.url())));
    await page.getByRole('button', { name: 'Show more' }).click();
    await asked;
    await row(page, 'Notice 26').getByRole('button').press('Enter');
    await row(page, 'Notice 26').getByRole('button', { name: 'Mark as unread: Notice 26' }).waitFor();
    release();
    await row(page, 'Notice 1').waitFor();
  });

  test('is reached from the bell on a phone, and fits it', async () => {
    const person = await makePerson(0);
    const page = await screens.visit('/change-password', person.email, { viewport: { width: 390, height: 844 } });
    await page.getByRole('button', { name: 'Notifications', exact: true }).click();
    await page.getByRole('link', { name: 'All notifications' }).click();
    await page.waitForURL('**/notifications');
    await page.getByText('No notifications yet', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Filter' }).click();
    await page.getByRole('option', { name: 'Files', exact: true }).click();
    await page.getByText('No notifications of this kind').waitFor();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
  });
});
