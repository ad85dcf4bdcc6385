import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { violations, violationsEverywhere } from '#tests/axe.ts';
import { useScreens } from '#tests/browser.ts';
import { long } from '#tests/long.ts';
import { makeTeam, makeUser, signedInAs, upload } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';

const minuteMs = 60_000;

type Person = { id: number; email: string };

describe('the notification bell', () => {
  const screens = useScreens();

  const makePerson = async (team?: number): Promise<Person> =>
    makeUser(screens.test, { role: 3, team: team ?? (await makeTeam(screens.test)) });
  const profile = (person: Person) => profileOf(screens.test, person.email);
  const open = async (person: Person, options: BrowserContextOptions = {}, path = '/change-password') => {
    const page = await screens.visit(path, person.email, options);
    await bell(page).waitFor();
    return page;
  };
  /** A page whose clock the test advances. */
  const openStill = async (person: Person, begin: (page: Page) => Promise<unknown> = async () => undefined) => {
    const page = await screens.open('/healthz', await profile(person));
    await page.clock.install({ time: new Date() });
    await begin(page);
    const listed = page.waitForResponse('**/api/notifications');
    await page.goto('/change-password');
    await listed;
    await bell(page).waitFor();
    return page;
  };

  /** Inserts notifications without an event: only a poll finds them. */
  const notify = async (
    person: Person,
    notices: { title: string; ageMs?: number; message?: string; link?: string; read?: boolean }[],
  ) => {
    const now = screens.test.now().getTime();
    const rows = notices.map(({ title, ageMs = 0, message = `About ${title}.`, link = null, read = false }) => {
      const created_at = new Date(now - ageMs).toISOString();
      return { user_id: person.id, title, message, link, created_at, read_at: read ? created_at : null };
    });
    await screens.test.ctx.db.insertInto('notifications').values(rows).execute();
  };
  const several = (count: number) => Array.from({ length: count }, (_, index) => ({ title: `Notice ${index + 1}` }));

  const bell = (page: Page) => page.getByRole('button', { name: 'Notifications', exact: true });
  const panel = (page: Page) => page.locator(`[id="${panelId}"]`);
  let panelId = '';
  const openPanel = async (page: Page) => {
    panelId = (await bell(page).getAttribute('aria-controls')) ?? '';
    await bell(page).click();
    await panel(page).getByRole('heading', { name: 'Notifications' }).waitFor();
  };
  const entries = (page: Page) => panel(page).getByRole('listitem');
  const badge = (page: Page, text: string) => bell(page).getByText(text, { exact: true });
  const noBadge = (page: Page) => bell(page).getByText(/\d/).waitFor({ state: 'detached' });
  const closed = (page: Page) => panel(page).waitFor({ state: 'hidden' });

  test('shows the number of unread ones up to 9, and announces the exact number to screen readers', async () => {
    const person = await makePerson();
    await notify(person, [...several(9), { title: 'Read', read: true }]);
    const page = await open(person);
    await badge(page, '9').waitFor();
    await notify(person, several(1));
    await page.reload();
    await badge(page, '9+').waitFor();
    const describedBy = await bell(page).getAttribute('aria-describedby');
    assert.equal(await page.locator(`[id="${describedBy}"]`).innerText(), '10 unread notifications');
  });

  test('shows a hint without notifications', async () => {
    const page = await open(await makePerson());
    await openPanel(page);
    await panel(page).getByText('No notifications yet', { exact: true }).waitFor();
    await noBadge(page);
    assert.equal(await panel(page).getByRole('button').count(), 0);
  });

  test('lists 5, and up to 10 when expanded, newest first', async () => {
    const person = await makePerson();
    await notify(person, several(12));
    const page = await open(person);
    await badge(page, '9+').waitFor();
    await openPanel(page);
    await panel(page).getByText('Notice 12', { exact: true }).waitFor();
    assert.equal(await entries(page).count(), 5);
    await panel(page).getByRole('button', { name: 'View all 12 notifications', exact: true }).click();
    await panel(page).getByText('Notice 3', { exact: true }).waitFor();
    assert.equal(await entries(page).count(), 10);
    const texts = await entries(page).allInnerTexts();
    assert.ok(texts.every((text, index) => text.includes(`Notice ${12 - index}`)));
    await panel(page).getByRole('button', { name: 'Show less', exact: true }).click();
    await panel(page).getByText('Notice 3', { exact: true }).waitFor({ state: 'detached' });
    assert.equal(await entries(page).count(), 5);
  });

  test('offers no more than the existing 5', async () => {
    const person = await makePerson();
    await notify(person, several(5));
    const page = await open(person);
    await badge(page, '5').waitFor();
    await openPanel(page);
    await panel(page).getByText('Notice 1', { exact: true }).waitFor();
    assert.equal(await entries(page).count(), 5);
    assert.equal(await panel(page).getByRole('button').count(), 0);
  });

  test('marks all as read when it is opened, and still highlights those that were unread', async () => {
    const person = await makePerson();
    await notify(person, [{ title: 'Old', read: true }, { title: 'New one' }, { title: 'New two' }]);
    const page = await open(person);
    await badge(page, '2').waitFor();
    const refetched = page.waitForResponse('**/api/notifications');
    await openPanel(page);
    await refetched;
    await noBadge(page);
    const marked = panel(page).getByText('Unread', { exact: true });
    assert.equal(await marked.count(), 2);
    const { db } = screens.test.ctx;
    const unread = await db
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', person.id)
      .where('read_at', 'is', null)
      .execute();
    assert.deepEqual(unread, []);

    await bell(page).click();
    await closed(page);
    await openPanel(page);
    await panel(page).getByText('New two', { exact: true }).waitFor();
    assert.equal(await marked.count(), 0);
  });

  test('closes by a click outside, by Escape, which returns the focus, and by its button', async () => {
    const page = await open(await makePerson());
    await openPanel(page);
    await page.mouse.click(300, 860);
    await closed(page);
    await bell(page).press('Enter');
    await panel(page).getByRole('heading', { name: 'Notifications' }).waitFor();
    await page.keyboard.press('Escape');
    await closed(page);
    await bell(page).and(page.locator(':focus')).waitFor();
    await openPanel(page);
    await bell(page).click();
    await closed(page);
  });

  test('links an entry to its screen, within the product only', async () => {
    const team = await makeTeam(screens.test, 'Pier seven');
    const person = await makePerson(team);
    const mate = await signedInAs(screens.test, { role: 3, team, name: 'Ana' });
    await upload(mate.visitor, 1, { name: 'tide table.txt' }, { name: 'berths.txt' });
    await upload(mate.visitor, 1, { name: 'moorings & tides.txt' });
    await notify(person, [
      { title: 'Elsewhere', link: 'https://evil.example/' },
      { title: 'Disguised', link: '//evil.example/' },
      { title: 'Nowhere' },
    ]);
    const page = await open(person);
    await badge(page, '5').waitFor();
    await openPanel(page);
    assert.equal(await entries(page).getByRole('link').count(), 2);
    await panel(page)
      .getByRole('link')
      .filter({ hasText: 'Ana uploaded "moorings & tides.txt" to Pier seven.' })
      .click();
    await page.waitForURL('**/files?q=moorings**');
    await closed(page);
    await page.getByText('moorings & tides.txt', { exact: true }).waitFor();
    assert.equal(await page.getByText('berths.txt', { exact: true }).count(), 0);

    // From the same screen, where only the address changes.
    await openPanel(page);
    await panel(page).getByRole('link').filter({ hasText: 'Ana uploaded 2 files to Pier seven.' }).click();
    await page.waitForURL(`**/files?team=${team}`);
    await closed(page);
    await page.getByText('berths.txt', { exact: true }).waitFor();
  });

  test('shows the age of each entry, and updates it while the panel is open', async () => {
    const person = await makePerson();
    await notify(person, [
      { title: 'Days', ageMs: 3 * 24 * 60 * minuteMs },
      { title: 'Day', ageMs: 25 * 60 * minuteMs },
      { title: 'Hour', ageMs: 61 * minuteMs },
      { title: 'Minutes', ageMs: 5.5 * minuteMs },
      { title: 'Now' },
    ]);
    const page = await openStill(person);
    await openPanel(page);
    await panel(page).getByText('Now', { exact: true }).waitFor();
    assert.deepEqual(await panel(page).getByRole('time').allInnerTexts(), [
      'just now',
      '5 minutes ago',
      '1 hour ago',
      '1 day ago',
      '3 days ago',
    ]);
    await page.clock.runFor(minuteMs + 10_000);
    await panel(page).getByText('1 minute ago', { exact: true }).waitFor();
    await panel(page).getByText('6 minutes ago', { exact: true }).waitFor();
  });

  /** Counts the requests of a page, from now on. */
  const countCalls = (page: Page, path: string) => {
    let calls = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === path) calls += 1;
    });
    return () => calls;
  };
  /** Leaves a page without live events: the response never begins. */
  const deaf = (page: Page) => page.route('**/api/events', () => undefined);

  test('polls every 30 seconds', async () => {
    const person = await makePerson();
    const page = await openStill(person, deaf);
    const calls = countCalls(page, '/api/notifications');
    await notify(person, several(1));
    await page.clock.runFor(28_000);
    assert.equal(calls(), 0);
    await page.clock.runFor(3_000);
    await badge(page, '1').waitFor();
    assert.equal(calls(), 1);
    await notify(person, several(1));
    await page.clock.runFor(30_000);
    await badge(page, '2').waitFor();
    assert.equal(calls(), 2);
  });

  test('sends no request and closes its live events in a hidden tab, and resumes both when it is visible', async () => {
    const person = await makePerson();
    const page = await openStill(person);
    const show = (state: 'hidden' | 'visible') =>
      page.evaluate(
        `Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${state}' });` +
          `document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`,
      );
    const streamGone = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/events'));
    await show('hidden');
    await streamGone;
    const [asked, listened] = [countCalls(page, '/api/notifications'), countCalls(page, '/api/events')];
    await notify(person, several(1));
    await page.clock.runFor(5 * minuteMs);
    assert.deepEqual([asked(), listened()], [0, 0]);
    await show('visible');
    await badge(page, '1').waitFor();
    assert.equal(listened(), 1);
  });

  test('shows a new notification at once, and clears the badge when another tab has read it', async () => {
    const team = await makeTeam(screens.test);
    const person = await makePerson(team);
    const mate = await signedInAs(screens.test, { role: 3, team });
    const listening = (page: Page) => page.waitForResponse('**/api/events');
    const page = await screens.open('/healthz', await profile(person));
    const other = await screens.open('/healthz', await profile(person));
    for (const tab of [page, other]) {
      const begun = listening(tab);
      await tab.goto('/change-password');
      await begun;
    }
    // The next poll comes after the timeout of these waits.
    await upload(mate.visitor, 1, { name: 'fresh.txt' });
    await badge(page, '1').waitFor();
    await badge(other, '1').waitFor();
    await openPanel(page);
    await panel(page).getByText('New file', { exact: true }).waitFor();
    await noBadge(other);
  });

  test('reconnects to its live events when they are lost, and finds the missed notifications', async () => {
    const person = await makePerson();
    const page = await screens.open('/healthz', await profile(person));
    const begun = page.waitForResponse('**/api/events');
    await page.goto('/change-password');
    await begun;
    await notify(person, several(1));
    screens.test.app.server.closeAllConnections();
    await badge(page, '1').waitFor();

    await screens.test.ctx.db.deleteFrom('sessions').where('user_id', '=', person.id).execute();
    screens.test.app.server.closeAllConnections();
    await page.waitForURL((url) => url.pathname === '/');
  });

  test('treats a failed load, and an answer that is no list, as an empty list, silently', long, async () => {
    const person = await makePerson();
    await notify(person, several(3));
    for (const answer of [{ status: 500, body: '' }, { json: { message: 'Not a list.' } }, { json: null }]) {
      const page = await openStill(person, async (page) => {
        await deaf(page);
        await page.route('**/api/notifications', (route) => route.fulfill(answer));
      });
      await openPanel(page);
      await panel(page).getByText('No notifications yet', { exact: true }).waitFor();
      assert.equal(await page.getByRole('alert').count(), 0);
      await page.unroute('**/api/notifications');
      await page.clock.runFor(31_000);
      await panel(page).getByText('Notice 3', { exact: true }).waitFor();
    }
  });

  test('fits on a phone and meets WCAG A and AA in light and dark', long, async () => {
    const person = await makePerson();
    const long = 'a_name_without_any_blank_'.repeat(10);
    await notify(person, [...several(8), { title: long, message: long, link: '/files' }]);
    // The colours do not depend on the width.
    for (const [viewport, look] of [
      [
        { width: 360, height: 640 },
        (on: Page) => violations(on, 'without colors', "document.querySelector('[role=dialog]') ?? document"),
      ],
      [{ width: 1440, height: 900 }, (on: Page) => violationsEverywhere(on, [1440])],
    ] as const) {
      // A page without elements that the panel could cover in part.
      const page = await open(person, { viewport }, '/no/such/page');
      const found = () => look(page);
      await openPanel(page);
      await panel(page).getByText('Notice 8', { exact: true }).waitFor();
      assert.deepEqual(await found(), []);
      await panel(page)
        .getByRole('button', { name: /^View all/ })
        .click();
      await panel(page).getByText('Notice 1', { exact: true }).waitFor();
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), viewport.width);
      const box = await panel(page).boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= viewport.width && box.y + box.height <= viewport.height);
    }
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
