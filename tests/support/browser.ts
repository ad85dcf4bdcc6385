import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, BrowserContextOptions, Dialog, Locator, Page } from 'playwright-core';
import { browserFolder } from '../../src/app/server/open-context.ts';
import { assertDocumented } from './documented.ts';
import { cookiesOf } from './signed-in.ts';
import { adminPassword, openTestApp } from './test-app.ts';
import type { Environment, TestApp } from './test-app.ts';

const switches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page of a test ends before optimized code or a process for drawing pays off.
  '--js-flags=--no-opt,--no-maglev,--single-threaded-gc',
  '--in-process-gpu',
];

/** Timeout of every wait for an element on screen. */
const screenWaitMs = 60_000;

export type Screens<World = undefined> = {
  test: TestApp;
  /** The result of the function that fills the product before the first test. */
  world: World;
  /** Origin of the product. */
  address: string;
  /** Opens a page in a fresh browser profile. Its errors and policy violations are collected in `problems`. */
  open: (path?: string, options?: BrowserContextOptions) => Promise<Page>;
  /**
   * Opens a page that is signed in as this user. Visits of several tests take turns on one page, because a new renderer process
   * costs twice the processor time of a load. Between tests the page loses its routes, listeners, storage and, if the next user
   * is another one, its cookies. A seventh page of one user waits for a free connection. A test that changes the profile itself
   * (clock, session, network) uses `open` with `profileOf`.
   */
  visit: (path: string, email?: string, options?: BrowserContextOptions) => Promise<Page>;
  /** Closes all pages, so that no page of an earlier test acts in the next one. */
  closePages: () => Promise<void>;
  problems: string[];
};

// One for all test files of the process: a start takes about a second.
let launched: Promise<Browser> | undefined;

/** Returns the browser of this process. Starts another if it has crashed, so that only the test at hand fails. */
async function sharedBrowser(): Promise<Browser> {
  const running = await launched?.catch(() => undefined);
  if (running?.isConnected()) return running;
  launched = chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: switches });
  return launched;
}

// At the level of the file, so that it runs once, after the last test of the process.
after(async () => (await launched)?.close());

/**
 * The product listening on a port of its own, with pages in the shared browser, for the tests of a block. `fill` enters
 * the data that these tests share, so that none of them depends on an earlier one.
 */
export function useScreens<World = undefined>(
  environment: Environment = {},
  fill?: (test: TestApp) => Promise<World>,
): Screens<World> {
  const contexts: BrowserContext[] = [];
  let profiles: Profile[] = [];
  const screens = { problems: [] as string[] } as Screens<World>;
  const undocumented: string[] = [];
  before(async () => {
    if (!existsSync(`${browserFolder}/index.html`)) throw new Error('The front end is not built: run npm test.');
    screens.test = await openTestApp(environment);
    recordUndocumented(screens.test.app, undocumented);
    delayAnswers(screens.test.app);
    if (fill) screens.world = await fill(screens.test);
    await screens.test.app.listen({ host: '127.0.0.1', port: await portOfProduct() });
    const { port } = screens.test.app.server.address() as AddressInfo;
    screens.address = `http://127.0.0.1:${port}`;
    profiles = profilesAt.get(port) ?? [];
    profilesAt.set(port, profiles);
    for (const profile of profiles) profile.problems = screens.problems;
    screens.closePages = async () => {
      const shared = profiles.splice(0).map(({ context }) => context);
      await Promise.all([...contexts.splice(0), ...shared].map((context) => context.close()));
    };
    screens.open = async (path = '/', options = {}) => {
      const context = await newProfile(screens.address, options);
      contexts.push(context);
      const page = await openPage(context, () => screens.problems);
      await page.goto(path);
      return page;
    };
    screens.visit = async (
      path,
      email = 'admin@example.com',
      { viewport = desk, colorScheme = 'light', ...rest } = {},
    ) => {
      const profile = await profileFor(email, rest);
      const idle = profile.idle.pop();
      const page = idle ?? (await openPage(profile.context, () => profile.problems));
      profile.used.push(page);
      await page.setViewportSize(viewport ?? desk);
      await page.emulateMedia({ colorScheme, media: null });
      await page.goto(path);
      return page;
    };
  });
  /** Returns a profile of this user. Prefers one that an earlier test has used, signed in anew. */
  const profileFor = async (email: string, options: BrowserContextOptions): Promise<Profile> => {
    const key = JSON.stringify(options);
    const fitting = profiles.filter((one) => one.key === key && one.context.browser()?.isConnected());
    const own = fitting.find((one) => one.email === email && email !== nobody);
    if (own) return Object.assign(own, { isTaken: true });
    const cookies = email === nobody ? [] : await cookiesOf(screens.test, email);
    const free = fitting.find((one) => !one.isTaken);
    if (free) {
      free.email = email;
      free.isTaken = true;
      await free.context.clearCookies();
      await free.context.addCookies(cookies);
      return free;
    }
    const storageState = { cookies, origins: [] };
    const context = await newProfile(screens.address, { storageState, ...options });
    const added = { key, email, context, problems: screens.problems, isTaken: true, idle: [], used: [] };
    profiles.push(added);
    return added;
  };
  beforeEach(async () => {
    if (profiles.length === 0) return;
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    await Promise.all(profiles.map(resetProfile));
  });
  after(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    await keepProfiles(profiles, screens.address);
    await screens.test?.close();
    assert.deepEqual(undocumented, []);
  });
  return screens;
}

/** Opens a page that adds its errors and policy violations to a list. */
async function openPage(context: BrowserContext, problems: () => string[]): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => problems().push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    // A refused call is an expected response, not a fault of the page.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems().push(`${page.url()}: ${message.text()}`);
  });
  return page;
}

/** In place of an e-mail: a visit without a session. The visitor may sign in. */
export const nobody = '';

/**
 * A browser profile that tests share, with the options in `key`: the pages that the current test has not yet taken, those
 * that it has, and the list for the problems of its pages.
 */
type Profile = {
  key: string;
  email: string;
  context: BrowserContext;
  problems: string[];
  isTaken: boolean;
  idle: Page[];
  used: Page[];
};

/**
 * The profiles of this process, by the port of the product. The products of one process use the same port in turn, so that
 * a block can use the pages of the blocks before it, whose scripts are in the cache.
 */
const profilesAt = new Map<number, Profile[]>();

/** Below the ports that systems give to outgoing connections. Other processes of the tests have another number. */
export const usualPort = 20_000 + (process.pid % 10_000);

/** Returns the usual port, or 0 for any other one if it is in use. */
function portOfProduct(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(0));
    probe.listen(usualPort, '127.0.0.1', () => probe.close(() => resolve(usualPort)));
  });
}

/** Resets the usual profiles of the usual port for the next block, two pages of each at most, and closes the others. */
async function keepProfiles(profiles: Profile[], address: string): Promise<void> {
  const isKept = ({ key, context }: Profile) =>
    address.endsWith(`:${usualPort}`) && key === '{}' && context.browser()?.isConnected() === true;
  for (const profile of profiles.splice(0)) {
    if (!isKept(profile)) {
      await profile.context.close();
      continue;
    }
    await resetProfile(profile);
    await Promise.all(profile.idle.splice(2).map(closePage));
    await profile.context.clearCookies();
    profiles.push(Object.assign(profile, { email: nobody }));
  }
}

const desk = { width: 1440, height: 900 };

/**
 * Long lists leave the drawing of a row to the frame that shows it, and until then its `innerText` is empty. Tests read a
 * row as soon as it exists.
 *
 * The second sheet makes the page transparent. Its layout, events and focus stay the same, and Chromium does not draw it,
 * which saves a fifth of the processor time of a load. Playwright treats a transparent element as visible.
 */
const sheetsOfTests = `
  document.adoptedStyleSheets = [
    '* { content-visibility: visible !important }',
    '@media screen { html { opacity: 0 !important } }',
  ].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
`;

/** Evaluated in a page: makes it opaque until its next load. Contrast and largest paint exist only in a page that is drawn. */
export const makeOpaque = 'document.adoptedStyleSheets.splice(1); undefined';

async function newProfile(baseURL: string, options: BrowserContextOptions): Promise<BrowserContext> {
  const browser = await sharedBrowser();
  // Playwright cannot intercept the requests of a service worker. A test of the worker allows it.
  const defaults = { viewport: desk, baseURL, reducedMotion: 'reduce', serviceWorkers: 'block' } as const;
  const context = await browser.newContext({ ...defaults, ...options });
  context.setDefaultTimeout(screenWaitMs);
  await context.addInitScript(sheetsOfTests);
  return context;
}

const leave = (dialog: Dialog) => void dialog.accept();

/** After this time the command to close a page is sent again. */
const closeWaitMs = 5_000;
const closeAttempts = 6;

/** Closes a page. Chromium sometimes accepts the command and keeps the page open. The same command closes it later. */
async function closePage(page: Page): Promise<void> {
  const closing = page.close();
  for (let attempt = 0; attempt < closeAttempts; attempt += 1) {
    const waiting = sleep(closeWaitMs, false, { ref: false });
    if (await Promise.race([closing.then(() => true), waiting])) return;
    // Fails if the page is closed by now.
    await closeAgain(page).catch(() => undefined);
  }
  throw new Error(`Chromium did not close the page ${page.url()}.`);
}

async function closeAgain(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  const browser = await page.context().browser()?.newBrowserCDPSession();
  await browser?.send('Target.closeTarget', { targetId: targetInfo.targetId });
  await browser?.detach();
}

/** Makes the pages of the last test ready for the next one. Closes those that cannot be reset, and pop-up windows. */
async function resetProfile(profile: Profile): Promise<void> {
  profile.isTaken = false;
  const used = profile.used.splice(0);
  const strangers = profile.context.pages().filter((page) => !used.includes(page) && !profile.idle.includes(page));
  await Promise.all(strangers.map(closePage));
  for (const page of used) {
    if (page.isClosed()) continue;
    try {
      for (const event of ['dialog', 'request', 'requestfailed', 'response'] as const) page.removeAllListeners(event);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      // A page with unsaved changes asks before it is left.
      page.on('dialog', leave);
      // A document without scripts: the page must not act in the next test.
      await page.goto('/healthz');
      await page.evaluate('localStorage.clear(); sessionStorage.clear()');
      // The choices that a browser keeps for a person.
      await page.context().clearCookies({ name: /^(?!stowage_session$|XSRF-TOKEN$)/ });
      page.off('dialog', leave);
      profile.idle.push(page);
    } catch {
      await closePage(page);
    }
  }
}

/** Collects the responses to pages that differ from the API document. */
function recordUndocumented(app: FastifyInstance, found: string[]): void {
  app.addHook('onSend', async ({ method, url }, reply, payload) => {
    // Node does not send the body of an answer to HEAD.
    const body = typeof payload === 'string' && method !== 'HEAD' ? { body: payload } : {};
    try {
      assertDocumented({ method, url }, { statusCode: reply.statusCode, headers: reply.getHeaders(), ...body });
    } catch (error) {
      found.push((error as Error).message);
    }
  });
}

/**
 * Delays each API answer to a page by 50 to 800 ms if SLOW_ANSWERS is set to a number. The delays depend on the number
 * and the address. A test that does not wait for what it reads then fails.
 */
function delayAnswers(app: FastifyInstance): void {
  const seed = process.env['SLOW_ANSWERS'];
  if (!seed) return;
  app.addHook('onSend', async ({ url, headers }) => {
    // Tests create their data through inject, whose user agent is this one. It is not delayed.
    if (!url.startsWith('/api/') || headers['user-agent'] === 'lightMyRequest') return;
    await sleep(50 + (crc32(`${seed} ${url}`) % 750));
  });
}

/** Delays the responses to these calls until the returned function is called. */
export async function hold(page: Page, calls: string | ((url: URL) => boolean)): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await promise;
    // Fails if the page has cancelled the request meanwhile.
    await route.continue().catch(() => undefined);
  });
  return resolve;
}

/** Signs in through the login screen. */
export async function signInOnScreen(page: Page, email = 'admin@example.com', password = adminPassword): Promise<void> {
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('button', { name: 'Logout' }).first().waitFor();
}

/** The types of the DOM are not known to the tests. */
type StylesOfPage = {
  getComputedStyle: (element: unknown, part?: string) => { getPropertyValue: (name: string) => string };
};

/** Returns the computed values of these CSS properties of an element, or of its pseudo-element `part`. */
export function stylesOf(element: Locator, names: string[], part?: string): Promise<string[]> {
  return element.evaluate(
    (node, wanted) => {
      const style = (globalThis as unknown as StylesOfPage).getComputedStyle(node, wanted.part);
      return wanted.names.map((name) => style.getPropertyValue(name));
    },
    { names, part },
  );
}

/** Scrolls a long list up or down until the row with this number is drawn. */
export async function scrollToRow(page: Page, attribute: string, row: number): Promise<void> {
  const giveUpAt = Date.now() + 4 * screenWaitMs;
  const find = `(() => {
    const numberOf = (one) => Number(one.getAttribute('${attribute}'));
    const inView = (one) => one.getBoundingClientRect().bottom > 0 && one.getBoundingClientRect().top < innerHeight;
    const all = [...document.querySelectorAll('[${attribute}]')];
    return { rows: all.map(numberOf), inView: all.filter(inView).map(numberOf) };
  })()`;
  for (;;) {
    const { rows, inView } = (await page.evaluate(find)) as { rows: number[]; inView: number[] };
    if (rows.includes(row)) return;
    if (Date.now() > giveUpAt) throw new Error(`row ${row} was not rendered`);
    // Without a row in view, the rows of this place are being loaded. The last one is not the head of a table.
    const gap = row - (inView.at(-1) ?? row);
    // A row takes more than 20 px, so a long way is made in few steps and never goes past the row.
    if (gap !== 0) await page.mouse.wheel(0, Math.sign(gap) * Math.max(3_000, Math.abs(gap) * 20));
    await page.waitForTimeout(20);
  }
}

/**
 * Types with pauses just below `pauseMs`, on the page's clock, so that a busy machine does not stretch them. The returned
 * function lets the rest of the last pause pass.
 */
export async function typeSlowly(
  page: Page,
  box: Locator,
  text: string,
  pauseMs: number,
): Promise<() => Promise<void>> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const letter of text) {
    await page.clock.runFor(pauseMs - 1);
    await box.press(letter === ' ' ? 'Space' : letter);
  }
  await page.clock.runFor(pauseMs - 1);
  return async () => {
    await page.clock.runFor(1);
    await page.clock.resume();
  };
}

/**
 * Waits until an expression holds in the page. Playwright's waitForFunction evaluates text in the page, which its policy forbids.
 */
export async function until(page: Page, expression: string): Promise<void> {
  const giveUpAt = Date.now() + screenWaitMs;
  // Evaluation fails during a navigation; the next page answers again.
  const holds = () => page.evaluate(`Boolean(${expression})`).catch(() => false);
  while (!(await holds())) {
    if (Date.now() > giveUpAt) throw new Error(`did not become true: ${expression}`);
    await page.waitForTimeout(25);
  }
}

/** Waits until `read` returns the expected value. Fails with the difference. */
export const becomes = (context: TestContext, read: () => unknown, expected: unknown): Promise<void> =>
  context.waitFor(async () => assert.deepEqual(await read(), expected), { interval: 40, timeout: screenWaitMs });
