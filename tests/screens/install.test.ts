import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { signInOnScreen, useScreens } from '#tests/browser.ts';
import { long } from '#tests/long.ts';
import { makeTeam, makeUser, password } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';

const allowed: BrowserContextOptions = { serviceWorkers: 'allow' };
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Waits until the worker answers the requests of the next page. */
const workerIsActive = (page: Page) =>
  page.evaluate('navigator.serviceWorker.ready.then(({ active }) => active.state)') as Promise<string>;

/** Waits until a promise of the page resolves to this value, as text. */
async function resolvesTo(page: Page, promise: string, wanted: string): Promise<void> {
  const giveUpAt = Date.now() + 60_000;
  for (let found; found !== wanted; await page.waitForTimeout(25)) {
    found = String(await page.evaluate(promise));
    if (Date.now() > giveUpAt) assert.equal(found, wanted);
  }
}

/** Sends files in the form in which a phone's share sheet sends them. */
async function share(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  await page.evaluate(`{
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: '/share-target', enctype: 'multipart/form-data', id: 'share' });
    form.innerHTML = '<input type="file" name="files" multiple id="shared">';
    document.body.append(form);
  }`);
  await page.locator('#shared').setInputFiles(files);
  await page.evaluate(`document.querySelector('#share').submit()`);
}

const papers = [
  { name: 'Packing list Größe.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 packing') },
  { name: 'seal.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('seal') },
];

describe('the installed product', () => {
  let isRemoved = false;
  let nextRelease = '';
  const screens = useScreens({}, async ({ app }) => {
    // A release without a service worker.
    app.addHook('onRequest', async (request, reply) => {
      if (isRemoved && request.url === '/service-worker.js') await reply.code(404).send();
      // The hook below changes the script, so the one that the browser has is not the current one.
      if (nextRelease !== '') delete request.headers['if-none-match'];
    });
    app.addHook('onSend', async (request, reply, payload) => {
      if (nextRelease === '' || request.url !== '/service-worker.js' || typeof payload !== 'string') return payload;
      reply.removeHeader('content-length');
      return payload.replace(/(?<=^const release = )'.+?'/m, `'${nextRelease}'`);
    });
  });
  const makePerson = async () => makeUser(screens.test, { role: 3, team: await makeTeam(screens.test) });
  const listed = (page: Page) => page.getByRole('list', { name: /selected, / });

  test('opens the upload screen with the files that another app has shared, once, and stores them', long, async () => {
    const person = await makePerson();
    const page = await screens.open('/user', { ...(await profileOf(screens.test, person.email)), ...allowed });
    assert.match(await workerIsActive(page), /^activat/);
    await share(page, papers);
    await page.waitForURL('**/uploadPage');
    for (const { name } of papers) await listed(page).getByText(name, { exact: true }).waitFor();
    await page.getByRole('radio', { name: 'Document' }).check();
    await page.getByRole('button', { name: 'Upload 2 File(s)' }).first().click();
    await page.getByText('Files uploaded successfully!').waitFor();
    const rows = screens.test.ctx.db.selectFrom('files').select(['filename', 'size']).where('user_id', '=', person.id);
    assert.deepEqual(
      (await rows.orderBy('id').execute()).map(({ filename, size }) => [filename, size]),
      papers.map(({ name, buffer }) => [name, buffer.length]),
    );
    await page.goto('/uploadPage?shared=received');
    await page.getByText('The shared files did not arrive').waitFor();
  });

  test('keeps shared files until the sign-in, and drops them at the sign-out', long, async () => {
    const person = await makePerson();
    const page = await screens.open('/user', { ...(await profileOf(screens.test, person.email)), ...allowed });
    await workerIsActive(page);
    // A document without scripts: a page whose session is gone leaves for the login screen by itself.
    await page.goto('/healthz');
    await page.context().clearCookies();
    await share(page, papers);
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await signInOnScreen(page, person.email, password);
    await page.waitForURL('**/uploadPage');
    for (const { name } of papers) await listed(page).getByText(name, { exact: true }).waitFor();

    await page.evaluate(`caches.open('shared-files')`);
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await resolvesTo(page, `caches.has('shared-files')`, 'false');
  });

  test('is replaced by the worker of the next release, also while a page is open', long, async (t) => {
    t.after(() => (nextRelease = ''));
    const person = await makePerson();
    const page = await screens.open('/user', { ...(await profileOf(screens.test, person.email)), ...allowed });
    await workerIsActive(page);
    nextRelease = 'of-tomorrow';
    // The browser also asks by itself when a page is opened.
    await page.evaluate('navigator.serviceWorker.ready.then((registration) => registration.update())');
    await resolvesTo(page, `caches.keys().then(String)`, 'shell-of-tomorrow');
    await page.getByRole('link', { name: 'Search' }).first().click();
    await page.getByRole('heading', { name: 'Files & Documents' }).waitFor();
  });

  test('loads itself again, once, when its files were replaced by those of another release', long, async () => {
    const person = await makePerson();
    const page = await screens.open('/user', await profileOf(screens.test, person.email));
    await page.getByRole('heading', { level: 1 }).waitFor();
    let loads = 0;
    page.on('request', (request) => void (loads += Number(request.isNavigationRequest())));
    // The server of the next release has no file with the name that the open page knows.
    await page.route('**/assets/*.js', (route) => (loads === 0 ? route.fulfill({ status: 404 }) : route.continue()));
    // The pointer also fetches the code of the screen before the click.
    await page.getByRole('link', { name: 'Search' }).first().click();
    await page.getByRole('heading', { name: 'Files & Documents' }).waitFor();
    assert.equal(loads, 1);
  });

  test('keeps the page without a connection, and shows a part when its code arrives', async () => {
    const person = await makePerson();
    const page = await screens.open('/container-status', await profileOf(screens.test, person.email));
    const search = page.getByRole('searchbox', { name: 'Search containers' });
    await search.waitFor();
    await page.getByText('No containers').first().waitFor();
    let loads = 0;
    page.on('request', (request) => void (loads += Number(request.isNavigationRequest())));
    await page.context().setOffline(true);
    const isMissing = page.waitForEvent('requestfailed', (request) => request.url().includes('/healthz'));
    await page.getByRole('button', { name: 'More filters' }).click();
    await isMissing;
    await page.getByText('You are offline.').waitFor();
    await page.context().setOffline(false);
    const vessel = page.getByRole('dialog', { name: 'More filters' }).getByLabel('Vessel');
    await vessel.waitFor();
    assert.equal(loads, 0);
  });

  test('is removed by a release without a worker', async (t) => {
    t.after(() => (isRemoved = false));
    const person = await makePerson();
    const page = await screens.open('/user', { ...(await profileOf(screens.test, person.email)), ...allowed });
    await workerIsActive(page);
    isRemoved = true;
    // A page without scripts: the pages of that release do not register a worker.
    await page.goto('/healthz');
    const left = 'Promise.all([navigator.serviceWorker.getRegistrations(), caches.keys()])';
    await resolvesTo(page, `${left}.then((both) => both.map(({ length }) => length))`, '0,0');
  });

  test('offers the camera on a phone only', long, async () => {
    const person = await makePerson();
    const profile = await profileOf(screens.test, person.email);
    const page = await screens.open('/uploadPage', { ...profile, ...phone });
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Take a photo' }).click();
    const input = (await chooser).element();
    assert.deepEqual(
      [await input.getAttribute('capture'), await input.getAttribute('accept')],
      ['environment', 'image/*'],
    );
    await (await chooser).setFiles({ name: 'image.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('x') });
    await listed(page)
      .getByText(/^Photo \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.jpg$/)
      .waitFor();
    const desk = await screens.open('/uploadPage', profile);
    await desk.getByRole('button', { name: 'Choose a folder' }).waitFor();
    assert.equal(await desk.getByRole('button', { name: 'Take a photo' }).count(), 0);
  });

  test(
    'replaces every page by a message about the missing connection, and stores no page of a user',
    long,
    async () => {
      const person = await makePerson();
      const page = await screens.open('/user', { ...(await profileOf(screens.test, person.email)), ...allowed });
      await workerIsActive(page);
      await page.goto('/files');
      await page.getByRole('heading', { level: 1 }).waitFor();
      const stored = await page.evaluate(`(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    })()`);
      assert.deepEqual(stored, ['/offline.html', '/offline.js', '/favicon.svg']);
      await page.context().setOffline(true);
      await page.goto('/files?q=bill');
      await page.getByRole('heading', { name: 'No connection to Stowage' }).waitFor();
      assert.equal(new URL(page.url()).search, '?q=bill');
      await page.context().setOffline(false);
      // The page reloads itself when the browser is online again, which may be before the worker is.
      const files = page.getByRole('heading', { name: 'Files & Documents' });
      await page.getByRole('link', { name: 'Try again' }).or(files).first().click();
      await files.waitFor();
      assert.deepEqual(screens.problems, []);
    },
  );
});
