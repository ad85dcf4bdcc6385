import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { sessionContract } from '#features/session/session.contract.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { useScreens } from '#tests/browser.ts';
import { makeTeam, makeUser, programOf } from '#tests/make.ts';
import { Program } from '#tests/visitor.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('access tokens on screen', () => {
  const screens = useScreens();

  test('a user makes a token, copies it once, sees its last use, and revokes it', async () => {
    const { email, id } = await makeUser(screens.test, { role: 3, team: await makeTeam(screens.test, 'Quay') });
    const page = await screens.visit('/change-password', email);
    await page.getByText('You have no access tokens.').waitFor();
    await button(page, 'New Token').click();
    const dialog = page.getByRole('dialog', { name: 'New Access Token' });
    await dialog.waitFor();
    // Role 3 manages no users.
    assert.deepEqual(await dialog.getByRole('checkbox').count(), 2);
    await button(page, 'Create Token').click();
    await dialog.getByLabel('Name').and(page.locator(':focus')).waitFor();
    await dialog.getByLabel('Name').fill(' ');
    await button(page, 'Create Token').click();
    await dialog.getByText('Enter a name, such as the program that will use the token.').waitFor();
    await dialog.getByLabel('Name').fill('Copier on the quay');
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await button(page, 'Create Token').click();
    const token = await page.getByLabel('Token Copier on the quay').innerText();
    assert.match(token, /^stowage_[\w-]{43}$/);
    await button(page, 'Copy').click();
    await button(page, 'Copied').waitFor();
    await button(page, 'Done').click();
    await page.getByText('Read only: Files, Containers; all teams').waitFor();
    await page.getByText(/^Never used, expires/).waitFor();
    const program = new Program(screens.test.app, token);
    assert.equal((await program.call(sessionContract.currentUser, {})).body.id, id);
    await page.reload();
    await page.getByText(/^Last used .* from 127.0.0.1, expires/).waitFor();
    assert.equal(await page.getByText(token).count(), 0);
    await button(page, 'Revoke Copier on the quay').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Access token revoked').waitFor();
    await page.getByText('You have no access tokens.').waitFor();
    assert.equal((await program.call(sessionContract.currentUser, {})).status, 401);
  });

  test('an administrator lists the tokens of all users and revokes one', async () => {
    const owner = await makeUser(screens.test, { role: 2, team: 1, name: 'Ann Baker' });
    await programOf(screens.test, owner.id, { name: 'Old scanner', write: false });
    const page = await screens.visit('/users', 'admin@example.com');
    await button(page, 'Access Tokens').click();
    const dialog = page.getByRole('dialog', { name: 'Access Tokens' });
    await dialog.getByText('Owner: Ann Baker · Read only: Files, Containers, Users and teams; all teams').waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await button(page, 'Revoke Old scanner').click();
    await page.getByRole('dialog', { name: 'Revoke "Old scanner"?' }).getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByText('Nobody has an access token.').waitFor();
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
