import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violationsEverywhere } from '#tests/axe.ts';
import { useScreens } from '#tests/browser.ts';
import { makeContainer, makeTeam, makeUser, signedInAs, upload } from '#tests/make.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const admin = 'admin@example.com';

describe('access explained on screen', () => {
  const screens = useScreens();

  test('the details of a file say who can see it and why, by reason', async () => {
    const team = await makeTeam(screens.test, 'Buyers');
    const uploader = await signedInAs(screens.test, { role: 3, team, name: 'Ann Baker' });
    await upload(uploader.visitor, 1, { name: 'order.txt' });
    await makeUser(screens.test, { role: 3, team: await makeTeam(screens.test), sees: [team], name: 'Carl Dean' });
    const page = await screens.visit('/files?search=order.txt', admin);
    await button(page, 'Details order.txt').click();
    await page.getByRole('tab', { name: 'Access' }).click();
    await page.getByRole('heading', { name: 'Who can see this, and why?' }).waitFor();
    await page.getByText('3 people can see this file.').waitFor();
    await page.getByText('Member of Buyers, Uploaded this file').waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await button(page, 'Can view Buyers: 1').click();
    const people = page.getByRole('list', { name: 'Who can see this, and why?' });
    await people.getByText('Ann Baker').waitFor({ state: 'detached' });
    const [only, ...others] = await people.getByRole('listitem').allInnerTexts();
    assert.deepEqual([only?.split(/\n+/), others], [['Carl Dean', 'Can view Buyers', 'User'], []]);
  });

  test('an ordinary user finds no tab about the access to a file', async () => {
    const user = await signedInAs(screens.test, { role: 3, team: await makeTeam(screens.test) });
    await upload(user.visitor, 1, { name: 'plain.txt' });
    const page = await screens.visit('/files?search=plain.txt', user.email);
    await button(page, 'Details plain.txt').click();
    await page.getByRole('tab', { name: 'Activity' }).waitFor();
    assert.equal(await page.getByRole('tab', { name: 'Access' }).count(), 0);
  });

  test('the page of a container says who can see it and which roles have the module', async () => {
    const team = await makeTeam(screens.test, 'Harbour');
    await makeUser(screens.test, { role: 2, team, name: 'Eve Ford' });
    const id = await makeContainer(screens.test, { team });
    const page = await screens.visit(`/container-status/${id}`, admin);
    await button(page, 'Who can see this, and why?').click();
    const dialog = page.getByRole('dialog', { name: 'Who can see this, and why?' });
    await dialog
      .getByText("Only roles with 'Container Status module' see containers: Super Admin, Admin, User.")
      .waitFor();
    await dialog.getByText('Member of Harbour').waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
  });

  test('the menu of a user shows what the user can see, and a change of the role says beforehand what it changes', async () => {
    const team = await makeTeam(screens.test, 'Sales');
    const user = await signedInAs(screens.test, { role: 3, team, name: 'Gus Hall' });
    await upload(user.visitor, 1, { name: 'a.txt' }, { name: 'b.txt' });
    const page = await screens.visit('/users?search=Gus', admin);
    await button(page, /^More actions/).click();
    await page.getByRole('menuitem', { name: 'What can this user see?' }).click();
    const dialog = page.getByRole('dialog', { name: 'What Gus Hall can see' });
    await dialog.getByText('Member of this team').waitFor();
    await dialog.getByText('Document: 2').waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await button(page, 'Close').click();
    await dialog.waitFor({ state: 'detached' });
    await button(page, /^More actions/).click();
    await page.getByRole('menuitem', { name: 'Change role' }).click();
    await page.getByRole('radio', { name: /^Super Admin/ }).check();
    await page.getByText(/^Gus Hall (gains|sees the same)/).waitFor();
  });

  test('the form of a user and the permissions say beforehand what a change gives and takes', async () => {
    const [own, other] = [await makeTeam(screens.test, 'Own'), await makeTeam(screens.test, 'Other')];
    const user = await makeUser(screens.test, { role: 3, team: own, sees: [other], name: 'Ida Jones' });
    const uploader = await signedInAs(screens.test, { role: 3, team: other });
    await upload(uploader.visitor, 1, { name: 'c.txt' });
    await makeContainer(screens.test, { team: other });
    const page = await screens.visit(`/register?edit=${user.id}`, admin);
    await page.getByText('Other', { exact: true }).first().waitFor();
    await button(page, 'Clear').click();
    await page.getByText('Ida Jones loses 1 file and 1 container.').waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await button(page, 'Update User').click();
    await page.getByText('User updated successfully!').waitFor();

    await page.goto(new URL('/permissionspanel', page.url()).href);
    await page.getByRole('switch', { name: 'Container Status module for User' }).click();
    await page.getByText(/^User: \d+ people lose 'Container Status module' and \d+ containers?\.$/).waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await button(page, 'Save Permissions').click();
    await page.getByText('Permissions saved successfully!').waitFor();
    await page.getByText(/^User: \d+ people lose/).waitFor({ state: 'detached' });
  });
});
