import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { selectionContract } from '#features/files/list/selection.contract.ts';
import { insertFiles } from '#features/files/server/core/files.queries.ts';
import { teamsContract } from '#features/teams/teams.contract.ts';
import { until, useScreens } from '#tests/browser.ts';
import { insertContainers } from '#tests/containers.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeFileType, makeUser, upload } from '#tests/make.ts';
import { randomName } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';

/**
 * Lists longer than a window: 60 files of one type, 40 in the trash, 300 containers, 60 users, 50 notifications, 50 audit
 * entries.
 */
async function fillWorld(world: TestApp) {
  const type = await makeFileType(world, 'Survey');
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const files = numbered(60).map((number) => ({
    filename: `survey ${number}.pdf`,
    filepath: randomName(),
    file_type_id: type,
    team_id: 1,
    user_id: 1,
    size: 1000,
    sha256: '',
    media_type: 'application/pdf',
    blob_key: randomName(),
    uploaded_at: new Date(Date.now() - number * 60_000).toISOString(),
  }));
  await world.ctx.db.transaction().execute((tx) => insertFiles(tx, files));
  await insertContainers(
    world,
    numbered(300).map((number) => ({ name: `Container ${number}`, number: `PO-${number}` })),
  );
  const admin = await asAdmin(world);
  const contents = numbered(40).map((number) => ({ name: `trashed ${number}.txt` }));
  const trashed = await upload(admin, type, ...contents);
  await admin.call(selectionContract.trash, { ids: trashed.map(({ id }) => id) });
  for (const number of numbered(50)) await admin.call(teamsContract.create, { name: `Quay ${number}` });
  const created_at = world.now().toISOString();
  await world.ctx.db
    .insertInto('notifications')
    .values(numbered(50).map((number) => ({ user_id: 1, title: `Notice ${number}`, message: 'Moved.', created_at })))
    .execute();
  for (const number of numbered(60)) await makeUser(world, { role: 3, team: 1, name: `Person ${number}` });
}

/** The first row in the lower part of the window, below the bars that stay in view. */
const rowInSight = `[...document.querySelectorAll('[data-row-id]')].find((row) => row.getBoundingClientRect().top > 300)`;

/** That row as `id top`. */
const place = `(() => {
  const row = ${rowInSight};
  return row ? row.dataset.rowId + ' ' + Math.round(row.getBoundingClientRect().top) : '';
})()`;

/** Clicks a link of that row. */
const follow = (page: Page, link: string) => page.evaluate(`${rowInSight}.querySelector('${link}').click()`);

/** Scrolls down, opens another screen, goes back, and expects the same row at the same height. */
async function leavesAndReturns(page: Page, leave: () => Promise<void>, back: () => Promise<unknown>): Promise<void> {
  await page.evaluate('window.scrollBy(0, 900)');
  await until(page, `scrollY > 500 && ${place} !== ''`);
  // The position is recorded once the scrolling has ended.
  await page.locator('body').dispatchEvent('pointerdown');
  const before = await page.evaluate(place);
  await leave();
  await until(page, `document.querySelector('[data-row-id]') === null`);
  await page.evaluate('window.scrollTo(0, 0)');
  await back();
  await until(page, `${place} === ${JSON.stringify(before)}`);
}

describe('the return to a long list', () => {
  const screens = useScreens({}, fillWorld);

  test('shows the same files, with those that a click showed; a fresh visit begins at the top', async () => {
    const page = await screens.visit('/files');
    for (let click = 0; click < 4; click += 1) await page.getByRole('button', { name: 'Show 5 more files' }).click();
    const rows = page.locator('[data-file-row]');
    await rows.nth(24).waitFor();
    const leave = () => page.getByRole('link', { name: 'Teams', exact: true }).first().click();
    await leavesAndReturns(page, leave, async () => {
      await page.getByRole('heading', { level: 1, name: 'Team Management' }).waitFor();
      await page.goBack();
    });
    await until(page, `document.querySelectorAll('[data-file-row]').length === 25`);
    await leave();
    await page.getByRole('link', { name: 'Search', exact: true }).first().click();
    await rows.first().waitFor();
    await until(page, 'scrollY === 0');
    await until(page, `document.querySelectorAll('[data-file-row]').length === 5`);
  });

  test('by its link: from the page of a container, and from the form of a user', long, async () => {
    const page = await screens.visit('/container-status');
    await page.getByRole('listitem').nth(20).waitFor();
    await leavesAndReturns(
      page,
      async () => void (await follow(page, 'h2 a')),
      () => page.getByRole('link', { name: 'Back to the list' }).click(),
    );

    await page.goto('/users');
    await page.getByRole('row').nth(20).waitFor();
    await leavesAndReturns(
      page,
      async () => void (await follow(page, 'a')),
      () => page.getByRole('link', { name: 'Back to the users list' }).click(),
    );
  });

  test('the trash, the audit log and the notifications', long, async () => {
    for (const path of ['/trash', '/audit', '/notifications']) {
      const page = await screens.visit(path);
      await page.locator('[data-row-id]').nth(20).waitFor();
      const leave = async () => {
        await page.getByRole('link', { name: 'Teams', exact: true }).first().click();
        await page.getByRole('heading', { level: 1, name: 'Team Management' }).waitFor();
      };
      await leavesAndReturns(page, leave, () => page.goBack());
    }
  });

  test('the table of containers scrolls in itself, and shows the same lines again', long, async () => {
    const page = await screens.visit('/container-status');
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    const top = `document.querySelector('[role=grid]')?.parentElement.scrollTop`;
    await page.getByRole('grid').waitFor();
    await page.evaluate(`document.querySelector('[role=grid]').parentElement.scrollTop = 5000`);
    const row = page.getByRole('rowheader').nth(25);
    await until(page, `${top} === 5000`);
    await row.waitFor();
    await page.getByRole('link', { name: 'Teams', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Team Management' }).waitFor();
    await page.goBack();
    await until(page, `${top} === 5000`);
  });
});
