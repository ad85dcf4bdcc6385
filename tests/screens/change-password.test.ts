import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { nobody, signInOnScreen, until, useScreens } from '#tests/browser.ts';
import { long } from '#tests/long.ts';
import { sendMails, useMailServer } from '#tests/mail-server.ts';
import { makeTeam, makeUser, password } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';

const fresh = 'a brand-new secret';

describe('password management', () => {
  const screens = useScreens();
  const asPerson = async (role: 1 | 2 | 3) => {
    const made = await makeUser(screens.test, { role, team: await makeTeam(screens.test) });
    const page = await screens.visit('/change-password', made.email);
    await page.getByRole('heading', { name: 'Password Management' }).waitFor();
    return { page, ...made };
  };
  const fill = async (page: Page, fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
  };

  test('role 3 sees only the change form, roles 1 and 2 both tabs', async () => {
    const user = await asPerson(3);
    await user.page.getByRole('heading', { name: 'Change My Password' }).waitFor();
    assert.equal(await user.page.getByRole('tab').count(), 0);
    for (const role of [1, 2] as const) {
      const { page } = await asPerson(role);
      assert.deepEqual(await page.getByRole('tab').allInnerTexts(), ['Change My Password', 'Reset User Password']);
    }
  });

  test('a changed password is confirmed, the form is emptied, and it signs in from then on', async () => {
    const { page, email } = await asPerson(3);
    await fill(page, { 'Current Password': password, 'New Password': fresh, 'Confirm New Password': fresh });
    await page.getByRole('button', { name: 'Change Password' }).click();
    await page.getByText('Password changed successfully!').waitFor();
    // The form is emptied after the list of sessions was read again.
    await until(page, `document.querySelector('[name=new_password]').value === ''`);
    const again = await screens.visit('/', nobody);
    await signInOnScreen(again, email, fresh);
  });

  test('a mismatch, a wrong current password and a common new one are reported', async () => {
    const { page } = await asPerson(3);
    const change = page.getByRole('button', { name: 'Change Password' });
    await fill(page, { 'Current Password': password, 'New Password': fresh, 'Confirm New Password': 'other' });
    await change.click();
    await page.getByText('Passwords do not match').waitFor();
    await fill(page, { 'Current Password': 'wrong', 'New Password': fresh, 'Confirm New Password': fresh });
    await change.click();
    await page.getByText('The current password is not right.').first().waitFor();
    await fill(page, {
      'Current Password': password,
      'New Password': 'password1',
      'Confirm New Password': 'password1',
    });
    await change.click();
    await page
      .getByText(/one of the first that an attacker tries/)
      .first()
      .waitFor();
    assert.equal(await page.getByLabel('Current Password').inputValue(), password);
  });

  test('each field shows and hides its password', async () => {
    const { page } = await asPerson(3);
    assert.equal(await page.getByRole('button', { name: 'Show password' }).count(), 3);
    await page.getByRole('button', { name: 'Show password' }).first().click();
    assert.equal(await page.getByLabel('Current Password').getAttribute('type'), 'text');
  });

  test('a reset needs a chosen user and the same password twice, with a warning and a confirmation', async () => {
    const target = await makeUser(screens.test, { role: 3, team: 1, name: 'Tara Target' });
    const { page, name } = await asPerson(1);
    await page.getByRole('tab', { name: 'Reset User Password' }).click();
    const reset = page.getByRole('button', { name: 'Reset Password' });
    await page.getByRole('button', { name: 'Generate Password' }).click();
    const generated = await page.getByLabel('New Password', { exact: true }).inputValue();
    assert.equal(generated.length, 12);
    assert.equal(await page.getByLabel('Confirm New Password').inputValue(), generated);
    await reset.click();
    await page.getByText('Please select a user').waitFor();
    await page.getByRole('combobox', { name: 'User' }).click();
    const other = page.getByRole('option', { name: `Tara Target (${target.email}), User` });
    await other.waitFor();
    assert.equal(await page.getByRole('option', { name: new RegExp(name) }).count(), 0, 'the own account is left out');
    await other.click();
    await page.getByText('Admin Action').waitFor();
    await page.getByText(/Tara Target.*This action cannot be undone\.$/).waitFor();
    await fill(page, { 'Confirm New Password': 'other' });
    await reset.click();
    await page.getByText('Passwords do not match').waitFor();
    await fill(page, { 'New Password': fresh, 'Confirm New Password': fresh });
    await reset.click();
    await page.getByText('Password reset successfully!').waitFor();
    await signInOnScreen(await screens.visit('/', nobody), target.email, fresh);
  });

  test('a manager can reset only ordinary users', async () => {
    const ordinary = await makeUser(screens.test, { role: 3, team: 1 });
    await makeUser(screens.test, { role: 2, team: 1 });
    const { page } = await asPerson(2);
    await page.getByRole('tab', { name: 'Reset User Password' }).click();
    await page.getByRole('combobox', { name: 'User' }).click();
    await page.getByRole('option', { name: ordinary.email }).waitFor();
    const options = await page.getByRole('option').allInnerTexts();
    assert.ok(
      options.every((option) => option.endsWith(', User')),
      options.join('\n'),
    );
  });

  test('the own sessions are listed and ended', async () => {
    const { page, email } = await asPerson(3);
    const elsewhere = await screens.open('/user', await profileOf(screens.test, email));
    await elsewhere.getByRole('button', { name: 'Logout' }).first().waitFor();
    await page.route('**/api/sessions', (route) =>
      route.fulfill({ status: 500, json: { message: 'The disk is away.' } }),
    );
    await page.reload();
    const tryAgain = page.getByRole('button', { name: 'Try again' });
    await tryAgain.waitFor();
    await page.unroute('**/api/sessions');
    await tryAgain.click();
    await page.getByText('This device').waitFor();
    // A document without scripts: a page whose session is gone leaves for the login screen by itself.
    await elsewhere.goto('/healthz');
    await page.getByRole('button', { name: 'Sign out all others' }).click();
    await page.getByText('Signed out everywhere else').waitFor();
    await elsewhere.goto('/files');
    await elsewhere.getByRole('heading', { name: 'Welcome Back' }).waitFor();
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});

describe('a forgotten password', () => {
  const server = useMailServer();
  const settings = {
    MAIL_FROM: 'files@example.com',
    PUBLIC_URL: 'http://files.example.com',
    get SMTP_URL() {
      return server.url;
    },
  };
  const screens = useScreens(settings);

  /** Requests a link on the login page in `page`, and returns the mailed fragment. */
  const requestLink = async (page: Page, email: string): Promise<string> => {
    await page.getByLabel('Email Address').fill(email);
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    const dialog = page.getByRole('dialog');
    // The typed address is in the dialog.
    await dialog.getByRole('button', { name: 'Ask for a new password' }).click();
    await dialog.getByText(/a link to set a new password is on its way/).waitFor();
    await sendMails(screens.test);
    const mail = (await server.next()).replace(/=\r?\n/g, '').replaceAll('=3D', '=');
    return /#new-password=[\w-]+/.exec(mail)?.[0] ?? '';
  };
  const setPassword = async (page: Page) => {
    await page.getByLabel('New Password', { exact: true }).fill(fresh);
    await page.getByLabel('Confirm New Password').fill(fresh);
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('Your password is set. Sign in with it.').waitFor();
    assert.ok(!page.url().includes('new-password'));
  };

  test('the mail’s link leads to a new password', async () => {
    const { email } = await makeUser(screens.test, { role: 3, team: 1 });
    const fragment = await requestLink(await screens.visit('/', nobody), email);
    const page = await screens.visit(`/${fragment}`, nobody);
    await setPassword(page);
    await signInOnScreen(page, email, fresh);
  });

  test('the link works in the tab that requested it, which is not loaded again', long, async () => {
    const { email } = await makeUser(screens.test, { role: 3, team: 1 });
    const page = await screens.visit('/', nobody);
    await page.goto(`/${await requestLink(page, email)}`);
    await setPassword(page);
    await signInOnScreen(page, email, fresh);
  });

  test('the link works for a user who is still signed in, and ends the session', long, async () => {
    const { email } = await makeUser(screens.test, { role: 3, team: 1 });
    const fragment = await requestLink(await screens.visit('/', nobody), email);
    const page = await screens.visit('/user', email);
    await page.getByRole('button', { name: 'Logout' }).first().waitFor();
    await page.goto(`/${fragment}`);
    await setPassword(page);
    await page.goto('/user');
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await signInOnScreen(page, email, fresh);
  });

  test('a signed-in user who cancels the dialog of a link returns to the own screens', async () => {
    const { email } = await makeUser(screens.test, { role: 3, team: 1 });
    const page = await screens.visit('/#new-password=unused', email);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Logout' }).first().waitFor();
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
