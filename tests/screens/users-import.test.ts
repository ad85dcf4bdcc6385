import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { usersImportContract } from '#features/users/users-import.contract.ts';
import { usersContract } from '#features/users/users.contract.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { useScreens } from '#tests/browser.ts';
import { asAdmin, makeTeam, makeUser } from '#tests/make.ts';

describe('import of users', () => {
  const screens = useScreens({}, async (world) => {
    await makeTeam(world, 'Customs');
    return {
      known: await makeUser(world, { role: 3, team: 1, name: 'Kim Known' }),
      guest: await makeUser(world, { role: 3, team: 1, name: 'Gil Guest' }),
    };
  });

  test('shows the effect of pasted rows, creates the users, and hands out their links once', async () => {
    const { known } = screens.world;
    const page = await screens.visit('/users');
    await page.getByRole('link', { name: 'Import users' }).click();
    await page.getByRole('heading', { name: 'Import Users', level: 1 }).waitFor();
    const cells = [
      ['First name', 'Surname', 'E-Mail', 'Department', 'Rank'],
      ['Ann', 'Arbor', 'ann@example.org', 'customs', 'Manager'],
      ['Bob', 'Berth', 'bob@example.org', '', ''],
      ['Kim', 'Known', known.email, '', ''],
      ['Dan', 'Dock', 'dan at example', '', ''],
    ];
    await page
      .getByLabel('Or paste rows, including the header row')
      .fill(cells.map((row) => row.join('\t')).join('\n'));
    await page.getByRole('button', { name: 'Use pasted rows' }).click();
    await page.getByLabel('Field of Rank').selectOption({ label: 'Role' });
    await page.getByLabel('Team of new users in rows without a team').selectOption('General');
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page
      .getByRole('row', { name: /^2 New Ann Arbor · ann@example\.org .*Role: Manager Team: Customs/ })
      .waitFor();
    await page.getByRole('row', { name: /^3 New Bob Berth .*Role: User Team: General/ }).waitFor();
    await page.getByRole('row', { name: /^4 Existing/ }).waitFor();
    await page.getByRole('row', { name: /^5 Can't be imported .*Enter an email address such as/ }).waitFor();
    assert.deepEqual(await violationsEverywhere(page, [360, 1440]), []);
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('2 users created, 0 changed, 2 rows skipped.').waitFor();
    const row = page.getByRole('row', { name: /^Ann Arbor ann@example\.org http.*#new-password=/ });
    await row.waitFor();
    // The links are lost once the page is left.
    await page.getByRole('link', { name: 'Back to the users list' }).click();
    await page.getByRole('dialog', { name: 'Leave the links?' }).getByRole('button', { name: 'Stay' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the list' }).click();
    const text = await readFile(await (await saved).path(), 'utf8');
    const [link = ''] = /http:\S+#new-password=[\w-]+/.exec(text) ?? [];
    await page.getByRole('link', { name: 'Back to the users list' }).click();
    await page.getByText('ann@example.org').first().waitFor();
    const again = await screens.visit('/users/import');
    await again
      .getByLabel('Or paste rows, including the header row')
      .fill('First name\tSurname\tE-Mail\tDepartment\tRank\na');
    await again.getByRole('button', { name: 'Use pasted rows' }).click();
    // The field is remembered for these headings.
    await again.getByLabel('Field of Rank').waitFor();
    assert.equal(await again.getByLabel('Field of Rank').inputValue(), 'role');
    const visitor = await screens.open(link.slice(screens.address.length));
    await visitor.getByLabel('New Password', { exact: true }).first().waitFor();
  });

  test('an undo names the users that it leaves', async () => {
    const admin = await asAdmin(screens.test);
    const rows = ['Uma', 'Vic'].map((name, at) => ({ row: at + 2, name, email: `${name.toLowerCase()}@example.org` }));
    await admin.call(usersImportContract.run, { rows, team_id: 1, name: 'crew.csv' });
    const vic = (await admin.call(usersContract.list, { search: 'vic@example.org' })).body[0]?.id ?? 0;
    await admin.call(usersContract.suspend, { id: vic });
    const page = await screens.visit('/users/import');
    await page.getByRole('button', { name: 'Undo this import: crew.csv' }).click();
    const question = page.getByRole('dialog', { name: 'Undo the import "crew.csv"?' });
    await question.getByRole('button', { name: 'Undo this import' }).click();
    await page.getByText('1 user deleted, 0 restored, 1 left as they are.').waitFor();
    await page.getByText('Vic · vic@example.org: Was changed since.').waitFor();
    await page.getByRole('button', { name: 'Undo this import: crew.csv' }).waitFor({ state: 'detached' });
  });

  test('is closed to users who may not add users', async () => {
    const page = await screens.visit('/users/import', screens.world.guest.email);
    await page.waitForURL('**/user');
  });
});
