import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { nobody, useScreens } from '#tests/browser.ts';
import {
  actOn,
  answer,
  button,
  changePermission,
  dialog,
  escape,
  fileBox,
  fillFocusWorld,
  gone,
  hasFocus,
  inRow,
  press,
  prove,
  recoveryCodes,
  row,
  says,
  userMenu,
} from '#tests/focus.ts';
import type { Act } from '#tests/focus.ts';
import { long } from '#tests/long.ts';
import { password, signedIn } from '#tests/make.ts';
import { codeAt } from '#tests/two-factor.ts';

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
        await dialog(page).getByText('1 of 6').waitFor();
        await page.keyboard.press('ArrowRight');
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
      'Type of 3.txt',
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

describe('the focus moves to a related control', () => {
  const screens = useScreens({}, fillFocusWorld);
  const act = async (page: Page, table: Record<string, Act[]>) => {
    await actOn(page, table);
    assert.deepEqual(screens.problems, []);
  };

  for (const [kind, table] of Object.entries({ lists: screensOfLists, forms: screensOfForms }))
    test(`after each action of the screens with ${kind}`, long, async () => {
      await signedIn(screens.test, 'admin@example.com');
      await act(await screens.visit('/healthz'), table);
    });

  test('after each action of the personal dashboard', async () => {
    const page = await screens.visit('/healthz', screens.world.ada.email);
    await act(page, {
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

  test('after each action of two-factor sign-in', async () => {
    const page = await screens.visit('/healthz', screens.world.ada.email);
    let codes: string[] = [];
    await act(page, {
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
