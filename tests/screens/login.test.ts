import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { nobody, signInOnScreen, stylesOf, until, useScreens } from '#tests/browser.ts';
import { makeTeam, makeUser, password } from '#tests/make.ts';
import { adminPassword } from '#tests/test-app.ts';

const signIn = (page: Page) => page.getByRole('button', { name: 'Sign In' });

describe('the login screen', () => {
  const screens = useScreens({ BRAND_NAME: 'Hansa & Söhne' });

  test('shows the heading and the brand name', async () => {
    const page = await screens.visit('/', nobody);
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await page.getByText('Sign in to your Hansa & Söhne account', { exact: true }).waitFor();
    await page.getByText('Digital Storage').first().waitFor();
    await page.getByText("Don't have an account?").waitFor();
    await page.getByText('Contact Administrator').waitFor();
    await page.getByRole('link', { name: 'Login' }).first().waitFor();
    assert.match(await page.title(), /Hansa & Söhne/);
    assert.equal(await page.getByLabel('Email Address').getAttribute('type'), 'email');
    assert.notEqual(await page.getByLabel('Email Address').getAttribute('required'), null);
    assert.notEqual(await page.getByLabel('Password', { exact: true }).getAttribute('required'), null);
  });

  test('shows and hides the password', async () => {
    const page = await screens.visit('/', nobody);
    const field = page.getByLabel('Password', { exact: true });
    await field.fill('secret');
    assert.equal(await field.getAttribute('type'), 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    assert.equal(await field.getAttribute('type'), 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    assert.equal(await field.getAttribute('type'), 'password');
  });

  test('looks the same when the styles of the screens behind it have arrived', async () => {
    const page = await screens.visit('/', nobody);
    const field = page.getByLabel('Email Address');
    const label = page.locator('label', { hasText: 'Email Address' });
    const mark = () => stylesOf(label, ['content'], '::after');
    const before = await mark();
    await field.fill('a');
    await until(page, `[...document.styleSheets].some(({ href }) => href?.includes('/assets/frame-'))`);
    assert.deepEqual(await mark(), before);
  });

  test('a wrong password is answered with the server’s sentence, and the form can be used again', async () => {
    const page = await screens.visit('/', nobody);
    await page.getByLabel('Email Address').fill('admin@example.com');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await signIn(page).click();
    await page.getByText('The email address or the password is not right.').waitFor();
    await until(page, `!document.querySelector('button[type=submit]').disabled`);
    assert.equal(await page.getByLabel('Email Address').inputValue(), 'admin@example.com');
  });

  test('the button is disabled while signing in, and an answer without a reason shows the message of the specification', async () => {
    const page = await screens.visit('/', nobody);
    let answer: () => void = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/login', async (route) => {
      await held;
      await route.fulfill({ status: 500, body: '' });
    });
    await page.getByLabel('Email Address').fill('admin@example.com');
    await page.getByLabel('Password', { exact: true }).fill('x');
    await signIn(page).click();
    await until(page, '[...document.querySelectorAll("button[type=submit]")].some((button) => button.disabled)');
    answer();
    await page.getByText('Login failed. Please try again.').waitFor();
  });

  test('an unknown role is an error', async () => {
    const page = await screens.visit('/', nobody);
    await page.route('**/api/login', (route) =>
      route.fulfill({ status: 200, json: { user: { id: 1, name: 'x', email: 'x', role_id: 9 } } }),
    );
    await page.getByLabel('Email Address').fill('admin@example.com');
    await page.getByLabel('Password', { exact: true }).fill('x');
    await signIn(page).click();
    await page.getByText('Unknown role').waitFor();
  });

  test('roles 1 and 2 land on the admin dashboard, role 3 on the personal one, and later visits go there straight', async () => {
    const team = await makeTeam(screens.test);
    const manager = await makeUser(screens.test, { role: 2, team });
    const user = await makeUser(screens.test, { role: 3, team });
    for (const [email, secret, path] of [
      ['admin@example.com', adminPassword, '/dashboard'],
      [manager.email, password, '/dashboard'],
      [user.email, password, '/user'],
    ] as const) {
      const page = await screens.visit('/', nobody);
      await signInOnScreen(page, email, secret);
      await page.waitForURL(`**${path}`);
      await page.goto('/');
      await page.waitForURL(`**${path}`);
    }
  });

  test('without a mail server, ‘Forgot password?’ refers every address to an administrator', async () => {
    const page = await screens.visit('/', nobody);
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email Address').fill('nobody@example.com');
    await dialog.getByRole('button', { name: 'Ask for a new password' }).click();
    await dialog.getByText(/Contact one of them/).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  test('‘Remember me’ keeps the sign-in when the browser is closed; without it, the sign-in ends', async () => {
    for (const remember of [true, false]) {
      const page = await screens.visit('/', nobody);
      if (remember) await page.getByLabel('Remember me').check();
      await signInOnScreen(page);
      const cookie = (await page.context().cookies()).find((one) => one.name === 'stowage_session');
      assert.equal((cookie?.expires ?? -1) > 0, remember);
    }
  });

  test('works with the keyboard alone', async () => {
    const page = await screens.visit('/', nobody);
    await page.getByLabel('Email Address').focus();
    await page.keyboard.type('admin@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type(adminPassword);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard');
  });

  test('no page had an error', () => assert.deepEqual(screens.problems, []));
});
