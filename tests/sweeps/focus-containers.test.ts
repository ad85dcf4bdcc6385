import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { useScreens } from '#tests/browser.ts';
import { cardOf, changeStatus, dayFromNow, enterContainer } from '#tests/containers.ts';
import { actOn, answer, button, dialog, escape, fillFocusWorld, paste, press, row, says } from '#tests/focus.ts';
import type { Act } from '#tests/focus.ts';
import { long } from '#tests/long.ts';
import { asAdmin, signedIn } from '#tests/make.ts';
import type { TestApp } from '#tests/test-app.ts';

const screensOfContainers: Record<string, Act[]> = {
  '/container-status?preset=late_now&vessel=Ever': [
    ['one of two filters is removed', press('Remove the filter Late now'), 'Remove the filter Vessel'],
    ['the last filter is removed', press(/^Remove the filter/), 'Container Status Management'],
    ['a dialog is closed', async (page) => (await press('Add Container')(page), escape(page)), 'Add Container'],
    [
      'a container is received',
      async (page) => (
        await cardOf(page, 'Early box').getByRole('button', { name: 'Mark Received' }).click(),
        cardOf(page, 'Early box').getByRole('button', { name: 'Mark Departed' }).waitFor()
      ),
      'Mark Departed',
    ],
    [
      'a container is delayed',
      async (page) => {
        await cardOf(page, 'Middle box').getByRole('button', { name: 'Delay PFI' }).click();
        await dialog(page).getByLabel('Reason').fill('Fog');
        await answer(page, 'Mark as Delayed');
      },
      'Delay PFI',
    ],
    [
      'a container is deleted',
      async (page) => {
        await cardOf(page, 'Late box').getByRole('button', { name: 'Delete' }).click();
        await answer(page, 'Delete');
        await cardOf(page, 'Late box').waitFor({ state: 'detached' });
      },
      'Container Status Management',
    ],
    [
      'the last container of the trash is restored',
      async (page) => {
        await press('Trash')(page);
        await dialog(page).getByRole('button', { name: 'Restore' }).click();
        await says(page, 'The trash is empty');
      },
      'Close',
    ],
    ['the trash is closed', escape, 'Trash'],
    [
      'a view is saved',
      async (page) => {
        await press('Views')(page);
        await page.getByRole('menuitem', { name: 'Save or change views...' }).click();
        await dialog(page).getByLabel('Name of the view').fill('My view');
        await answer(page, 'Save view');
      },
      'Views',
    ],
    [
      'the selection of the table is cleared',
      async (page) => {
        await page.getByRole('button', { name: 'Table', exact: true }).click();
        await page.getByRole('checkbox', { name: 'Select Early box' }).check();
        await press('Clear the selection')(page);
      },
      'Containers',
    ],
  ],
  '/container-status/4': [
    [
      'a document is linked',
      async (page) => {
        await page.getByRole('combobox', { name: 'Link a document' }).fill('c.txt');
        await page.getByRole('option', { name: 'c.txt' }).click();
        await row(page, 'c.txt').first().waitFor();
      },
      'Link a document',
    ],
    [
      'the document is unlinked',
      async (page) => (await press('Unlink')(page), says(page, 'No documents are linked to this container.')),
      'Link a document',
    ],
    [
      'that is undone',
      async (page) => (await press('Undo')(page), row(page, 'c.txt').first().waitFor()),
      'Link a document',
    ],
    [
      'a comment is added',
      async (page) => (
        await page.getByLabel('Comment', { exact: true }).fill('Hello'),
        press('Add comment')(page),
        row(page, 'Hello').first().waitFor()
      ),
      'Add comment',
    ],
    [
      'the container is followed',
      async (page) => (await press('Follow')(page), button(page, 'Unfollow').waitFor()),
      'Unfollow',
    ],
    [
      'the container is deleted',
      async (page) => {
        await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
        await answer(page, 'Delete');
        await says(page, 'This container was deleted');
      },
      'Container',
    ],
    [
      'it is restored',
      async (page) => (await press('Restore')(page), button(page, 'Add comment').waitFor()),
      'Paged box',
    ],
  ],
  '/container-status/import': [
    [
      'rows are imported',
      async (page) => {
        await paste(
          page,
          ['Container Name', 'Order Number', 'PFI Date', 'Ex-Factory'],
          ['Fresh', 'PO-F', '2099-06-06', '2099-05-01'],
        );
        await press('Review changes')(page);
        await press('Import 1 row')(page);
        await button(page, /^Undo this import/).waitFor();
      },
      '1 container imported.',
    ],
    [
      'that is undone',
      async (page) => (
        await press(/^Undo this import/)(page),
        await answer(page, 'Undo this import'),
        button(page, /^Undo this import/).waitFor({ state: 'detached' })
      ),
      'Import Containers',
    ],
  ],
  '/users/import': [
    [
      'rows are checked',
      async (page) => {
        await paste(page, ['Name', 'Email', 'Team'], ['Bert', 'bert@example.com', 'Harbour']);
        await press('Review changes')(page);
        await page.getByRole('row', { name: /Bert/ }).last().waitFor();
      },
      '1 new.',
    ],
    [
      'rows are imported',
      async (page) => (await press('Import 1 row')(page), button(page, /^Undo this import/).waitFor()),
      'Import Users',
    ],
    [
      'that is undone',
      async (page) => (
        await press(/^Undo this import/)(page),
        await answer(page, 'Undo this import'),
        button(page, /^Undo this import/).waitFor({ state: 'detached' })
      ),
      'Import Users',
    ],
  ],
};

const screensToRead: Record<string, Act[]> = {
  '/audit': [
    [
      'the entries of one person are shown',
      async (page) => (
        await row(page, 'Ada Crane')
          .getByRole('button', { name: /^Ada Crane/ })
          .first()
          .click(),
        row(page, 'Administrator').first().waitFor({ state: 'detached' })
      ),
      'Ada Crane',
    ],
    ['the filters are cleared', press('Clear Filters'), 'To'],
    [
      'more entries are shown',
      async (page) => {
        const rows = page.locator('tr[data-row-id]');
        await rows.nth(49).waitFor();
        await press('Show more')(page);
        await rows.nth(50).waitFor();
      },
      '',
    ],
    [
      'the menu of downloads is closed',
      async (page) => {
        await press('Export')(page);
        await page.getByRole('menu').locator(':focus').waitFor();
        await page.keyboard.press('Escape');
      },
      'Export',
    ],
  ],
  '/container-status/report': [
    ['a chart becomes a table', press('Show the table: PFI'), 'Show the chart: PFI'],
    ['the table becomes a chart', press('Show the chart: PFI'), 'Show the table: PFI'],
    [
      'a period of its own is chosen',
      async (page) => {
        await page.getByLabel('Period', { exact: true }).focus();
        await page.getByLabel('Period', { exact: true }).selectOption('own');
        await page.getByLabel('First month').waitFor();
      },
      'Period',
    ],
  ],
};

/** Five containers make a rate, and a page of the audit log has 50 entries. */
async function fillReport(world: TestApp, email: string) {
  const admin = await asAdmin(world);
  for (let count = 0; count < 5; count += 1) {
    const { id } = await enterContainer(admin, { pfi: dayFromNow(1) });
    await changeStatus(admin, id, 'Received');
  }
  for (let count = 0; count < 50; count += 1) await signedIn(world, 'admin@example.com');
  await signedIn(world, email);
}

describe('the focus moves to a related control', () => {
  const screens = useScreens({}, fillFocusWorld);
  const act = async (page: Page, table: Record<string, Act[]>) => {
    await actOn(page, table);
    assert.deepEqual(screens.problems, []);
  };

  test('after each action of the screens with containers', long, async () => {
    await signedIn(screens.test, 'admin@example.com');
    await act(await screens.visit('/healthz'), screensOfContainers);
  });

  test('after each action of the screens that only show records', async () => {
    await fillReport(screens.test, screens.world.ada.email);
    const page = await screens.visit('/healthz');
    await act(page, screensToRead);
  });
});
