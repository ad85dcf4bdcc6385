import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { filesContract } from '#features/files/files.contract.ts';
import { nobody, useScreens } from '#tests/browser.ts';
import { cardOf, changeStatus, dayFromNow, enterContainer } from '#tests/containers.ts';
import { asAdmin, makeFileType, makeTeam, makeUser, password, signedIn, upload } from '#tests/make.ts';
import type { TestApp } from '#tests/test-app.ts';
import { codeAt } from '#tests/two-factor.ts';

async function fillWorld(world: TestApp) {
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
type Act = [act: string, run: (page: Page) => Promise<unknown>, focused: string];

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const press = (name: string | RegExp) => (page: Page) => button(page, name).click();
const says = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const dialog = (page: Page) => page.getByRole('dialog');
const gone = (page: Page) => dialog(page).waitFor({ state: 'detached' });
/** Presses Escape when the dialog has taken the focus. */
const escape = async (page: Page) => {
  await dialog(page).locator(':focus').waitFor();
  await page.keyboard.press('Escape');
  await gone(page);
};
const answer = async (page: Page, name: string) => {
  await dialog(page).getByRole('button', { name, exact: true }).click();
  await gone(page);
};
/** Changes a permission, and presses the button that keeps or discards the change. */
const changePermission = (name: string) => async (page: Page) => {
  await page.getByRole('switch').and(page.locator(':enabled')).last().click({ force: true });
  await button(page, name).click();
  if (name === 'Discard') await answer(page, name);
  await says(page, 'Everything is saved');
};
const row = (page: Page, name: string) => page.locator('main :is(tr, li)').filter({ hasText: name });
const inRow = (page: Page, name: string, control: string) =>
  row(page, name).getByRole('button', { name: control, exact: true }).first().click();
const userMenu = async (page: Page, name: string, item: string) => {
  await inRow(page, name, 'More actions');
  await page.getByRole('menuitem', { name: item }).click();
};
const paste = async (page: Page, ...rows: string[][]) => {
  await page.getByLabel('Or paste cells, with their headings').fill(rows.map((cells) => cells.join('\t')).join('\n'));
  await button(page, 'Read pasted cells').click();
  await button(page, 'Check the rows').waitFor();
};
/** Proves the user with the password and a recovery code, and presses the button with this name. */
const prove = async (page: Page, code: string, name: string) => {
  await page.getByLabel('Current Password').fill(password);
  await page.getByLabel('Code from the app, or a recovery code').fill(code);
  await press(name)(page);
};
const recoveryCodes = (page: Page) => page.locator('main ol code').allInnerTexts();
const fileBox = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` });

/** The acts of each screen, in the order in which the screens are opened. */
const screensOfLists: Record<string, Act[]> = {
  '/users': [
    [
      'a dialog of a menu is closed',
      async (page) => (await userMenu(page, 'Ada Crane', 'Change team'), escape(page)),
      'More actions',
    ],
    [
      'a team is changed',
      async (page) => {
        await userMenu(page, 'Ada Crane', 'Change team');
        await dialog(page).getByLabel('Team').selectOption('Imports');
        await answer(page, 'Change team');
        await says(page, 'Team changed');
      },
      'More actions',
    ],
    [
      'a user is suspended',
      async (page) => (await userMenu(page, 'Dan Dock', 'Suspend'), answer(page, 'Suspend')),
      'More actions',
    ],
    [
      'a user is reactivated',
      async (page) => {
        await userMenu(page, 'Dan Dock', 'Reactivate');
        await row(page, 'Dan Dock').getByText('Suspended', { exact: true }).waitFor({ state: 'detached' });
      },
      'More actions',
    ],
    [
      'two-factor sign-in of a user is turned off',
      async (page) => {
        await userMenu(page, 'Dan Dock', 'Turn off two-factor');
        await answer(page, 'Turn off two-factor');
        await row(page, 'Dan Dock').getByText('Two-factor', { exact: true }).waitFor({ state: 'detached' });
      },
      'More actions',
    ],
    [
      'a user is signed out everywhere',
      async (page) => {
        await userMenu(page, 'Dan Dock', 'Sign out everywhere');
        await answer(page, 'Sign out everywhere');
        await says(page, 'User signed out everywhere');
      },
      'More actions',
    ],
    ['a deletion is cancelled', async (page) => (await inRow(page, 'Dan Dock', 'Delete'), escape(page)), 'Delete'],
    [
      'a user is deleted',
      async (page) => {
        await inRow(page, 'Dan Dock', 'Delete');
        await answer(page, 'Delete');
        await row(page, 'Dan Dock').waitFor({ state: 'detached' });
      },
      'User Management',
    ],
    ['the list is narrowed by a card', press(/^Regular Users/), 'Regular Users'],
    [
      'a search is cleared',
      async (page) => (await page.getByRole('searchbox').fill('zzz'), button(page, 'Clear search').click()),
      'Search by name or email...',
    ],
  ],
  '/files?uploader=1&month=2020-01': [
    ['one of two filters is removed', press('Remove the filter Uploaded by you'), 'Remove the filter Uploaded in'],
    ['the last filter is removed', press(/^Remove the filter/), 'Files & Documents'],
    [
      'the last files of a group are shown',
      async (page) => (await button(page, /^Show 1 more/).click(), row(page, 'a.txt').waitFor()),
      'a.txt',
    ],
    ['a dialog is closed', async (page) => (await inRow(page, 'f.txt', 'Edit'), escape(page)), 'Edit'],
    ['a drawer is closed', async (page) => (await inRow(page, 'e.txt', 'Details'), escape(page)), 'Details'],
    [
      'a container is linked in the drawer',
      async (page) => {
        await inRow(page, 'e.txt', 'Details');
        await dialog(page).getByRole('combobox', { name: 'Link to container...' }).fill('Early');
        await page.getByRole('option', { name: 'Early box' }).click();
        await dialog(page).getByRole('link', { name: 'Early box' }).waitFor();
      },
      'Link to container...',
    ],
    [
      'the link is removed',
      async (page) => {
        await dialog(page).getByRole('button', { name: 'Unlink' }).click();
        await dialog(page).getByRole('link', { name: 'Early box' }).waitFor({ state: 'detached' });
      },
      'Link to container...',
    ],
    ['the drawer is closed by its button', (page) => answer(page, 'Close'), 'Details'],
    [
      'a file is renamed',
      async (page) => {
        await inRow(page, 'f.txt', 'Edit');
        await dialog(page).getByLabel('New filename').fill('g.txt');
        await answer(page, 'Save');
        await row(page, 'g.txt').waitFor();
      },
      'Edit',
    ],
    [
      'the preview is closed after a step',
      async (page) => {
        await button(page, 'Preview g.txt').click();
        await dialog(page).locator(':focus').waitFor();
        await page.keyboard.press('ArrowRight');
        await page.waitForURL(/preview=/);
        await dialog(page).getByText('2 of 6').waitFor();
        await page.keyboard.press('Escape');
        await gone(page);
      },
      'Preview e.txt',
    ],
    [
      'a selection is cleared',
      async (page) => (await fileBox(page, 'b.txt').check(), button(page, 'Clear selection').click()),
      'Select b.txt',
    ],
    [
      'the filters are cleared',
      async (page) => {
        await page.getByRole('searchbox').first().fill('no such file');
        await says(page, 'No files match the current filters');
        await button(page, 'Clear Filters').click();
        await row(page, 'g.txt').waitFor();
      },
      '',
    ],
  ],
  '/trash': [
    [
      'a deletion for good is cancelled',
      async (page) => (await inRow(page, 'two gone', 'Delete for good'), escape(page)),
      'Delete for good',
    ],
    [
      'a file is restored',
      async (page) => (await inRow(page, 'two gone', 'Restore'), row(page, 'two gone').waitFor({ state: 'detached' })),
      'Trash',
    ],
  ],
  '/notifications': [
    ['one is marked', press('Mark as read: Notice 26'), 'Mark as unread: Notice 26'],
    [
      'the last ones are shown',
      async (page) => (await button(page, 'Show more').click(), says(page, 'Notice 1')),
      'Mark as read: Notice 1',
    ],
    [
      'all are marked',
      async (page) => (
        await button(page, 'Mark all as read').click(),
        button(page, 'Mark as unread: Notice 9').waitFor()
      ),
      'Notifications',
    ],
  ],
};

const screensOfForms: Record<string, Act[]> = {
  '/teammodule': [
    [
      'an edit is cancelled',
      async (page) => (await inRow(page, 'Imports', 'Edit'), button(page, 'Cancel').click()),
      'Name',
    ],
    [
      'a team is created',
      async (page) => {
        await page.getByLabel('Name').fill('New crew');
        await button(page, 'Create Team').click();
        await row(page, 'New crew').waitFor();
      },
      'Name',
    ],
    [
      'a team is deleted',
      async (page) => {
        await inRow(page, 'New crew', 'Delete');
        await answer(page, 'Delete');
        await row(page, 'New crew').waitFor({ state: 'detached' });
      },
      'Existing Teams',
    ],
  ],
  '/file-type': [
    ['a deletion is cancelled', async (page) => (await inRow(page, 'Unused', 'Delete'), escape(page)), 'Delete'],
    [
      'a file type is deleted',
      async (page) => {
        await inRow(page, 'Unused', 'Delete');
        await answer(page, 'Delete');
        await row(page, 'Unused').waitFor({ state: 'detached' });
      },
      'Existing File Types',
    ],
    [
      'a line is added to the checklist',
      async (page) => {
        await page.getByRole('combobox', { name: 'File type' }).click();
        await page.getByRole('option', { name: 'Invoice' }).click();
        await press('Add to the checklist')(page);
        await page.getByRole('listitem').filter({ hasText: 'Invoice' }).waitFor();
      },
      'Add to the checklist',
    ],
    [
      'the line is removed',
      async (page) => {
        await page.getByRole('button', { name: 'Remove', exact: true }).click();
        await page.getByRole('listitem').filter({ hasText: 'Invoice' }).waitFor({ state: 'detached' });
      },
      'Checklist of containers',
    ],
  ],
  '/register': [
    [
      'a user is created',
      async (page) => {
        await page.getByLabel('Full Name').fill('Nia New');
        await page.getByLabel('Email').fill('nia@example.com');
        await page.getByLabel('Role').selectOption('User');
        await page.getByLabel('Team', { exact: true }).selectOption('Harbour');
        await button(page, 'Create User').click();
        await says(page, 'Nia New can sign in now.');
      },
      'Copy email and password',
    ],
    ['the notice is closed', press('Done'), 'Full Name'],
  ],
  '/register?edit=2': [
    [
      'a user is saved',
      async (page) => (await button(page, 'Update User').click(), button(page, 'Edit again').waitFor()),
      'Edit again',
    ],
    [
      'the user is edited again',
      async (page) => (await button(page, 'Edit again').click(), page.locator('input[value="Ada Crane"]').waitFor()),
      'Edit User',
    ],
  ],
  '/permissionspanel': [
    ['a change is discarded', changePermission('Discard'), 'Save Permissions'],
    ['a change is saved', changePermission('Save Permissions'), 'Save Permissions'],
    [
      'a look at the history is cancelled',
      async (page) => {
        await button(page, 'History').click();
        await button(page, /^Bring back/).click();
        await dialog(page).getByRole('button', { name: 'Cancel' }).click();
      },
      'Bring back',
    ],
    ['the history is closed', escape, 'History'],
  ],
  '/change-password': [
    [
      'the password is wrong',
      async (page) => {
        await page.getByLabel('Current').fill('not the password');
        for (const label of ['New Password', 'Confirm New Password'])
          await page.getByLabel(label, { exact: true }).fill('quay-lantern-71-rope');
        await button(page, 'Change Password').click();
        await page.getByRole('alert').first().waitFor();
      },
      'Current',
    ],
    [
      'a session is ended',
      async (page) => {
        const ends = page.locator('main li').getByRole('button', { name: /^Sign out/ });
        await ends.first().waitFor();
        const last = ends.nth((await ends.count()) - 1);
        await ends.first().click();
        await last.waitFor({ state: 'detached' });
      },
      'Sign out',
    ],
    [
      'the form for other users is opened',
      (page) => page.getByRole('tab', { name: 'Reset User Password' }).click(),
      'Reset User Password',
    ],
    ['a password is generated', press('Generate Password'), 'Generate Password'],
    [
      'the password of a user is reset',
      async (page) => {
        await page.getByRole('combobox', { name: 'User' }).click();
        await page.getByRole('option', { name: /^Nia New/ }).click();
        await press('Reset Password')(page);
        await page.getByText('Admin Action').waitFor({ state: 'detached' });
      },
      'Reset Password',
    ],
  ],
  '/two-factor': [
    ['the setup is cancelled', async (page) => (await press('Set up')(page), press('Cancel')(page)), 'Set up'],
  ],
  '/dashboard': [
    ['the chart becomes a table', press('Show as table'), 'Show as chart'],
    ['a menu is closed', async (page) => (await press('More')(page), page.keyboard.press('Escape')), 'More'],
  ],
  '/uploadPage': [
    [
      'a file is taken off the list',
      async (page) => {
        const chosen = ['1.txt', '2.txt', '3.txt'].map((name) => ({
          name,
          mimeType: 'text/plain',
          buffer: Buffer.from(name),
        }));
        await page.getByLabel('Select Files').setInputFiles(chosen);
        await button(page, 'Remove 2.txt').click();
        await row(page, '2.txt').waitFor({ state: 'detached' });
      },
      'Rename 3.txt',
    ],
    [
      'a new name is given up',
      async (page) => (await press('Rename 1.txt')(page), page.keyboard.press('Escape')),
      'Rename 1.txt',
    ],
    [
      'the files are uploaded',
      async (page) => {
        await page.getByRole('radio').first().check({ force: true });
        await button(page, 'Upload 2 File(s)').click();
        await says(page, 'No files selected yet');
      },
      'Upload Files',
    ],
  ],
};

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
        await press('Check the rows')(page);
        await press('Import 1 row')(page);
        await button(page, /^Undo this import/).waitFor();
      },
      'Import Containers',
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
        await press('Check the rows')(page);
        await page.getByRole('row', { name: /Bert/ }).last().waitFor();
      },
      'Check the rows',
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

/** Evaluated in a page: the name of the focused element. */
const focusedName = `(() => {
  const one = document.activeElement;
  if (one === document.body) return 'lost';
  return (one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.textContent).trim();
})()`;

/** Waits until the name of the focused element begins with these words. */
async function hasFocus(page: Page, act: string, name: string): Promise<void> {
  const giveUpAt = Date.now() + 60_000;
  for (;;) {
    const focused = String(await page.evaluate(focusedName));
    if (focused !== 'lost' && focused.startsWith(name)) return;
    if (Date.now() > giveUpAt) assert.fail(`${page.url()}: after ${act}, the focus is on '${focused}', not '${name}'`);
    await page.waitForTimeout(25);
  }
}

describe('the focus moves to a related control', () => {
  const screens = useScreens({}, fillWorld);

  const actOn = async (page: Page, table: Record<string, Act[]>) => {
    for (const [path, acts] of Object.entries(table)) {
      await page.goto(path);
      for (const [act, run, focused] of acts) {
        await run(page);
        await hasFocus(page, act, focused);
      }
    }
    assert.deepEqual(screens.problems, []);
  };

  for (const [kind, table] of Object.entries({
    lists: screensOfLists,
    forms: screensOfForms,
    containers: screensOfContainers,
  }))
    test(`after each act of the screens with ${kind}`, async () => {
      await signedIn(screens.test, 'admin@example.com');
      await actOn(await screens.visit('/healthz'), table);
    });

  test('after each act of the screens to read', async () => {
    await fillReport(screens.test, screens.world.ada.email);
    const page = await screens.visit('/healthz');
    await actOn(page, screensToRead);
  });

  test('after each act of the personal dashboard', async () => {
    const page = await screens.visit('/healthz', screens.world.ada.email);
    await actOn(page, {
      '/user': [
        [
          'the notifications are closed',
          async () => (await press('Notifications')(page), page.keyboard.press('Escape')),
          'Notifications',
        ],
        ['the color scheme is switched', press(/^Color scheme/), 'Color scheme'],
        ['the rows become compact', press(/^Rows/), 'Rows'],
      ],
    });
  });

  test('after each act of two-factor sign-in', async () => {
    const page = await screens.visit('/healthz', screens.world.ada.email);
    let codes: string[] = [];
    await actOn(page, {
      '/two-factor': [
        ['the setup is begun', press('Set up'), 'Current Password'],
        [
          'the password is given',
          async () => {
            await page.getByLabel('Current Password').fill(password);
            await press('Continue')(page);
          },
          'Code from the app',
        ],
        [
          'two-factor sign-in is turned on',
          async () => {
            const secret = (await page.locator('main code').innerText()).replaceAll(' ', '');
            await page.getByLabel('Code from the app').fill(codeAt(secret, screens.test.now()));
            await press('Turn on')(page);
          },
          'Your recovery codes',
        ],
        [
          'the recovery codes are kept',
          async () => {
            codes = await recoveryCodes(page);
            await press('I have kept them')(page);
          },
          'New recovery codes',
        ],
        ['new recovery codes are requested', press('New recovery codes'), 'Current Password'],
        [
          'the recovery codes are made anew',
          () => prove(page, String(codes[0]), 'New recovery codes'),
          'Your recovery codes',
        ],
        [
          'the new recovery codes are kept',
          async () => {
            codes = await recoveryCodes(page);
            await press('I have kept them')(page);
          },
          'New recovery codes',
        ],
        [
          'two-factor sign-in is turned off',
          async () => {
            await press('Turn off')(page);
            await prove(page, String(codes[0]), 'Turn off');
          },
          'Set up',
        ],
      ],
    });
  });

  test('after the dialog for a forgotten password is closed', async () => {
    const page = await screens.visit('/', nobody);
    await press('Forgot password?')(page);
    await escape(page);
    await hasFocus(page, 'Escape', 'Forgot password?');
  });
});
