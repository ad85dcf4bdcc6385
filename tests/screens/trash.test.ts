import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { filesContract } from '#features/files/core/files.contract.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { becomes, hold, until, useScreens } from '#tests/browser.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeTeam, makeUser, signedIn, upload } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const dayMs = 24 * 60 * 60 * 1000;
const phone = { viewport: { width: 360, height: 740 } };
const hostile = '<img src=x onerror="document.title=`ran`">.png';
const longest = `${'A very long name without an end, '.repeat(8).slice(0, 251)}.pdf`;

async function fillWorld(world: TestApp) {
  const harbour = await makeTeam(world, 'Harbour');
  const magda = await makeUser(world, { role: 2, team: harbour, name: 'Magda Keel' });
  return { admin: await asAdmin(world), harbour, magda: await signedIn(world, magda.email) };
}

describe('the trash', () => {
  const screens = useScreens({}, fillWorld);
  // Each test begins with an empty trash and a page of its own.
  let page: Page;
  beforeEach(async () => {
    const left = await screens.test.ctx.db.selectFrom('files').select(['id', 'trashed_at']).execute();
    for (const { id, trashed_at } of left) {
      if (trashed_at === null) await screens.world.admin.call(filesContract.remove, { id });
      const answer = await screens.world.admin.send({ method: 'DELETE', url: `/api/trash/${id}` });
      assert.equal(answer.statusCode, 204, answer.body);
    }
  });

  const trash = async (visitor: Visitor, ...names: string[]) => {
    const files = await upload(visitor, 1, ...names.map((name) => ({ name })));
    for (const { id } of files) await visitor.call(filesContract.remove, { id });
    return files.map(({ id }) => id);
  };
  const deletedAgo = async (id: number | undefined, days: number) => {
    const trashed_at = new Date(screens.test.now().getTime() - days * dayMs).toISOString();
    await screens.test.ctx.db.updateTable('files').set({ trashed_at }).where('id', '=', Number(id)).execute();
    return trashed_at;
  };
  const start = async (email?: string, options = {}) => {
    page = await screens.visit('/trash', email, options);
    await page.getByRole('heading', { name: 'Trash', level: 1 }).waitFor();
  };
  const rows = () => page.getByRole('list', { name: 'Deleted files' }).getByRole('listitem');
  const row = (name: string) => rows().filter({ has: page.getByText(name, { exact: true }) });
  const readRow = async (name: string) => (await row(name).innerText()).replace(/\s+/g, ' ').trim();
  const toast = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();
  const isSideways = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

  test('is empty at first, with an explanation, and is reached from the files page, not from the menu', async () => {
    await start();
    assert.match(await page.title(), /^Trash/);
    await page.getByText('The trash is empty', { exact: true }).waitFor();
    await page.getByText('Deleted files stay here for 30 days. After that they are deleted for good.').waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 360]), []);
    assert.equal(await page.getByRole('navigation').getByRole('link', { name: 'Trash' }).count(), 0);
    await page.getByRole('link', { name: 'Back to the files' }).click();
    await page.getByRole('heading', { name: 'Files & Documents' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Trash', exact: true }).click();
    await page.getByRole('heading', { name: 'Trash', level: 1 }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/trash');
  });

  test('an ordinary user has no link to it and is redirected', async () => {
    const ulf = await makeUser(screens.test, { role: 3, team: await makeTeam(screens.test) });
    const own = await screens.visit('/files', ulf.email);
    await own.getByRole('heading', { name: 'Files & Documents' }).waitFor();
    await own.getByRole('radiogroup', { name: 'Group by' }).waitFor();
    assert.equal(await own.getByRole('link', { name: 'Trash', exact: true }).count(), 0);
    await own.goto('/trash');
    await own.waitForURL('**/user');
    const nobody = await screens.open('/trash');
    await nobody.waitForURL((url) => url.pathname === '/');
  });

  test('a row has name, team, size, who deleted it and when, and the days left', async () => {
    const [tide, ebb] = await trash(screens.world.magda, 'tide.txt', 'ebb.txt');
    const deletedAt = await deletedAgo(tide, 26.5);
    await deletedAgo(ebb, 25.5);
    await start();
    const date = await page.evaluate(`new Date('${deletedAt}').toLocaleString('en-US',
      { dateStyle: 'medium', timeStyle: 'short' })`);
    await row('tide.txt').waitFor();
    assert.equal(
      (await readRow('tide.txt')).replace(String(date), 'THEN'),
      'tide.txt Team Harbour Size 19 Bytes Deleted by Magda Keel THEN 4 days left Restore Delete for good',
    );
    await deletedAgo(tide, 27.5);
    await page.reload();
    await row('tide.txt').getByText('3 days left', { exact: true }).waitFor();
    await row('ebb.txt').getByText('5 days left', { exact: true }).waitFor();
    const tone = (left: string) =>
      page.evaluate(`getComputedStyle([...document.querySelectorAll('main li *')]
        .findLast((one) => one.innerText === '${left}')).color`);
    assert.notEqual(await tone('3 days left'), await tone('5 days left'), 'three days are a warning');
  });

  test('a manager sees the deleted files of visible teams', async () => {
    const { admin, harbour, magda } = screens.world;
    await trash(magda, 'tide.txt', 'ebb.txt');
    await trash(admin, 'general.txt');
    const stranger = await makeUser(screens.test, { role: 2, team: await makeTeam(screens.test), sees: [harbour] });
    await start(stranger.email);
    await row('tide.txt').waitFor();
    assert.equal(await rows().count(), 2);
    await start();
    await row('general.txt').waitFor();
    assert.equal(await rows().count(), 3);
  });

  test('Restore returns a file to its list, reports it, and removes the row', async () => {
    await trash(screens.world.magda, 'tide.txt');
    await start();
    await row('tide.txt').getByRole('button', { name: 'Restore' }).press('Enter');
    await toast('"tide.txt" was restored');
    await row('tide.txt').waitFor({ state: 'detached' });
    await until(page, 'document.activeElement.innerText === "Trash"');
    await page.getByRole('link', { name: 'Back to the files' }).click();
    await page.getByRole('main').getByText('tide.txt', { exact: true }).waitFor();
  });

  test('a file that another user has restored first is reported, and its row is removed', async () => {
    const [id] = await trash(screens.world.magda, 'ebb.txt');
    await start();
    await row('ebb.txt').waitFor();
    assert.equal((await screens.world.admin.send({ method: 'POST', url: `/api/trash/${id}/restore` })).statusCode, 200);
    await row('ebb.txt').getByRole('button', { name: 'Restore' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to restore file' });
    await alert.getByText('This file is not in the trash any more.').waitFor();
    await row('ebb.txt').waitFor({ state: 'detached' });
  });

  test('Delete for good requires the typed name', async () => {
    await trash(screens.world.admin, 'general.txt');
    await start();
    const button = row('general.txt').getByRole('button', { name: 'Delete for good' });
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Delete "general.txt" for good?' });
    const confirm = dialog.getByRole('button', { name: 'Delete for good' });
    const field = dialog.getByLabel('Type the file’s name to confirm');
    await until(page, 'document.activeElement.matches("[role=dialog] input")');
    assert.deepEqual(await violationsEverywhere(page, [1440, 360]), []);
    assert.equal(await confirm.isDisabled(), true);
    await field.fill('General.txt');
    await field.press('Enter');
    assert.equal(await confirm.isDisabled(), true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await until(page, 'document.activeElement.innerText === "Delete for good"');

    await page.route('**/api/trash/*', (route) => route.fulfill({ status: 503, json: { message: 'Away.' } }));
    await button.click();
    await field.fill(' general.txt');
    await confirm.click();
    await page.getByRole('alert').filter({ hasText: 'Failed to delete file' }).getByText('Away.').waitFor();
    assert.equal(await dialog.isVisible(), true);
    await page.unroute('**/api/trash/*');
    await confirm.click();
    await toast('"general.txt" was deleted for good');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('The trash is empty', { exact: true }).waitFor();
    await until(page, 'document.activeElement.innerText === "Trash"');
    assert.deepEqual(await screens.test.ctx.db.selectFrom('files').select('filename').execute(), []);
  });

  test('a name too long to type is confirmed by a word, and names are text', async () => {
    await trash(screens.world.admin, longest, hostile);
    await start();
    await row(hostile).waitFor();
    assert.equal(await page.evaluate('document.querySelectorAll("main img").length'), 0);
    await row(longest).getByRole('button', { name: 'Delete for good' }).click();
    const dialog = page.getByRole('dialog', { name: /^Delete "[^]*" for good\?$/ });
    await dialog.getByText(longest).waitFor();
    await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await row(longest).waitFor({ state: 'detached' });
    await row(hostile).getByRole('button', { name: 'Delete for good' }).click();
    await dialog.getByText(hostile).waitFor();
    assert.equal(await page.evaluate('document.querySelectorAll("[role=dialog] img").length'), 0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.match(await page.title(), /^Trash/);
  });

  test(
    'a long trash is loaded in parts while scrolling, and a failed part can be tried again',
    long,
    async (context) => {
      const { admin } = screens.world;
      await trash(admin, 'oldest.txt');
      const numbers = Array.from({ length: 119 }, (_, index) => `number ${index}.txt`);
      for (let from = 0; from < numbers.length; from += 40) await trash(admin, ...numbers.slice(from, from + 40));
      page = await screens.visit('/healthz');
      await page.route('**/api/trash?*after*', (route) => route.fulfill({ status: 500, body: '' }));
      await page.goto('/trash');
      await row('number 118.txt').waitFor();
      await page.getByRole('button', { name: /^(Load more|Try again)$/ }).scrollIntoViewIfNeeded();
      await page.getByText('More files could not be loaded.').waitFor();
      assert.equal(await rows().count(), 50);
      await page.unroute('**/api/trash?*after*');
      await page.getByRole('button', { name: 'Try again' }).click();
      await becomes(
        context,
        () =>
          rows()
            .count()
            .then((count) => count >= 100),
        true,
      );
      await context.waitFor(
        async () => {
          await page.keyboard.press('End');
          assert.equal(await rows().count(), 120);
        },
        { interval: 60, timeout: 60_000 },
      );
      await page.getByRole('button', { name: 'Load more' }).waitFor({ state: 'detached' });
      assert.equal(await row('oldest.txt').count(), 1, 'the oldest is the last');
    },
  );

  test('Load more loads the next part', async (context) => {
    await trash(screens.world.admin, ...Array.from({ length: 40 }, (_, index) => `old ${index}.txt`));
    await trash(screens.world.admin, ...Array.from({ length: 20 }, (_, index) => `new ${index}.txt`));
    page = await screens.open('/healthz', await profileOf(screens.test, 'admin@example.com'));
    await page.addInitScript('window.IntersectionObserver = class { observe() {} disconnect() {} }');
    await page.goto('/trash');
    await becomes(context, () => rows().count(), 50);
    await page.getByRole('button', { name: 'Load more' }).click();
    await becomes(context, () => rows().count(), 60);
  });

  test('a failed load is a toast and can be tried again', async () => {
    await trash(screens.world.admin, 'kept.txt');
    page = await screens.visit('/healthz');
    await page.route('**/api/trash?*', (route) =>
      route.fulfill({ status: 500, json: { message: 'The disk is away.' } }),
    );
    await page.goto('/trash');
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to load the trash' });
    await alert.getByText('The disk is away.').waitFor();
    assert.deepEqual(await violationsEverywhere(page, [360]), []);
    await page.unroute('**/api/trash?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await row('kept.txt').waitFor();
  });

  test('screen readers announce the loading', async () => {
    await trash(screens.world.admin, 'kept.txt');
    page = await screens.visit('/healthz');
    const letGo = await hold(page, '**/api/trash?*');
    await page.goto('/trash');
    await page.getByRole('status').getByText('Loading the trash...').waitFor({ state: 'attached' });
    letGo();
    await row('kept.txt').waitFor();
  });

  test('is accessible in light and dark, and on a phone its rows are cards that fit', long, async () => {
    await trash(screens.world.admin, 'kept.txt', longest);
    await start(undefined, phone);
    await row('kept.txt').waitFor();
    assert.deepEqual(await violationsEverywhere(page, [360, 1440]), []);
    const names = ['Restore', 'Delete for good'];
    for (const name of names) {
      const box = await row('kept.txt').getByRole('button', { name }).boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= 360 && box.height >= 24, name);
    }
    assert.equal(await page.evaluate(isSideways), false);
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
