import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violationsEverywhere } from '#tests/axe.ts';
import { until, useScreens } from '#tests/browser.ts';
import { makeUser, password } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';
import { adminPassword } from '#tests/test-app.ts';

test('the system', async (t) => {
  const screens = useScreens();
  const asAdministrator = async (path: string) =>
    screens.open(path, await profileOf(screens.test, 'admin@example.com', adminPassword));

  await t.test('is reached from the dashboard, and shows what needs somebody before what there is', async () => {
    const page = await asAdministrator('/dashboard');
    await page.getByRole('link', { name: 'System' }).click();
    await page.getByRole('heading', { name: 'System', exact: true }).waitFor();
    await page.getByText('There is no backup').waitFor();
    assert.equal(await page.title(), 'System · Stowage');
    const database = page.getByRole('region', { name: 'Database' });
    await database.getByText(process.env['DATABASE_URL'] ? 'PostgreSQL' : 'SQLite').waitFor();
    await page.getByRole('region', { name: 'People' }).getByText('1 user').waitFor();
    assert.equal(await page.getByRole('region', { name: 'Last backup' }).getByText('Never').isVisible(), true);
    const warning = await page.getByText('There is no backup').boundingBox();
    const card = await database.boundingBox();
    assert.ok(warning && card && warning.y < card.y);
    await page.setViewportSize({ width: 390, height: 844 });
    await until(page, 'document.documentElement.scrollWidth <= innerWidth');
  });

  await t.test('is for nobody but role 1', async () => {
    const { email } = await makeUser(screens.test, { role: 2, team: 1 });
    const page = await screens.open('/dashboard', await profileOf(screens.test, email, password));
    await page.getByRole('link', { name: 'View Files' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'System' }).count(), 0);
    await page.goto('/system');
    await until(page, "location.pathname === '/dashboard'");
  });

  await t.test('says so when it cannot be looked at, and when it no longer can', async () => {
    const page = await asAdministrator('/');
    const away = { status: 503, json: { message: 'The database does not answer right now. Try again in a moment.' } };
    let answers: 'away' | 'well' = 'away';
    await page.route('**/api/system', (route) => (answers === 'away' ? route.fulfill(away) : route.continue()));
    await page.goto('/system');
    await page.getByText('The system cannot be looked at').waitFor();
    await page.getByText(away.json.message).waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    answers = 'well';
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('region', { name: 'Database' }).waitFor();
    answers = 'away';
    // Coming back to the page asks again.
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
    await page.getByText('These figures are not of now').waitFor();
    await page.getByRole('region', { name: 'Database' }).waitFor();
  });

  await t.test('was without a fault of the pages', () => assert.deepEqual(screens.problems, []));
});
