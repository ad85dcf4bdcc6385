import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { filesContract } from '#features/files/core/files.contract.ts';
import { dayFromNow, enterContainer } from '#tests/containers.ts';
import { asAdmin, makeFileType, makeTeam, makeUser, password, upload } from '#tests/make.ts';
import type { TestApp } from '#tests/test-app.ts';

export async function fillFocusWorld(world: TestApp) {
  const harbour = await makeTeam(world, 'Harbour');
  await makeTeam(world, 'Imports');
  const ada = await makeUser(world, { role: 3, team: harbour, name: 'Ada Crane' });
  const dan = await makeUser(world, { role: 3, team: harbour, name: 'Dan Dock' });
  await makeFileType(world, 'Unused');
  const admin = await asAdmin(world);
  await upload(
    admin,
    await makeFileType(world, 'Invoice'),
    ...'abcdef'.split('').map((name) => ({ name: `${name}.txt` })),
  );
  const thrown = await upload(admin, 1, { name: 'one gone.txt' }, { name: 'two gone.txt' });
  for (const { id } of thrown) await admin.call(filesContract.remove, { id });
  for (const name of ['Early', 'Middle', 'Late'])
    await enterContainer(admin, { name: `${name} box`, number: `PO-${name}`, pfi: dayFromNow(10 + name.length) });
  const at = world.now().toISOString();
  await world.ctx.db.updateTable('users').set({ two_factor_at: at }).where('id', '=', dan.id).execute();
  const notices = Array.from({ length: 26 }, (_, index) => ({
    user_id: 1,
    title: `Notice ${index + 1}`,
    message: 'x',
    link: null,
    created_at: at,
    read_at: null,
  }));
  await world.ctx.db.insertInto('notifications').values(notices).execute();
  return { ada, container: (await enterContainer(admin, { name: 'Paged box', number: 'PO-Paged' })).id };
}

/** An act, and the beginning of the name of the element that has the focus when it has ended. */
export type Act = [act: string, run: (page: Page) => Promise<unknown>, focused: string];

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
export const press = (name: string | RegExp) => (page: Page) => button(page, name).click();
export const says = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
export const dialog = (page: Page) => page.getByRole('dialog');
export const gone = (page: Page) => dialog(page).waitFor({ state: 'detached' });
/** Presses Escape when the dialog has taken the focus. */
export const escape = async (page: Page) => {
  await dialog(page).locator(':focus').waitFor();
  await page.keyboard.press('Escape');
  await gone(page);
};
export const answer = async (page: Page, name: string) => {
  await dialog(page).getByRole('button', { name, exact: true }).click();
  await gone(page);
};
/** Changes a permission, and presses the button that keeps or discards the change. */
export const changePermission = (name: string) => async (page: Page) => {
  await page.getByRole('switch').and(page.locator(':enabled')).last().click({ force: true });
  await button(page, name).click();
  if (name === 'Discard') await answer(page, name);
  await says(page, 'Everything is saved');
};
export const row = (page: Page, name: string) => page.locator('main :is(tr, li)').filter({ hasText: name });
/** Presses the button whose name begins with these words. The names of some end with that of the row. */
export const inRow = (page: Page, name: string, control: string) =>
  row(page, name)
    .getByRole('button', { name: new RegExp(`^${control}( |$)`) })
    .first()
    .click();
export const userMenu = async (page: Page, name: string, item: string) => {
  await inRow(page, name, 'More actions');
  await page.getByRole('menuitem', { name: item }).click();
};
export const paste = async (page: Page, ...rows: string[][]) => {
  await page
    .getByLabel('Or paste rows, including the header row')
    .fill(rows.map((cells) => cells.join('\t')).join('\n'));
  await button(page, 'Use pasted rows').click();
  await button(page, 'Review changes').waitFor();
};
/** Proves the user with the password and a recovery code, and presses the button with this name. */
export const prove = async (page: Page, code: string, name: string) => {
  await page.getByLabel('Current Password').fill(password);
  await page.getByLabel('Code from the app, or a recovery code').fill(code);
  await press(name)(page);
};
export const recoveryCodes = (page: Page) => page.locator('main ol code').allInnerTexts();
export const fileBox = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` });

/** Evaluated in a page: the name of the focused element. */
const focusedName = `(() => {
  const one = document.activeElement;
  if (one === document.body) return 'lost';
  return (one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.textContent).trim();
})()`;

/** Waits until the name of the focused element begins with these words. */
export async function hasFocus(page: Page, act: string, name: string): Promise<void> {
  const giveUpAt = Date.now() + 60_000;
  for (;;) {
    const focused = String(await page.evaluate(focusedName));
    if (focused !== 'lost' && focused.startsWith(name)) return;
    if (Date.now() > giveUpAt) assert.fail(`${page.url()}: after ${act}, the focus is on '${focused}', not '${name}'`);
    await page.waitForTimeout(25);
  }
}

/** Does the acts of each screen. Waits after each one until the focus is on the named element. */
export async function actOn(page: Page, table: Record<string, Act[]>): Promise<void> {
  for (const [path, acts] of Object.entries(table)) {
    await page.goto(path);
    for (const [act, run, focused] of acts) {
      await run(page);
      await hasFocus(page, act, focused);
    }
  }
}
