import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violationsEverywhere } from '#tests/axe.ts';
import { nobody, signInOnScreen, until, useScreens, usualPort } from '#tests/browser.ts';
import { makeUser, password } from '#tests/make.ts';

const widths = [1440, 390];
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Chromium offers passkeys at localhost, but not at the address of the other tests, which is an IP address. */
const PUBLIC_URL = `http://localhost:${usualPort}`;

/** Gives the page an authenticator that answers at once. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const hasFocus = (page: Page, text: string) => until(page, `document.activeElement.textContent === '${text}'`);

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto(PUBLIC_URL);
}

describe('passkeys on screen', () => {
  const screens = useScreens({ PUBLIC_URL });

  test('a user adds a passkey, signs in with it alone and after the password, renames and revokes it', async () => {
    const { email } = await makeUser(screens.test, { role: 3, team: 1 });
    const page = await screens.open(PUBLIC_URL);
    await addAuthenticator(page);
    await button(page, 'Sign in with a passkey').waitFor();
    assert.deepEqual(await violationsEverywhere(page, widths), []);
    await signInOnScreen(page, email, password);
    await page.waitForURL('**/user');

    await page.goto(`${PUBLIC_URL}/change-password`);
    await page.getByText('You have no passkeys.').waitFor();
    await button(page, 'Add a passkey').click();
    await button(page, 'Cancel').click();
    await hasFocus(page, 'Add a passkey');
    await page.keyboard.press('Enter');
    await page.getByText(/your password alone is then not enough/).waitFor();
    assert.deepEqual(await violationsEverywhere(page, widths), []);
    await page.getByLabel('Name of the passkey').fill('Desk');
    await button(page, 'Create passkey').click();
    await hasFocus(page, 'Your recovery codes');
    await button(page, 'I have kept them').click();
    await hasFocus(page, 'Add a passkey');
    await page.getByText('Never used').waitFor();
    await page.getByText(/signing in requires a passkey\./).waitFor();
    assert.deepEqual(await violationsEverywhere(page, widths), []);

    await signOut(page);
    await button(page, 'Sign in with a passkey').click();
    await page.waitForURL('**/user');

    await signOut(page);
    await page.getByLabel('Email Address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await button(page, 'Sign In').click();
    await page.getByText('Now use your passkey, or enter a code.').waitFor();
    assert.deepEqual(await violationsEverywhere(page, widths), []);
    await button(page, 'Sign in with a passkey').click();
    await page.waitForURL('**/user');

    await page.goto(`${PUBLIC_URL}/change-password`);
    await page.getByText(/^Last used /).waitFor();
    await button(page, 'Rename Desk').click();
    await page.getByLabel('Name of the passkey').fill('Office desk');
    await button(page, 'Save').click();
    await hasFocus(page, 'Rename');
    screens.test.setNow(new Date(screens.test.now().getTime() + 11 * 60_000));
    await button(page, 'Revoke Office desk').click();
    const question = page.getByRole('dialog', { name: 'Revoke "Office desk"?' });
    await question.getByText('Two-factor sign-in turns off: your password alone is then enough.').waitFor();
    await question.getByRole('button', { name: 'Revoke' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Confirm your password' });
    await confirmation.getByLabel('Current Password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText('You have no passkeys.').waitFor();

    await signOut(page);
    await button(page, 'Sign in with a passkey').click();
    await page.getByText('This passkey was not accepted. Try again, or sign in another way.').waitFor();
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});

describe('passkeys at another address than PUBLIC_URL', () => {
  const screens = useScreens({ PUBLIC_URL: 'http://files.localhost' });

  test('are not offered, and the account page says where they work', async () => {
    const login = await screens.visit('/', nobody);
    await button(login, 'Sign In').waitFor();
    assert.equal(await button(login, 'Sign in with a passkey').count(), 0);
    const page = await screens.visit('/change-password');
    await page.getByText('Passkeys work only at http://files.localhost. Open that address to add one.').waitFor();
    assert.equal(await button(page, 'Add a passkey').count(), 0);
  });
});

describe('passkeys without PUBLIC_URL', () => {
  const screens = useScreens();

  test('are not offered, and the account page says what they need', async () => {
    const page = await screens.visit('/change-password');
    await page.getByText(/Passkeys need a secure address\./).waitFor();
    assert.equal(await button(page, 'Add a passkey').count(), 0);
  });
});

describe('passkeys where a second factor is required, on screen', () => {
  const screens = useScreens({ PUBLIC_URL, REQUIRE_TWO_FACTOR: 'everyone' });

  test('a user who must set up a second factor may choose a passkey', async () => {
    const { email } = await makeUser(screens.test, { role: 3, team: 1 });
    const page = await screens.open(PUBLIC_URL);
    await addAuthenticator(page);
    await signInOnScreen(page, email, password);
    await page.waitForURL('**/two-factor');
    await page.getByRole('heading', { name: 'Codes of an app' }).waitFor();
    assert.deepEqual(await violationsEverywhere(page, widths), []);
    await button(page, 'Create passkey').click();
    await button(page, 'I have kept them').click();
    await page.waitForURL('**/user');
    await page.getByRole('heading', { name: /Welcome back/ }).waitFor();
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
