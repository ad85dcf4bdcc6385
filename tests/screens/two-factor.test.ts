import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { usersContract } from '#features/users/users.contract.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { nobody, signInOnScreen, until, useScreens } from '#tests/browser.ts';
import { asAdmin, makeUser, password, signedInAs } from '#tests/make.ts';
import { adminPassword } from '#tests/test-app.ts';
import { codeAt, nextCode, turnOnTwoFactor } from '#tests/two-factor.ts';

const minuteMs = 60_000;
const widths = [1440, 390];
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Signs in up to the question for the code. */
async function typePassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign In').click();
  await page.getByLabel('Code').waitFor();
}

/** Goes through the setup from the password on. Returns the key. */
async function setUp(page: Page, secret: string, now: () => Date): Promise<string> {
  await page.getByLabel('Current Password').last().fill(secret);
  await button(page, 'Continue').click();
  await page.getByRole('img', { name: 'QR code for your app' }).waitFor();
  const key = (await page.locator('code').innerText()).replaceAll(' ', '');
  const link = await page.getByRole('link', { name: 'Open in an app on this device' }).getAttribute('href');
  assert.equal(new URL(link ?? '').searchParams.get('secret'), key);
  await page.getByLabel('Code from the app').fill(codeAt(key, now()));
  return key;
}

describe('two-factor sign-in on screen', () => {
  const screens = useScreens();
  const later = (ms: number) => screens.test.setNow(new Date(screens.test.now().getTime() + ms));

  test('a user sets it up and then signs in with a code or a recovery code', async () => {
    const { email } = await makeUser(screens.test, { role: 3, team: 1 });
    const page = await screens.visit('/change-password', email);
    await button(page, 'Set up').click();
    await page.getByLabel('Current Password').last().fill('wrong');
    await button(page, 'Continue').click();
    await page.getByText('The current password is not right.').first().waitFor();
    const key = await setUp(page, password, screens.test.now);
    assert.deepEqual(await violationsEverywhere(page, widths), []);
    await page.getByLabel('Code from the app').fill('12');
    await button(page, 'Turn on').click();
    await page
      .getByText(/This code is wrong/)
      .first()
      .waitFor();
    await page.getByLabel('Code from the app').fill(nextCode(screens.test, key));
    await button(page, 'Turn on').click();
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    const codes = await page.getByRole('listitem').locator('code').allInnerTexts();
    assert.equal(codes.length, 10);
    assert.deepEqual(await violationsEverywhere(page, widths), []);
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save as a file' }).click();
    const saved = await saving;
    const text = await readFile(await saved.path(), 'utf8');
    assert.equal(saved.suggestedFilename(), 'Stowage recovery codes.txt');
    for (const code of codes) assert.ok(text.includes(code));
    await button(page, 'I have kept them').click();
    await page.getByText('10 of your recovery codes are left.').waitFor();

    const again = await screens.visit('/', nobody);
    await typePassword(again, email);
    const field = again.getByLabel('Code');
    assert.deepEqual(
      [await field.getAttribute('autocomplete'), await field.getAttribute('inputmode')],
      ['one-time-code', 'numeric'],
    );
    await until(again, `document.activeElement.name === 'code'`);
    assert.deepEqual(await violationsEverywhere(again, widths), []);
    await field.fill('000000');
    await button(again, 'Sign In').click();
    await again
      .getByText(/This code is wrong/)
      .first()
      .waitFor();
    const code = nextCode(screens.test, key);
    await field.fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
    await again.keyboard.press('Enter');
    await again.waitForURL('**/user');

    const withoutPhone = await screens.visit('/', nobody);
    await typePassword(withoutPhone, email);
    await withoutPhone.getByLabel('Code').fill(codes[3] as string);
    await button(withoutPhone, 'Sign In').click();
    await withoutPhone.waitForURL('**/user');
    await withoutPhone.goto('/change-password');
    await withoutPhone.getByText('9 of your recovery codes are left.').waitFor();
    await screens.closePages();
  });

  test('a sign-in whose code comes too late asks for the password again', async () => {
    const person = await signedInAs(screens.test, { role: 3, team: 1 });
    const { secret } = await turnOnTwoFactor(screens.test, person.visitor);
    const page = await screens.visit('/', nobody);
    await typePassword(page, person.email);
    later(6 * minuteMs);
    await page.getByLabel('Code').fill(nextCode(screens.test, secret));
    await button(page, 'Sign In').click();
    await page.getByText('Your password was entered too long ago. Enter it again.').waitFor();
    await page.getByLabel('Password', { exact: true }).waitFor();
    await screens.closePages();
  });

  test('new codes and turning it off need the password and a code', async () => {
    const person = await signedInAs(screens.test, { role: 3, team: 1 });
    const { secret, recoveryCodes } = await turnOnTwoFactor(screens.test, person.visitor);
    const page = await screens.visit('/', nobody);
    await typePassword(page, person.email);
    await page.getByLabel('Code').fill(nextCode(screens.test, secret));
    await button(page, 'Sign In').click();
    await page.waitForURL('**/user');
    await page.goto('/change-password');
    const prove = async (code: string, name: string) => {
      await button(page, name).click();
      await page.getByLabel('Current Password').last().fill(password);
      await page.getByLabel('Code from the app, or a recovery code').fill(code);
      await button(page, name).click();
    };
    await prove(nextCode(screens.test, secret), 'New recovery codes');
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    const fresh = await page.getByRole('listitem').locator('code').allInnerTexts();
    assert.ok(fresh.every((code) => !recoveryCodes.includes(code)));
    await button(page, 'I have kept them').click();
    await prove(fresh[0] as string, 'Turn off');
    await page.getByText('Two-factor sign-in is off').waitFor();
    await button(page, 'Set up').waitFor();
    await screens.closePages();
  });

  test('the users list shows it, and an administrator turns it off there', async () => {
    const person = await signedInAs(screens.test, { role: 3, team: 1, name: 'Lost Phone' });
    await turnOnTwoFactor(screens.test, person.visitor);
    const page = await screens.visit('/users');
    const row = page.getByRole('row').filter({ hasText: 'Lost Phone' });
    await row.getByText('Two-factor', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Turn off two-factor' }).click();
    const dialog = page.getByRole('dialog', { name: 'Turn off two-factor sign-in for Lost Phone?' });
    await button(page, 'Turn off two-factor').waitFor();
    assert.deepEqual(await violationsEverywhere(page, widths), []);
    await dialog.getByRole('button', { name: 'Turn off two-factor' }).click();
    await page.getByText('Two-factor sign-in turned off').waitFor();
    await row.getByText('Two-factor', { exact: true }).waitFor({ state: 'detached' });
    await screens.closePages();
  });

  test('changing an e-mail asks for the password again and then continues', async () => {
    const person = await makeUser(screens.test, { role: 3, team: 1 });
    const page = await screens.visit(`/register?edit=${person.id}`);
    later(11 * minuteMs);
    await page.getByLabel('Email Address').fill('moved@example.com');
    await button(page, 'Update User').click();
    const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
    await dialog.getByLabel('Current Password').waitFor();
    assert.deepEqual(await violationsEverywhere(page, widths), []);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Email Address').inputValue(), 'moved@example.com', 'nothing is lost');
    await button(page, 'Update User').click();
    await dialog.getByLabel('Current Password').fill('wrong');
    await page.keyboard.press('Enter');
    await dialog.getByText('The current password is not right.').waitFor();
    await dialog.getByLabel('Current Password').fill(adminPassword);
    await page.keyboard.press('Enter');
    await page.getByText('User updated successfully!').waitFor();
    const changed = await (await asAdmin(screens.test)).call(usersContract.find, { id: person.id });
    assert.equal(changed.body.email, 'moved@example.com');
    await screens.closePages();
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});

describe('two-factor sign-in that is required, on screen', () => {
  const screens = useScreens({ REQUIRE_TWO_FACTOR: 'everyone' });

  test('redirects every user to the setup until it is done', async () => {
    const { email } = await makeUser(screens.test, { role: 3, team: 1 });
    const page = await screens.visit('/', nobody);
    await signInOnScreen(page, email, password);
    await page.waitForURL('**/two-factor');
    await page.getByRole('heading', { name: 'Protect your account' }).waitFor();
    assert.equal(await button(page, 'Notifications').count(), 0);
    assert.deepEqual(await violationsEverywhere(page, widths), []);
    await page.goto('/files');
    await page.waitForURL('**/two-factor');
    await setUp(page, password, screens.test.now);
    await button(page, 'Turn on').click();
    await button(page, 'I have kept them').click();
    await page.waitForURL('**/user');
    await page.getByRole('heading', { name: /Welcome back/ }).waitFor();
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
