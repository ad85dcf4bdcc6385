import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { becomes, until, useScreens } from '#tests/browser.ts';
import { long } from '#tests/long.ts';
import { makeUser } from '#tests/make.ts';
import type { TestApp } from '#tests/test-app.ts';

const hostile = '<img src=x onerror="document.title=`ran`">.png';

async function fillWorld(world: TestApp) {
  const { db } = world.ctx;
  const ann = await makeUser(world, { role: 3, team: 1, name: 'Ann Vik' });
  const who = { ...ann, address: '192.0.2.7' };
  const ago = (minutes: number) => new Date(world.now().getTime() + (1000 - minutes) * 60_000).toISOString();
  await recordAudit({ tx: db, by: who, at: ago(1) }, 'file.renamed', { id: 5, name: hostile, detail: 'a.png → b.png' });
  const system = { id: null, name: 'System', address: null };
  await recordAudit({ tx: db, by: system, at: ago(2) }, 'file.purged', { id: 6, name: 'old.pdf' });
  const many = Array.from({ length: 60 }, (_, index) => ({ id: 7 + index, name: `plan ${index}.pdf` }));
  await recordAudit({ tx: db, by: who, at: ago(3) }, 'file.viewed', ...many);
  return { ann };
}

describe('the audit log', () => {
  const screens = useScreens({}, fillWorld);
  // Each test begins with a page of its own.
  let page: Page;
  const start = async (path = '/audit') => {
    page = await screens.visit(path);
    await rows().nth(1).waitFor();
  };
  const rows = () => page.getByRole('table', { name: 'Entries' }).getByRole('row');
  /** The acts on screen. Each visit of these tests may add a sign-in. */
  const acts = async () => {
    const cells = rows().getByRole('cell');
    const texts = await cells.filter({ has: page.locator('[data-tone]') }).allTextContents();
    return texts.filter((text) => text !== 'Signed in');
  };
  const shows = (context: TestContext, expected: string[]) => becomes(context, acts, expected);

  test('is reached by role 1 from the users list, and from no menu', async () => {
    page = await screens.visit('/users');
    await page.getByRole('main').getByRole('link', { name: 'Audit Log' }).click();
    await page.getByRole('heading', { name: 'Audit Log', level: 1 }).waitFor();
    assert.equal(await page.getByRole('navigation').getByRole('link', { name: 'Audit Log' }).count(), 0);
    assert.match(await page.title(), /^Audit Log/);
  });

  test('lists actor, action, object, time and address of each entry, 50 at a time', async (t) => {
    await start();
    await rows().nth(1).waitFor();
    const text = (await rows().nth(1).innerText()).replace(/\s+/g, ' ');
    assert.match(text, /just now .*, 20\d\d, .* Ann Vik.* Renamed a file/);
    for (const part of [hostile, 'a.png → b.png', '192.0.2.7']) assert.ok(text.includes(part), part);
    assert.match(await rows().nth(2).innerText(), /System[\s\S]*Permanently deleted a file[\s\S]*old\.pdf/);
    await shows(t, ['Renamed a file', 'Permanently deleted a file', ...Array<string>(48).fill('Viewed a file')]);
    await page.getByRole('button', { name: 'Show more' }).click();
    await shows(t, ['Renamed a file', 'Permanently deleted a file', ...Array<string>(60).fill('Viewed a file')]);
    assert.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0);
    assert.notEqual(await page.title(), 'ran');
  });

  test('is filtered by words, person, action and days, and the address keeps the filters', async (t) => {
    await start();
    await page.getByRole('searchbox').fill('PLAN 5');
    await shows(t, Array<string>(11).fill('Viewed a file'));
    await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Renamed a file' });
    await page.getByText('No entries found', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await rows().nth(50).waitFor();
    await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Renamed a file' });
    await shows(t, ['Renamed a file']);
    await page.getByRole('button', { name: 'Show only entries of Ann Vik' }).click();
    await page.waitForURL(`**/audit?person=${screens.world.ann.id}&act=file.renamed`);
    await page.reload();
    await shows(t, ['Renamed a file']);
    await until(
      page,
      "document.querySelector('input[role=combobox], input[aria-haspopup=listbox]')?.value === 'Ann Vik'",
    );
    await page.getByLabel('From').fill('2020-01-01');
    await page.getByLabel('To', { exact: true }).fill('2020-01-31');
    await page.getByText('No entries found', { exact: true }).waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440]), []);
  });

  test('is saved as CSV as it is filtered', async () => {
    await start('/audit?search=old.pdf');
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const download = await coming;
    assert.match(download.suggestedFilename(), /^Stowage audit log \d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    assert.equal(lines.length, 2);
    assert.match(lines[1] ?? '', /,"System","","","Permanently deleted a file","file\.purged","old\.pdf","6","",/);
  });

  test('is accessible on a phone, in light and dark, without horizontal scrolling', long, async () => {
    await start();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await page.setViewportSize({ width: 390, height: 800 });
    assert.equal(
      await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth'),
      false,
    );
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Action', { exact: true }).waitFor();
  });

  test('shows an error after a failed load, with a button to try again', async () => {
    page = await screens.visit('/healthz');
    await page.route('**/api/audit?*', (route) => route.fulfill({ status: 503, json: { message: 'Away.' } }));
    await page.goto('/audit');
    await page.getByRole('region', { name: 'Entries' }).getByText('Failed to load the audit log').waitFor();
    await page.unroute('**/api/audit?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await rows().nth(1).waitFor();
  });

  test('is not for managers', async () => {
    const manager = await makeUser(screens.test, { role: 2, team: 1 });
    const other = await screens.visit('/users', manager.email);
    await other.getByRole('heading', { name: 'User Management' }).waitFor();
    assert.equal(await other.getByRole('link', { name: 'Audit Log' }).count(), 0);
    await other.goto('/audit');
    await other.waitForURL('**/dashboard');
  });
});
