import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { checklistContract } from '#features/papers/checklist.contract.ts';
import { until, useScreens } from '#tests/browser.ts';
import { changeStatus, dayFromNow, enterContainer } from '#tests/containers.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeFileType, makeTeam, makeUser, upload } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';
import type { TestApp } from '#tests/test-app.ts';

async function fillWorld(world: TestApp) {
  const admin = await asAdmin(world);
  const team = await makeTeam(world, 'Harbour');
  const ada = await makeUser(world, { role: 3, team, sees: [1], name: 'Ada Crane' });
  const type = await makeFileType(world, 'Invoice');
  const [bill, gone] = await upload(
    admin,
    type,
    { name: 'bill.txt', bytes: 'Bill of QQXU 204518-0' },
    { name: 'gone.txt' },
  );
  await admin.call(filesContract.remove, { id: gone?.id ?? 0 });
  await admin.call(checklistContract.add, { file_type_id: type, stage: 'received' });
  const box = await enterContainer(admin, { name: 'Wine', number: 'PO-1', pfi: dayFromNow(3) });
  await changeStatus(admin, box.id, 'Delayed', 'Fog');
  await admin.call(containerWorkContract.comment, { id: box.id, text: 'Hello' });
  await admin.call(containerFilesContract.link, { id: box.id, file_ids: [bill?.id ?? 0] });
  const thrown = await enterContainer(admin, { name: 'Rum', number: 'PO-2' });
  await admin.call(containersContract.remove, { id: thrown.id });
  await world.ctx.db
    .insertInto('notifications')
    .values({
      user_id: 1,
      title: 'Notice',
      message: 'x',
      link: null,
      created_at: world.now().toISOString(),
      read_at: null,
    })
    .execute();
  return { ada: ada.email, box: box.id, bill: bill?.id ?? 0 };
}

/**
 * Evaluated before a page: changes each JSON response in the way of `window.name`, and records calls. The role of a user and
 * the permissions stay, because a user without them is sent to the login screen.
 */
const spoiler = `
  const isList = Array.isArray;
  const isObject = (value) => typeof value === 'object' && value !== null && !isList(value);
  const ways = {
    'lists are null': (value) => (isList(value) ? null : value),
    'objects are null': (value) => (isObject(value) ? null : value),
    'all other values are null': (value) => (typeof value === 'object' ? value : null),
    'lists and numbers are text': (value) => (isList(value) || typeof value === 'number' ? JSON.stringify(value) : value),
  };
  const isKept = (name) => ['id', 'role_id', 'must_set_up_two_factor'].includes(name) && window.name === 'all other values are null';
  const changeInside = (value, change) => {
    const changed = (one) => change(changeInside(one, change));
    if (isList(value)) return value.map(changed);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, isKept(name) ? one : changed(one)]));
  };
  const send = window.fetch;
  window.underWay = 0;
  window.read = new Set();
  window.written = [];
  window.fetch = async (input, options) => {
    window.underWay += 1;
    try {
      const response = await send(input, options);
      const { pathname } = new URL(response.url);
      if ((options.method ?? 'GET') !== 'GET') window.written.push(pathname);
      window.read.add(pathname.replace(/\\/\\d+(?=\\/|$)/g, '/:id'));
      if (!response.ok || !/json/.test(response.headers.get('content-type') ?? '')) return response;
      const body = await response.json();
      const spoiled = pathname === '/api/permissions' ? body : changeInside(body, ways[window.name]);
      return new Response(JSON.stringify(spoiled), { status: response.status });
    } finally {
      window.underWay -= 1;
    }
  };
`;

const ways = ['lists are null', 'objects are null', 'all other values are null', 'lists and numbers are text'];

/** A screen is opened, or a button of the screen pressed. Then the responses to these calls are on screen. */
type Step = ({ open: string } | { press: string }) & { calls: string };

/** Without the calls whose responses are in the cache since an earlier step. */
const stepsOf = ({ box, bill }: { box: number; bill: number }): [{ open: string; calls: string }, ...Step[]] => [
  { open: '/two-factor', calls: '/api/two-factor' },
  {
    open: '/dashboard',
    calls:
      '/api/admin-index /api/admin-dashboard /api/containers/page /api/containers/counts /api/waiting-papers /api/first-steps /api/sample',
  },
  { press: 'Notifications', calls: '' },
  { open: '/uploadPage', calls: '/api/uploads /api/file-type' },
  { open: '/files', calls: '/api/teams /api/files/overview' },
  { press: 'Details bill.txt', calls: '/api/files/:id' },
  { open: `/files?preview=${bill}`, calls: '' },
  { open: '/files?q=Bill', calls: '/api/files/text-search' },
  { open: '/trash', calls: '/api/trash' },
  { open: '/container-status', calls: '/api/containers/page' },
  { press: 'Trash', calls: '/api/containers/trash' },
  { open: `/container-status?container=${box}`, calls: '/api/containers/:id/history' },
  { open: '/container-status/import', calls: '/api/containers/imports' },
  { open: '/container-status/report', calls: '/api/containers/report' },
  { open: '/container-status/parties', calls: '/api/parties/page /api/parties/doubles' },
  {
    open: `/container-status/${box}`,
    calls: '/api/containers/:id /api/containers/:id/followers',
  },
  { open: '/teammodule', calls: '' },
  { press: 'Delete', calls: '/api/teams/:id/usage' },
  { open: '/register', calls: '/api/roles' },
  { open: '/register?edit=2', calls: '/api/users/:id' },
  { open: '/users', calls: '/api/users /api/users/totals' },
  { open: '/users/import', calls: '/api/users/imports' },
  { open: '/audit', calls: '/api/audit /api/users_list' },
  { open: '/file-type', calls: '/api/checklist' },
  { press: 'Delete', calls: '/api/file-type/:id/usage' },
  { open: '/change-password', calls: '/api/sessions' },
  { open: '/notifications', calls: '/api/notifications/page' },
  { open: '/permissionspanel', calls: '/api/permissions' },
  { press: 'History', calls: '/api/permissions/history' },
  { open: '/system', calls: '/api/system' },
];

/** Opens a screen without a load of the page. */
const open = (path: string) => `(() => {
  const before = location.pathname;
  history.pushState(null, '', ${JSON.stringify(path)});
  if (location.pathname !== before) document.querySelector('h1')?.setAttribute('data-before', '');
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
})()`;

/** Waits until the screen shows the responses to these calls. */
async function shows(page: Page, calls: string): Promise<void> {
  const expected = JSON.stringify(calls.split(' ').filter(Boolean));
  const arrived = `window.underWay === 0 && ${expected}.every((call) => window.read.has(call))`;
  await until(page, `document.querySelector('h1:not([data-before])') && ${arrived}`);
  // They are rendered in the next frames.
  const frame = 'new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))';
  await page.evaluate(`${frame}.then(() => ${frame})`);
}

const signs = /Something broke|cannot be shown|\b(null|undefined|NaN)\b|\[object|Invalid Date/;

/** Asserts that the page has its heading and the menu, and shows no trace of a missing value. */
async function assertWhole(page: Page, step: string): Promise<void> {
  const seen = (await page.evaluate(`({
    heading: document.querySelector('h1').innerText,
    menu: document.querySelector('nav[aria-label="Main menu"] a')?.innerText,
    text: document.body.innerText,
    written: window.written.filter((path) => !/mark-as-read|looks|page-performance/.test(path)),
  })`)) as { heading: string; menu: string; text: string; written: string[] };
  assert.ok(seen.heading && seen.menu, `${step}: ${JSON.stringify(seen)}`);
  assert.deepEqual(
    seen.text.split('\n').filter((line) => signs.test(line)),
    [],
    step,
  );
  assert.deepEqual(seen.written, [], `${step} wrote`);
}

describe('a screen keeps its heading and the menu', () => {
  const screens = useScreens({}, fillWorld);

  /** Opens a page that changes each response in this way. */
  const start = async (path: string, email: string, way: string) => {
    const page = await screens.open('/healthz', await profileOf(screens.test, email));
    await page.addInitScript(spoiler);
    await page.evaluate(`window.name = ${JSON.stringify(way)}`);
    await page.goto(path);
    return page;
  };

  for (const way of ways)
    test(`if in each response ${way}`, long, async () => {
      const [first, ...steps] = stepsOf(screens.world);
      const page = await start(first.open, 'admin@example.com', way);
      await shows(page, first.calls);
      for (const step of steps) {
        await page.evaluate('window.read.clear()');
        if ('open' in step) await page.evaluate(open(step.open));
        else {
          const button = page.locator('main, header').getByRole('button', { name: step.press, exact: true }).first();
          // An empty list has no buttons.
          if (way.endsWith('s are null') && (await button.count()) === 0) continue;
          await button.click();
        }
        await shows(page, step.calls);
        await assertWhole(page, JSON.stringify(step));
      }
      assert.deepEqual(screens.problems, []);
    });

  test('on the personal dashboard', async () => {
    for (const way of ways) {
      const page = await start('/user', screens.world.ada, way);
      await shows(page, '/api/user /api/user/activity /api/user/password');
      await assertWhole(page, way);
    }
    assert.deepEqual(screens.problems, []);
  });

  test('and its other parts, if one of them fails, which then can be tried again', async () => {
    const page = await screens.visit('/healthz');
    await page.addInitScript(`
      const format = Number.prototype.toLocaleString;
      Number.prototype.toLocaleString = function (...rest) {
        if (window.isWhole || Number(this) !== 424_242) return format.apply(this, rest);
        throw new Error('A planted error.');
      };
    `);
    const counts = { totalUsers: 424_242, activeUsers: 1, totalTeams: 1, filesUploaded: 1 };
    await page.route('**/api/admin-index', (route) => route.fulfill({ json: counts }));
    await page.goto('/dashboard');
    await page.getByText('This part of the page cannot be shown.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Welcome back, Administrator!' }).waitFor();
    await page.getByText('Recent Files Uploaded').waitFor();
    await page.evaluate('window.isWhole = true');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('424,242').waitFor();
    assert.equal(await page.getByText('This part of the page cannot be shown.').count(), 0);
    assert.ok(screens.problems.splice(0).every((problem) => problem.includes('A planted error.')));
  });

  test('and the menu, if the bell and the area for dropped files fail', async () => {
    // A page of its own: the next test must not get one with planted errors.
    const page = await screens.open('/healthz', await profileOf(screens.test, 'admin@example.com'));
    await page.addInitScript(`
      const plant = (isHit) => {
        if (!window.isWhole && isHit) throw new Error('A planted error.');
      };
      const { filter } = Array.prototype;
      Array.prototype.filter = function (...rest) {
        plant(this.length > 0 && String(rest[0]).includes('.is_read'));
        return filter.apply(this, rest);
      };
      const { addEventListener } = EventTarget.prototype;
      EventTarget.prototype.addEventListener = function (...rest) {
        // React listens for the event on its root element.
        plant(this === window && rest[0] === 'dragover');
        return addEventListener.apply(this, rest);
      };
    `);
    await page.goto('/dashboard');
    const broken = page.getByRole('alert').filter({ hasText: 'This part of the page cannot be shown.' });
    await broken.nth(1).waitFor();
    await page.getByText('Recent Files Uploaded').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Welcome back, Administrator!' }).waitFor();
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Teams' }).waitFor();
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Notifications' }).count(), 0);
    await page.evaluate('window.isWhole = true');
    await page.getByRole('banner').getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Notifications' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await broken.first().waitFor({ state: 'detached' });
    assert.ok(screens.problems.splice(0).every((problem) => problem.includes('A planted error.')));
  });
});
