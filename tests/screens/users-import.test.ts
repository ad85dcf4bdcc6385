import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { violationsEverywhere } from '#tests/axe.ts';
import { useScreens } from '#tests/browser.ts';
import { makeTeam, makeUser } from '#tests/make.ts';

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
    await page.getByLabel('Or paste cells, with their headings').fill(cells.map((row) => row.join('\t')).join('\n'));
    await page.getByRole('button', { name: 'Read pasted cells' }).click();
    await page.getByLabel('Field of Rank').selectOption({ label: 'Role' });
    await page.getByLabel('Team of new users in rows without a team').selectOption('General');
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await page
      .getByRole('row', { name: /^2 New Ann Arbor · ann@example\.org .*Role: Manager Team: Customs/ })
      .waitFor();
    await page.getByRole('row', { name: /^3 New Bob Berth .*Role: User Team: General/ }).waitFor();
    await page.getByRole('row', { name: /^4 Already there/ }).waitFor();
    await page.getByRole('row', { name: /^5 Wrong .*Enter an email address such as/ }).waitFor();
    assert.deepEqual(await violationsEverywhere(page, [360, 1440]), []);
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('2 users created, 0 changed, 2 rows left out.').waitFor();
    const row = page.getByRole('row', { name: /^Ann Arbor ann@example\.org http.*#new-password=/ });
    await row.waitFor();
    // The links are lost once the page is left.
    await page.getByRole('link', { name: 'Back to the users' }).click();
    await page.getByRole('dialog', { name: 'Leave the links?' }).getByRole('button', { name: 'Stay' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the list' }).click();
    const text = await readFile(await (await saved).path(), 'utf8');
    const [link = ''] = /http:\S+#new-password=[\w-]+/.exec(text) ?? [];
    await page.getByRole('link', { name: 'Back to the users' }).click();
    await page.getByText('ann@example.org').first().waitFor();
    const visitor = await screens.open(link.slice(screens.address.length));
    await visitor.getByLabel('New Password', { exact: true }).first().waitFor();
  });

  test('is closed to users who may not add users', async () => {
    const page = await screens.visit('/users/import', screens.world.guest.email);
    await page.getByRole('main').waitFor();
    assert.equal(await page.getByLabel('Or paste cells, with their headings').count(), 0);
  });
});
