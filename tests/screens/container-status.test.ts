import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { containersContract } from '#features/containers/containers.contract.ts';
import { containerSearchText } from '#features/containers/containers.rules.ts';
import { ownTexts } from '#features/containers/containers.texts.ts';
import { formatCalendarDate } from '#shared/calendar.ts';
import { violations } from '#tests/axe.ts';
import { scrollToRow, typeSlowly, until, useScreens } from '#tests/browser.ts';
import { cardOf, changeStatus, dayFromNow, enterContainer } from '#tests/containers.ts';
import { asAdmin, makeTeam, makeUser, password } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';
import { adminPassword } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const phone = { width: 360, height: 740 };
const desk = { width: 1440, height: 900 };

const list = join(import.meta.dirname, '../../../shared/naughty-strings.json');
const naughtyStrings: string[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
const ownStrings = [
  '<img src=x onerror="document.title=`ran`">',
  '</script><script>document.title="ran"</script>',
  '\u202Ereversed',
];

/** Months in which nothing is due that these tests place around today. */
const monthAhead = (months: number) => ((new Date().getMonth() + months) % 12) + 1;
const [calmMonth, otherMonth] = [monthAhead(6), monthAhead(3)];
const inMonth = (month: number, day: number) =>
  `2099-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
const calmLabel = String(ownTexts.months[calmMonth - 1]);
const otherLabel = String(ownTexts.months[otherMonth - 1]);

/** One container of each kind, for a screen that shows them all. */
async function fillWorld(world: TestApp, admin: Visitor) {
  const team = await makeTeam(world, 'Harbour');
  const guest = await makeUser(world, { role: 3, team, name: 'Gil Guest' });
  const manager = await makeUser(world, { role: 2, team, name: 'Mona Manager' });
  await enterContainer(admin, {
    name: 'Waiting one',
    number: 'PO-100',
    pfi: inMonth(otherMonth, 15),
    exFactory: inMonth(calmMonth, 10),
  });
  const received = await enterContainer(admin, {
    name: 'Received one',
    number: 'PO-200',
    pfi: inMonth(calmMonth, 2),
    exFactory: inMonth(otherMonth, 1),
  });
  await changeStatus(admin, received.id, 'Received');
  const departed = await enterContainer(admin, {
    name: 'Departed one',
    number: 'PO-300',
    pfi: inMonth(calmMonth, 20),
    exFactory: inMonth(otherMonth, 1),
  });
  await changeStatus(admin, departed.id, 'Received');
  await changeStatus(admin, departed.id, 'Departed');
  const flagged = await enterContainer(admin, {
    name: 'Flagged one',
    number: 'PO-400',
    pfi: inMonth(otherMonth, 1),
    exFactory: inMonth(otherMonth, 1),
  });
  await changeStatus(admin, flagged.id, 'Delayed', 'Letter of credit is missing');
  await changeStatus(admin, flagged.id, 'Delayed', 'Vessel is full');
  const factory = await enterContainer(admin, {
    name: 'Factory one',
    number: 'PO-500',
    pfi: inMonth(otherMonth, 2),
    exFactory: inMonth(otherMonth, 1),
  });
  await changeStatus(admin, factory.id, 'Ex Factory Delayed', 'Paint line stopped');
  await enterContainer(admin, {
    name: 'Overdue one',
    number: 'PO-600',
    pfi: dayFromNow(-3),
    exFactory: inMonth(otherMonth, 1),
  });
  return { guest, manager };
}

test('the containers screen', async (t) => {
  const screens = useScreens();
  let admin!: Visitor;
  let world!: Awaited<ReturnType<typeof fillWorld>>;

  const profile = (who?: { email: string }) =>
    who ? profileOf(screens.test, who.email, password) : profileOf(screens.test, 'admin@example.com', adminPassword);
  const open = async (path = '/container-status', options: BrowserContextOptions = {}, who?: { email: string }) => {
    const page = await screens.open(path, { ...(await profile(who)), ...options });
    await page.getByRole('heading', { name: 'Container Status Management', level: 1 }).waitFor();
    return page;
  };
  const names = (page: Page) =>
    page.getByRole('list', { name: 'Containers' }).getByRole('heading', { level: 2 }).allTextContents();
  const shows = async (page: Page, ...expected: string[]) => {
    await until(
      page,
      `JSON.stringify([...document.querySelectorAll('[role=listitem] h2')].map((one) => one.textContent)) === ${JSON.stringify(JSON.stringify(expected))}`,
    ).catch(() => undefined);
    assert.deepEqual(await names(page), expected);
  };
  const count = (page: Page, label: string) =>
    page.getByRole('group', { name: 'Containers by status' }).getByRole('button', { name: new RegExp(`^${label}`) });
  const search = (page: Page) => page.getByPlaceholder('Search containers by name or number...');

  await t.test('shows cards, newest first, with what the specification lists', async () => {
    admin = await asAdmin(screens.test);
    world = await fillWorld(screens.test, admin);
    const page = await open();
    await shows(page, 'Overdue one', 'Factory one', 'Flagged one', 'Departed one', 'Received one', 'Waiting one');
    assert.equal(await page.title(), 'Container Status Management · Stowage');
    const card = cardOf(page, 'Waiting one');
    await card.getByText('PO-100', { exact: true }).waitFor();
    for (const [label, value] of [
      ['PFI Date', formatCalendarDate(inMonth(otherMonth, 15))],
      ['Ex-Factory Date', formatCalendarDate(inMonth(calmMonth, 10))],
      ['Created by', 'Administrator'],
    ] as const) {
      const fact = card.getByText(label, { exact: true }).locator('xpath=following-sibling::dd');
      assert.equal(await fact.innerText(), value);
    }
    assert.equal(await card.getByText('Checked by').count(), 0, 'nobody has checked it');
    const checked = cardOf(page, 'Received one').getByText('Checked by').locator('xpath=following-sibling::dd');
    assert.equal(await checked.innerText(), 'Administrator');
  });

  await t.test('a badge says the displayed status, a marker that a delay flag is set', async () => {
    const page = await open();
    const said = async (name: string) => [
      await cardOf(page, name).getByText('Not Received', { exact: true }).count(),
      await cardOf(page, name).getByText('Received', { exact: true }).count(),
      await cardOf(page, name).getByText('Departed', { exact: true }).count(),
      await cardOf(page, name).getByText('Delayed', { exact: true }).count(),
    ];
    await cardOf(page, 'Waiting one').waitFor();
    assert.deepEqual(await said('Waiting one'), [1, 0, 0, 0]);
    assert.deepEqual(await said('Received one'), [0, 1, 0, 0]);
    assert.deepEqual(await said('Departed one'), [0, 0, 1, 0]);
    assert.deepEqual(await said('Flagged one'), [1, 0, 0, 1]);
    assert.deepEqual(await said('Factory one'), [1, 0, 0, 1]);
    await cardOf(page, 'Flagged one').getByText('PFI', { exact: true }).waitFor();
    await cardOf(page, 'Factory one').getByText('Ex-Factory', { exact: true }).waitFor();
  });

  await t.test('offers the buttons of each state', async () => {
    const page = await open();
    const buttons = async (name: string) => {
      await cardOf(page, name).waitFor();
      const all = await cardOf(page, name).getByRole('button').allInnerTexts();
      return all.filter((text) => text !== '' && !text.includes('History'));
    };
    const delays = ['Delay PFI', 'Delay Ex-Factory'];
    assert.deepEqual(await buttons('Waiting one'), [...delays, 'Mark Received']);
    assert.deepEqual(await buttons('Received one'), [...delays, 'Mark Departed']);
    assert.deepEqual(await buttons('Departed one'), ['Undo Departed']);
    assert.deepEqual(await buttons('Overdue one'), ['Mark Received']);
  });

  await t.test('counts all, not received, received, departed and delayed; pressing a count shows those', async () => {
    const page = await open();
    const labels = ['All', 'Not Received', 'Received', 'Departed', 'Delayed'];
    await count(page, 'All').getByText('6').waitFor();
    const counts = await Promise.all(labels.map((label) => count(page, label).innerText()));
    assert.deepEqual(
      counts.map((text) => text.replace(/\s+/g, ' ')),
      ['All 6', 'Not Received 3', 'Received 1', 'Departed 1', 'Delayed 3'],
    );
    assert.equal(await count(page, 'All').getAttribute('aria-pressed'), 'true');
    await count(page, 'Delayed').click();
    await shows(page, 'Overdue one', 'Factory one', 'Flagged one');
    assert.equal(await count(page, 'Delayed').getAttribute('aria-pressed'), 'true');
    assert.equal(await page.getByLabel('Status', { exact: true }).inputValue(), 'Delayed');
    await count(page, 'All').getByText('6').waitFor();
    await count(page, 'Departed').click();
    await shows(page, 'Departed one');
  });

  await t.test('searches name and number once typing has paused for 300 ms', async () => {
    const page = await open();
    await cardOf(page, 'Waiting one').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/containers/page') asked.push(String(searchParams.get('search')));
    });
    const pause = await typeSlowly(page, search(page), 'PO-30', 300);
    assert.deepEqual(asked, []);
    await pause();
    await shows(page, 'Departed one');
    assert.deepEqual(asked, ['PO-30'], 'one question for one pause');
    await search(page).fill('FLAGGED');
    await shows(page, 'Flagged one');
    await page.getByText('1 container found').first().waitFor();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await cardOf(page, 'Waiting one').waitFor();
  });

  await t.test('filters by status, PFI month and Ex-Factory month; reload and back keep it', async () => {
    const page = await open();
    const status = page.getByLabel('Status', { exact: true });
    assert.deepEqual(await status.locator('option').allTextContents(), [
      'All Status',
      'Not Received',
      'Received',
      'Departed',
      'Delayed',
    ]);
    const months = await page.getByLabel('PFI month').locator('option').allTextContents();
    assert.deepEqual([months.length, months[0], months[1], months[12]], [13, 'All months', 'January', 'December']);
    await page.getByLabel('PFI month').selectOption(calmLabel);
    await shows(page, 'Departed one', 'Received one');
    await status.selectOption('Received');
    await shows(page, 'Received one');
    await page.reload();
    await shows(page, 'Received one');
    assert.equal(await status.inputValue(), 'Received');
    await page.goBack();
    await shows(page, 'Departed one', 'Received one');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await cardOf(page, 'Waiting one').waitFor();
    await page.getByLabel('Ex-Factory month').selectOption(calmLabel);
    await shows(page, 'Waiting one');
    await page.getByLabel('PFI month').selectOption(otherLabel);
    await shows(page, 'Waiting one');
  });

  await t.test('says that none was found, with the hint that fits', async () => {
    const page = await open();
    await search(page).fill('no such container %_');
    await page.getByText('No containers found', { exact: true }).waitFor();
    await page.getByText('Try adjusting your search criteria or filters', { exact: true }).waitFor();
    const counts = { all: 0, not_received: 0, received: 0, departed: 0, delayed: 0 };
    await page.route('**/api/containers/page?*', (route) =>
      route.fulfill({ json: { containers: [], next: null, found: 0, counts } }),
    );
    await page.goto('/container-status');
    await page.getByText('No containers found', { exact: true }).waitFor();
    await page.getByText('Create your first container to get started', { exact: true }).waitFor();
  });

  await t.test('says when containers cannot be loaded, and tries again', async () => {
    const page = await open();
    await cardOf(page, 'Waiting one').waitFor();
    await page.route('**/api/containers/page?*', (route) =>
      route.fulfill({ status: 500, json: { message: 'The disk is away.' } }),
    );
    await page.reload();
    const toast = page.getByRole('alert').filter({ hasText: 'Error loading containers' });
    await toast.getByText('The disk is away.').waitFor();
    await page.unroute('**/api/containers/page?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await cardOf(page, 'Waiting one').waitFor();
  });

  await t.test('a delay history opens with its entries, who logged them and when, and their count', async () => {
    const page = await open();
    const card = cardOf(page, 'Flagged one');
    const toggle = card.getByRole('button', { name: 'PFI Delay History' });
    await card.getByRole('button', { name: /^PFI Delay History\s+2$/ }).waitFor();
    assert.equal(await toggle.getAttribute('aria-expanded'), 'false');
    assert.equal(
      await card.getByRole('button', { name: 'Ex-Factory Delay History' }).count(),
      0,
      'it has no such flag',
    );
    await toggle.click();
    await card.getByText('Letter of credit is missing').waitFor();
    const entries = await card.getByRole('list').getByRole('listitem').allInnerTexts();
    assert.match(entries[0] ?? '', /^Vessel is full\s+Administrator\s+[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M$/);
    assert.match(entries[1] ?? '', /^Letter of credit is missing/);
    await toggle.click();
    await card.getByText('Letter of credit is missing').waitFor({ state: 'detached' });
    const factory = cardOf(page, 'Factory one');
    await factory.getByRole('button', { name: 'Ex-Factory Delay History' }).click();
    await factory.getByText('Paint line stopped').waitFor();
    assert.equal(await factory.getByRole('button', { name: 'PFI Delay History' }).count(), 0);
    const overdue = cardOf(page, 'Overdue one');
    await overdue.getByRole('button', { name: 'Ex-Factory Delay History' }).click();
    await overdue.getByText('No delay reasons logged yet.', { exact: true }).waitFor();
  });

  await t.test('a history that cannot be loaded says so in its place only', async () => {
    const page = await open();
    await page.route('**/delay-logs', (route) => route.fulfill({ status: 500, json: { message: 'Not now.' } }));
    const card = cardOf(page, 'Flagged one');
    await card.getByRole('button', { name: 'PFI Delay History' }).click();
    await card.getByText('The delay reasons could not be loaded.').waitFor();
    assert.equal(await page.getByRole('alert').count(), 0, 'no toast');
    await page.unroute('**/delay-logs');
    await card.getByRole('button', { name: 'Try again' }).click();
    await card.getByText('Vessel is full').waitFor();
  });

  await t.test('role 3 sees all of it, but can change nothing', async () => {
    // Any manager's page would mark it.
    await screens.closePages();
    await enterContainer(admin, { name: 'Crossed unseen', pfi: dayFromNow(-1) });
    const sent: string[] = [];
    const page = await screens.open('/user', await profile(world.guest));
    page.on('request', (request) => {
      if (request.method() !== 'GET' && request.url().includes('/api/containers')) sent.push(request.url());
    });
    await page.goto('/container-status');
    const card = cardOf(page, 'Waiting one');
    await card.waitFor();
    await cardOf(page, 'Crossed unseen').getByText('Delayed', { exact: true }).waitFor();
    for (const name of ['Mark Received', 'Delay PFI', 'Delay Ex-Factory'])
      assert.equal(await card.getByRole('button', { name }).isDisabled(), true, name);
    assert.equal(await cardOf(page, 'Departed one').getByRole('button', { name: 'Undo Departed' }).isDisabled(), true);
    for (const name of ['Add Container', 'Trash', 'Edit', 'Delete'])
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
    await cardOf(page, 'Overdue one').getByRole('button', { name: 'PFI Delay History' }).click();
    await card.getByRole('button', { name: 'History', exact: true }).click();
    await page.getByRole('dialog', { name: 'Container history' }).getByText('Created', { exact: true }).waitFor();
    assert.deepEqual(sent, []);
    const manager = await open('/container-status', {}, world.manager);
    await cardOf(manager, 'Waiting one').getByRole('button', { name: 'Edit' }).waitFor();
    await manager.getByRole('button', { name: 'Add Container' }).waitFor();
  });

  await t.test('what has passed its date is marked Delayed once, without a word', async () => {
    await screens.closePages();
    const { id } = await enterContainer(admin, { name: 'Just crossed', pfi: dayFromNow(-1) });
    const sent: string[] = [];
    const page = await screens.open('/teammodule', await profile());
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(`${new URL(request.url()).pathname} ${request.postData()}`);
    });
    await page.clock.install();
    await page.goto('/container-status');
    const card = cardOf(page, 'Just crossed');
    await card.getByRole('button', { name: /^PFI Delay History\s+1$/ }).click();
    await card.getByText('Expected date crossed').waitFor();
    assert.equal(await card.getByText('Delayed', { exact: true }).count(), 2, 'badge and marker');
    assert.equal(await page.locator('[data-kind=success], [data-kind=error]').count(), 0, 'no toast');
    await page.clock.fastForward(61_000);
    await page.clock.fastForward(61_000);
    const logs = await admin.call(containersContract.delayLogs, { id });
    assert.deepEqual(
      logs.body.map((entry) => entry.reason),
      ['Expected date crossed'],
    );
    const own = sent.filter((one) => one.startsWith(`/api/containers/${id}/`));
    assert.equal(own.length, 1, 'told once');
    assert.match(own[0] ?? '', /"status":"Delayed","delay_reason":"Expected date crossed"/);
  });

  await t.test('looks again every 60 seconds: new containers, 18:00 and midnight', async () => {
    await enterContainer(admin, { name: 'Due today', pfi: dayFromNow(0) });
    const now = new Date();
    const at = (hours: number, minutes: number, seconds: number) =>
      new Date(now.getFullYear(), now.getMonth(), now.getDate(), hours, minutes, seconds);
    const page = await screens.open('/container-status', await profile());
    await page.clock.install({ time: at(17, 59, 30) });
    await page.reload();
    const card = cardOf(page, 'Due today');
    await card.getByText('Not Received', { exact: true }).waitFor();
    assert.equal(await card.getByRole('button', { name: /Delay History/ }).count(), 0, 'not before six');
    await enterContainer(admin, { name: 'Came later' });
    await page.clock.fastForward(61_000);
    await card.getByRole('button', { name: 'PFI Delay History' }).waitFor();
    await card.getByRole('button', { name: 'Ex-Factory Delay History' }).waitFor();
    await cardOf(page, 'Came later').waitFor();
    await page.clock.setSystemTime(at(23, 59, 50));
    const marked = page.waitForRequest((request) => request.method() === 'PUT');
    await page.clock.fastForward(61_000);
    await card.getByRole('button', { name: 'Mark Received' }).waitFor();
    await card.getByRole('button', { name: 'Delay PFI' }).waitFor({ state: 'detached' });
    assert.match((await marked).postData() ?? '', /Expected date crossed/);
    assert.equal(await card.getByText('Not Received', { exact: true }).count(), 0);
  });

  await t.test('asks nothing while the tab is hidden', async () => {
    const page = await screens.open('/container-status', await profile());
    await page.clock.install();
    await page.reload();
    await cardOf(page, 'Waiting one').waitFor();
    const see = (state: string) =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { get: () => '${state}', configurable: true });
        Object.defineProperty(document, 'hidden', { get: () => ${state === 'hidden'}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/containers')) asked += 1;
    });
    await see('hidden');
    await page.clock.fastForward(300_000);
    await page.waitForTimeout(300);
    assert.equal(asked, 0);
    const again = page.waitForRequest((request) => request.url().includes('/api/containers/page'));
    await see('visible');
    await again;
  });

  await t.test('a list that cannot be brought up to date stays, and says so', async () => {
    const page = await screens.open('/container-status', await profile());
    await page.clock.install();
    await page.reload();
    await cardOf(page, 'Waiting one').waitFor();
    await page.route('**/api/containers/page?*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.clock.fastForward(61_000);
    await page.getByText('This list could not be brought up to date.').waitFor();
    assert.equal(await cardOf(page, 'Waiting one').count(), 1);
    await page.unroute('**/api/containers/page?*');
    await page.clock.fastForward(61_000);
    await page.getByText('This list could not be brought up to date.').waitFor({ state: 'detached' });
  });

  await t.test('a link opens the history of its container; one that is gone says so', async () => {
    const { id } = await enterContainer(admin, { name: 'Linked one', pfi: '2099-11-20' });
    await admin.call(containersContract.update, {
      id,
      name: 'Linked one',
      container_no: 'PO-L',
      expected_date: '2099-11-29',
      ex_factory_date: '2099-08-08',
      reason: 'Vessel was full',
    });
    await changeStatus(admin, id, 'Ex Factory Delayed', 'Rain');
    const page = await open(`/container-status?container=${id}`);
    const drawer = page.getByRole('dialog', { name: 'Container history' });
    await drawer.getByRole('heading', { name: 'Linked one' }).waitFor();
    await drawer.getByText('PFI date moved from Nov 20, 2099 to Nov 29, 2099 (+9 days): Vessel was full').waitFor();
    await drawer.getByText('Ex-factory delayed: Rain').waitFor();
    await drawer.getByText('Created', { exact: true }).waitFor();
    const first = drawer.getByRole('heading', { name: 'First dates' }).locator('xpath=..');
    await first.getByText('Nov 20, 2099').waitFor();
    await first.getByText('Aug 8, 2099').waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).search, '');
    for (const gone of ['999999', 'nonsense', '99999999999']) {
      await page.goto(`/container-status?container=${gone}`);
      await drawer.getByText('This container is not there any more.').waitFor();
    }
  });

  await t.test('on a phone nothing sticks out, the filters fold away, and buttons fit a thumb', async () => {
    await enterContainer(admin, { name: `Unbroken${'x'.repeat(240)}`, number: `N${'0'.repeat(250)}` });
    const page = await open('/container-status', { viewport: phone, hasTouch: true, isMobile: true });
    const card = cardOf(page, 'Waiting one');
    await card.waitFor();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
    for (const name of ['Mark Received', 'Delay PFI', 'Edit']) {
      const box = await card.getByRole('button', { name }).boundingBox();
      assert.ok(box && box.height >= 44, `${name} is ${box?.height} high`);
    }
    assert.equal(await page.getByLabel('PFI month').isVisible(), false);
    const filters = page.getByRole('button', { name: 'Filters' });
    assert.equal(await filters.getAttribute('aria-expanded'), 'false');
    await filters.click();
    await page.getByLabel('PFI month').selectOption(calmLabel);
    await shows(page, 'Departed one', 'Received one');
    await filters.getByTitle('1 filter active').waitFor();
  });

  await t.test('meets WCAG 2.2 AA in light and dark, on a desk and on a phone, with histories open', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const viewport of [desk, phone]) {
        const page = await open('/container-status', { viewport, colorScheme });
        await cardOf(page, 'Flagged one').getByRole('button', { name: 'PFI Delay History' }).click();
        await cardOf(page, 'Flagged one').getByText('Vessel is full').waitFor();
        assert.deepEqual(await violations(page), []);
        await cardOf(page, 'Flagged one').getByRole('button', { name: 'History', exact: true }).click();
        await page.getByRole('dialog').getByText('PFI delayed: Vessel is full').waitFor();
        assert.deepEqual(await violations(page), []);
        await page.context().close();
      }
    }
    const guest = await open('/container-status', { colorScheme: 'dark' }, world.guest);
    await cardOf(guest, 'Flagged one').waitFor();
    assert.deepEqual(await violations(guest), [], 'disabled buttons');
  });

  await t.test('names and numbers are text, whatever is in them', async () => {
    const entered: string[] = [];
    for (const text of [...ownStrings, ...naughtyStrings]) {
      const answer = await admin.call(containersContract.create, {
        name: text,
        container_no: `PO-N ${text}`,
        expected_date: '2098-01-01',
        ex_factory_date: '2098-01-01',
      });
      if (answer.status === 201) entered.push(answer.body.name);
      else assert.equal(answer.status, 422, JSON.stringify(text));
    }
    const page = await open();
    page.on('dialog', () => screens.problems.push('a dialog of the browser'));
    await search(page).fill('PO-N');
    await page.getByText(`${entered.length} containers found`).first().waitFor();
    // Only what is near is drawn, so they are read on the way down.
    const seen = new Map<string, string>();
    const read = `[...document.querySelectorAll('[role=listitem]')].map((card) => [card.ariaPosInSet, card.querySelector('h2').textContent])`;
    while (seen.size < entered.length) {
      for (const [place, name] of (await page.evaluate(read)) as [string, string][]) seen.set(place, name);
      await page.mouse.wheel(0, 1_000);
      await page.waitForTimeout(20);
    }
    assert.deepEqual(
      entered.map((_, place) => seen.get(String(place + 1))),
      entered.toReversed(),
    );
    assert.equal(await page.title(), 'Container Status Management · Stowage');
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    await page.setViewportSize(phone);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
  });

  await t.test('draws what is near of ten thousand containers', async () => {
    const { db } = screens.test.parts;
    const at = screens.test.now().toISOString();
    const rows = Array.from({ length: 10_000 }, (_, place) => {
      const name = `Zz Box ${String(place).padStart(5, '0')}`;
      const container_no = `ZZ-${place}`;
      const dates = { pfi_date: '2098-07-01', ex_factory_date: '2098-06-01' };
      return {
        name,
        container_no,
        search_text: containerSearchText(name, container_no),
        ...dates,
        first_pfi_date: dates.pfi_date,
        first_ex_factory_date: dates.ex_factory_date,
        status_id: 1,
        created_by: 1,
        checked_by: null,
        created_at: at,
        updated_at: at,
        deleted_at: null,
        deleted_by: null,
      };
    });
    await db.transaction().execute(async (tx) => {
      for (let place = 0; place < rows.length; place += 1000)
        await tx
          .insertInto('containers')
          .values(rows.slice(place, place + 1000))
          .execute();
    });
    const page = await open();
    await count(page, 'All')
      .getByText(/^10,\d{3}$/)
      .waitFor();
    const [first] = await names(page);
    const setSize = await cardOf(page, String(first)).getAttribute('aria-setsize');
    assert.match(String(setSize), /^10\d{3}$/);
    const drawn = await scrollToRow(page, 'aria-posinset', 1000);
    assert.ok(!drawn.includes(1));
    assert.ok(drawn.length < 400, `${drawn.length} cards are drawn`);
    await scrollToRow(page, 'aria-posinset', 1);
    assert.equal((await names(page))[0], first);
    await search(page).fill('ZZ-9876');
    await shows(page, 'Zz Box 09876');
  });

  await t.test('no page had an error', () => assert.deepEqual(screens.problems, []));
});
