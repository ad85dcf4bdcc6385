import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { ownTexts } from '#features/containers/core/containers.texts.ts';
import { formatCalendarDate } from '#shared/format.ts';
import { violations, violationsEverywhere } from '#tests/axe.ts';
import { scrollToRow, stylesOf, typeSlowly, until, useScreens } from '#tests/browser.ts';
import { cardOf, changeStatus, dayFromNow, enterContainer, insertContainers } from '#tests/containers.ts';
import { hostileStrings } from '#tests/fixtures.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeTeam, makeUser } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';
import type { TestApp } from '#tests/test-app.ts';

const phone = { width: 360, height: 740 };
/** The window sizes of a desktop and of a phone. */
const widths = [1440, phone.width];

const ownStrings = [
  '<img src=x onerror="document.title=`ran`">',
  '</script><script>document.title="ran"</script>',
  '\u202Ereversed',
];

/** Months without due dates of the containers that these tests create around today. */
const monthAhead = (months: number) => ((new Date().getMonth() + months) % 12) + 1;
const [calmMonth, otherMonth] = [monthAhead(6), monthAhead(3)];
const inMonth = (month: number, day: number) =>
  `2099-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
const calmLabel = String(ownTexts.months[calmMonth - 1]);
const otherLabel = String(ownTexts.months[otherMonth - 1]);

/** One container of each kind, for a screen that shows them all. */
async function fillWorld(world: TestApp) {
  const admin = await asAdmin(world);
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
  return { admin, guest, manager };
}

describe('the containers screen', () => {
  const screens = useScreens({}, fillWorld);

  const profile = (who?: { email: string }) =>
    who ? profileOf(screens.test, who.email) : profileOf(screens.test, 'admin@example.com');
  const open = async (path = '/container-status', options: BrowserContextOptions = {}, who?: { email: string }) => {
    const page = await screens.visit(path, who?.email, options);
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
  /**
   * Enters the hostile strings with markup and every eighth of the others, if they may be names, a few of them by calls.
   * Returns the names, oldest first.
   */
  const enterHostile = async () => {
    const hostile = hostileStrings().filter((text, index) => text.includes('<') || index % 8 === 0);
    const parsed = [...ownStrings, ...hostile].map((text) => {
      const input = {
        name: text,
        container_no: `PO-N ${text}`,
        expected_date: '2098-01-01',
        ex_factory_date: '2098-01-01',
      };
      return { input, accepted: containersContract.create.body.safeParse(input).data };
    });
    const isCalled = (index: number) => index < ownStrings.length || index % 18 === 0;
    const entered: string[] = [];
    for (const { input, accepted } of parsed.filter((_, index) => isCalled(index))) {
      const answer = await screens.world.admin.call(containersContract.create, input);
      assert.equal(answer.status, accepted ? 201 : 422, JSON.stringify(input.name));
      if (accepted) entered.push(answer.body.name);
    }
    const others = parsed.flatMap(({ accepted }, index) => (accepted && !isCalled(index) ? [accepted] : []));
    await insertContainers(
      screens.test,
      others.map(({ name, container_no }) => ({ name, number: container_no })),
    );
    return [...entered, ...others.map(({ name }) => name)];
  };

  test('shows late containers first and departed ones last; another order is kept in the address', async () => {
    const page = await open();
    await shows(page, 'Overdue one', 'Flagged one', 'Factory one', 'Waiting one', 'Received one', 'Departed one');
    await page.getByLabel('Sort By').selectOption('Newest first');
    await shows(page, 'Overdue one', 'Factory one', 'Flagged one', 'Departed one', 'Received one', 'Waiting one');
    assert.equal(new URL(page.url()).searchParams.get('sort'), 'newest');
    await page.reload();
    await shows(page, 'Overdue one', 'Factory one', 'Flagged one', 'Departed one', 'Received one', 'Waiting one');
  });

  test('has one primary button, and the first card of a phone begins above 360 px', async () => {
    const page = await open('/container-status', { viewport: { width: 390, height: 844 } });
    const card = cardOf(page, 'Overdue one');
    await card.waitFor();
    // This note of the counts is above the cards.
    await page.getByText('Delayed: 2 also counted as Not Received or Received').waitFor();
    const top = (await card.boundingBox())?.y ?? 999;
    assert.ok(top < 360, `${top} px`);
    const background = async (name: string) => {
      const button = page.getByRole('button', { name, exact: true }).first();
      return (await stylesOf(button, ['background-color']))[0];
    };
    const primary = await background('Add Container');
    for (const name of ['Mark Received', 'Mark Departed', 'Delay PFI', 'Undo Departed'])
      assert.notEqual(await background(name), primary, name);
  });

  test('shows role 3 why the buttons of the state are disabled', async () => {
    const page = await open('/container-status', {}, screens.world.guest);
    const button = cardOf(page, 'Waiting one').getByRole('button', { name: 'Mark Received' });
    await button.waitFor();
    assert.equal(await button.isDisabled(), true);
    const reason = 'Only administrators and managers can change the state of a container.';
    await page.getByText(reason, { exact: true }).waitFor();
    const ids = (await button.getAttribute('aria-describedby'))?.split(' ') ?? [];
    const described = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()));
    assert.deepEqual(described, ['Waiting one', reason]);
    // The bar of the layout does not cover the title.
    const title = await page.getByRole('heading', { level: 1 }).boundingBox();
    const bar = await page.getByRole('button', { name: 'Cards', exact: true }).boundingBox();
    assert.ok(title && bar && title.x + title.width <= bar.x, JSON.stringify({ title, bar }));
  });

  test('shows cards with number, dates and creator', async () => {
    const page = await open();
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

  test('a badge shows the displayed status, and a marker shows a set delay flag', async () => {
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

  test('offers the buttons of each state', async () => {
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

  test('the note of the counts is level with the labels of the filters, and a tablet has all actions in one line', async () => {
    const page = await open('/container-status', { viewport: { width: 1280, height: 800 } });
    const bottomOf = async (locator: Locator) => {
      const box = await locator.boundingBox();
      return box ? Math.round(box.y + box.height) : 0;
    };
    const note = page.getByText('Delayed: 2 also counted as Not Received or Received');
    await note.waitFor();
    const label = page.getByText('PFI month', { exact: true });
    assert.ok(Math.abs((await bottomOf(note)) - (await bottomOf(label))) <= 2);
    await page.setViewportSize({ width: 768, height: 900 });
    const action = (name: string) => page.getByRole('button', { name, exact: true });
    await action('Cards').waitFor();
    assert.equal(await bottomOf(action('Add Container')), await bottomOf(action('Cards')));
  });

  test('counts all, not received, received, departed and delayed; pressing a count shows those', async () => {
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
    await shows(page, 'Overdue one', 'Flagged one', 'Factory one');
    assert.equal(await count(page, 'Delayed').getAttribute('aria-pressed'), 'true');
    assert.equal(await page.getByLabel('Status', { exact: true }).inputValue(), 'Delayed');
    await count(page, 'All').getByText('6').waitFor();
    await count(page, 'Departed').click();
    await shows(page, 'Departed one');
  });

  test('searches name and number once typing has paused for 300 ms', long, async () => {
    // A page of its own, because its clock stays replaced.
    const page = await screens.open('/container-status', await profile());
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

  test('filters by status, PFI month and Ex-Factory month; reload and back keep it', async () => {
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
    await shows(page, 'Received one', 'Departed one');
    await status.selectOption('Received');
    await shows(page, 'Received one');
    await page.reload();
    await shows(page, 'Received one');
    assert.equal(await status.inputValue(), 'Received');
    await page.goBack();
    await shows(page, 'Received one', 'Departed one');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await cardOf(page, 'Waiting one').waitFor();
    await page.getByLabel('Ex-Factory month').selectOption(calmLabel);
    await shows(page, 'Waiting one');
    await page.getByLabel('PFI month').selectOption(otherLabel);
    await shows(page, 'Waiting one');
  });

  test('an empty result shows the hint for a search or for a first container', async () => {
    const page = await open();
    await search(page).fill('no such container %_');
    await page.getByText('No containers found', { exact: true }).waitFor();
    await page.getByText('Try adjusting your search criteria or filters', { exact: true }).waitFor();
    await page.route('**/api/containers/page?*', (route) =>
      route.fulfill({ json: { containers: [], next: null, found: 0 } }),
    );
    await page.goto('/container-status');
    await page.getByText('No containers found', { exact: true }).waitFor();
    await page.getByText('Create your first container to get started', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Import a spreadsheet', exact: true }).waitFor();
    assert.deepEqual(await violationsEverywhere(page, widths), []);
  });

  test('a failure to load the containers shows the reason and a button to try again', async () => {
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

  test('counts that cannot be loaded are dashes, and leave the list', async () => {
    const page = await open();
    await page.route('**/api/containers/counts?*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await cardOf(page, 'Waiting one').waitFor();
    await count(page, 'Delayed').getByText('–').waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  test('a delay history opens with its entries, who logged them and when, and their count', async () => {
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

  test('a failure to load a history is shown in the card, without a toast', async () => {
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

  test('role 3 sees the whole screen, but cannot change a container', async () => {
    // The page of any manager would mark the container as overdue.
    await screens.closePages();
    await enterContainer(screens.world.admin, { name: 'Crossed unseen', pfi: dayFromNow(-1) });
    const sent: string[] = [];
    const page = await screens.open('/user', await profile(screens.world.guest));
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
    const manager = await open('/container-status', {}, screens.world.manager);
    await cardOf(manager, 'Waiting one').getByRole('button', { name: 'Edit' }).waitFor();
    await manager.getByRole('button', { name: 'Add Container' }).waitFor();
  });

  test('a link opens the history of its container, or a message about a deleted one', long, async () => {
    const { id } = await enterContainer(screens.world.admin, { name: 'Linked one', pfi: '2099-11-20' });
    await screens.world.admin.call(containersContract.update, {
      id,
      name: 'Linked one',
      container_no: 'PO-L',
      expected_date: '2099-11-29',
      ex_factory_date: '2099-08-08',
      reason: 'Vessel was full',
    });
    await changeStatus(screens.world.admin, id, 'Ex Factory Delayed', 'Rain');
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
      await drawer.getByText('This container no longer exists.').waitFor();
    }
  });

  test('on a phone no element overflows, the filters collapse, and buttons have the size of touch targets', async () => {
    await enterContainer(screens.world.admin, { name: `Unbroken${'x'.repeat(240)}`, number: `N${'0'.repeat(250)}` });
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
    await shows(page, 'Received one', 'Departed one');
    await filters.getByTitle('1 filter active').waitFor();
  });

  test('meets WCAG 2.2 AA in light and dark, on a desk and on a phone, with histories open', long, async () => {
    const page = await open();
    const flagged = cardOf(page, 'Flagged one');
    await flagged.getByRole('button', { name: 'PFI Delay History' }).click();
    await flagged.getByText('Vessel is full').waitFor();
    assert.deepEqual(await violationsEverywhere(page, widths), []);
    await flagged.getByRole('button', { name: 'History', exact: true }).click();
    await page.getByRole('dialog').getByText('PFI delayed: Vessel is full').waitFor();
    assert.deepEqual(await violationsEverywhere(page, widths), []);
    const guest = await open('/container-status', { colorScheme: 'dark' }, screens.world.guest);
    await cardOf(guest, 'Flagged one').waitFor();
    assert.deepEqual(await violations(guest), [], 'disabled buttons');
  });

  test('shows names and numbers as text, also those that look like markup', async () => {
    const entered = await enterHostile();
    const page = await open('/container-status?sort=newest', { viewport: { width: 1440, height: 1800 } });
    page.on('dialog', () => screens.problems.push('a dialog of the browser'));
    await search(page).fill('PO-N');
    await page
      .getByText(new RegExp(`^${entered.length.toLocaleString('en-US')} containers found$`))
      .first()
      .waitFor();
    // The list draws only the cards near the viewport, so the page collects the names while it scrolls.
    const seen = await page.evaluate(`new Promise((resolve) => {
      const names = [];
      const giveUpAt = performance.now() + 120_000;
      const step = () => {
        for (const card of document.querySelectorAll('[aria-posinset]'))
          names[card.getAttribute('aria-posinset') - 1] = card.querySelector('h2').textContent;
        const gap = names.findIndex((name) => name === undefined);
        const inOrder = gap === -1 ? names.length : gap;
        if (inOrder >= ${entered.length} || performance.now() > giveUpAt) return resolve(names);
        document.querySelector('[aria-posinset="' + inOrder + '"]')?.scrollIntoView();
        requestAnimationFrame(step);
      };
      step();
    })`);
    assert.deepEqual(seen, entered.toReversed());
    assert.equal(await page.title(), 'Container Status Management · Stowage');
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    await page.setViewportSize(phone);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
  });

  test('draws only the cards near the viewport of ten thousand containers', long, async () => {
    const boxes = Array.from({ length: 10_000 }, (_, index) => ({
      name: `Zz Box ${String(index).padStart(5, '0')}`,
      number: `ZZ-${index}`,
    }));
    await insertContainers(screens.test, boxes);
    const page = await open();
    await count(page, 'All')
      .getByText(/^1[01],\d{3}$/)
      .waitFor();
    // The counts are a call of their own.
    await page.locator('[aria-posinset="1"]').waitFor();
    const [first] = await names(page);
    const setSize = await cardOf(page, String(first)).getAttribute('aria-setsize');
    assert.match(String(setSize), /^1[01]\d{3}$/);
    await scrollToRow(page, 'aria-posinset', 240);
    // The browser reports that a page of the list is far away after a later frame.
    await page.locator('[aria-posinset="1"]').waitFor({ state: 'detached' });
    await until(page, `document.querySelectorAll('[aria-posinset]').length < 240`);
    await scrollToRow(page, 'aria-posinset', 1);
    assert.equal((await names(page))[0], first);
    await search(page).fill('ZZ-9876');
    await shows(page, 'Zz Box 09876');
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
