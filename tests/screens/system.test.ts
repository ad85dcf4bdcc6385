import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { violationsEverywhere } from '#tests/axe.ts';
import { until, useScreens } from '#tests/browser.ts';
import { makeUser } from '#tests/make.ts';

describe('the system page', () => {
  const screens = useScreens();

  test('is reached from the dashboard, and shows its warnings above its figures', async () => {
    const page = await screens.visit('/dashboard');
    await page.getByRole('link', { name: 'System' }).click();
    await page.getByRole('heading', { name: 'System', exact: true }).waitFor();
    await page.getByText('There is no backup').waitFor();
    assert.equal(await page.title(), 'System · Stowage');
    const database = page.getByRole('region', { name: 'Database' });
    await database.getByText(process.env['DATABASE_URL'] ? 'PostgreSQL' : 'SQLite').waitFor();
    await page
      .getByRole('region', { name: 'People' })
      .getByText(/^\d+ users?$/)
      .waitFor();
    assert.equal(await page.getByRole('region', { name: 'Last backup' }).getByText('Never').isVisible(), true);
    const warning = await page.getByText('There is no backup').boundingBox();
    const card = await database.boundingBox();
    assert.ok(warning && card && warning.y < card.y);
    await page.setViewportSize({ width: 390, height: 844 });
    await until(page, 'document.documentElement.scrollWidth <= innerWidth');
  });

  test('is for role 1 only', async () => {
    const { email } = await makeUser(screens.test, { role: 2, team: 1 });
    const page = await screens.visit('/dashboard', email);
    await page.getByRole('link', { name: 'View Files' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'System' }).count(), 0);
    await page.goto('/system');
    await until(page, "location.pathname === '/dashboard'");
  });

  test('shows an error when the figures cannot be loaded, and when they are out of date', async () => {
    const page = await screens.visit('/healthz');
    const away = { status: 503, json: { message: 'The database does not answer right now. Try again in a moment.' } };
    let answers: 'away' | 'well' = 'away';
    await page.route('**/api/system', (route) => (answers === 'away' ? route.fulfill(away) : route.continue()));
    await page.goto('/system');
    await page.getByText('The state of the system could not be loaded').waitFor();
    await page.getByText(away.json.message).waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    answers = 'well';
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('region', { name: 'Database' }).waitFor();
    // The button is gone.
    await until(page, `document.activeElement.tagName === 'H1'`);
    answers = 'away';
    // Coming back to the page asks again.
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
    await page.getByText('These figures are out of date').waitFor();
    await page.getByRole('region', { name: 'Database' }).waitFor();
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
