import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { after, before } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { browserFolder } from '../../src/app/server/open-parts.ts';
import { assertDocumented } from './documented.ts';
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
];

/** Longest wait for anything on screen. */
const screenWaitMs = 15_000;

export type Screens = {
  test: TestApp;
  /** The product's address. */
  address: string;
  /** A page of a fresh browser profile. What goes wrong in it (errors, failed policies) is collected in `problems`. */
  open: (path?: string, options?: BrowserContextOptions) => Promise<Page>;
  /** Closes what was opened before, so that no page of an earlier test acts in this one. */
  closePages: () => Promise<void>;
  problems: string[];
};

/** A product listening on a port of its own and a real Chromium, for the tests of a block. */
export function useScreens(environment: Environment = {}): Screens {
  const contexts: BrowserContext[] = [];
  const screens = { problems: [] as string[] } as Screens;
  const undocumented: string[] = [];
  let browser: Browser;
  before(async () => {
    if (!existsSync(`${browserFolder}/index.html`)) throw new Error('The front end is not built: run npm test.');
    screens.test = await openTestApp(environment);
    noteUndocumented(screens.test.app, undocumented);
    await screens.test.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = screens.test.app.server.address() as AddressInfo;
    screens.address = `http://127.0.0.1:${port}`;
    browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: switches });
    screens.closePages = async () => {
      await Promise.all(contexts.splice(0).map((context) => context.close()));
    };
    screens.open = async (path = '/', options = {}) => {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        baseURL: screens.address,
        reducedMotion: 'reduce',
        ...options,
      });
      contexts.push(context);
      context.setDefaultTimeout(screenWaitMs);
      const page = await context.newPage();
      page.on('pageerror', (error) => screens.problems.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        // A refused call is an answer, not a fault of the page.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          screens.problems.push(`${page.url()}: ${message.text()}`);
      });
      await page.goto(path);
      return page;
    };
  });
  after(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    await browser?.close();
    await screens.test?.close();
    assert.deepEqual(undocumented, []);
  });
  return screens;
}

/** What the pages ask is answered as the API document says. */
function noteUndocumented(app: FastifyInstance, found: string[]): void {
  app.addHook('onSend', async ({ method, url }, reply, payload) => {
    const body = typeof payload === 'string' ? { body: payload } : {};
    try {
      assertDocumented({ method, url }, { statusCode: reply.statusCode, headers: reply.getHeaders(), ...body });
    } catch (error) {
      found.push((error as Error).message);
    }
  });
}

/** Signs in on the login screen, as a person does. */
export async function signInOnScreen(page: Page, email = 'admin@example.com', password = adminPassword): Promise<void> {
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Logout' }).first().waitFor();
}

/** Scrolls a long list on until the row of this number is drawn, or back until it is; answers the numbers of all that are drawn then. */
export async function scrollToRow(page: Page, attribute: string, row: number): Promise<number[]> {
  const giveUpAt = Date.now() + 4 * screenWaitMs;
  for (;;) {
    const drawn = `[...document.querySelectorAll('[${attribute}]')].map((one) => Number(one.getAttribute('${attribute}')))`;
    const rows = (await page.evaluate(drawn)) as number[];
    if (rows.includes(row)) return rows;
    if (Date.now() > giveUpAt) throw new Error(`row ${row} was not drawn`);
    await page.mouse.wheel(0, row > Math.max(...rows) ? 3_000 : -3_000);
    await page.waitForTimeout(20);
  }
}

/**
 * Types with pauses of just less than `pauseMs`, whatever the machine is busy with, also after the last letter. What is
 * answered lets the rest of that pause pass.
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

/** Waits until an expression holds in the page. Not Playwright's waitForFunction: it evaluates text, which the page's policy forbids. */
export async function until(page: Page, expression: string): Promise<void> {
  const giveUpAt = Date.now() + screenWaitMs;
  // A page that is just being left cannot be asked; the next one can.
  const holds = () => page.evaluate(`Boolean(${expression})`).catch(() => false);
  while (!(await holds())) {
    if (Date.now() > giveUpAt) throw new Error(`did not come true: ${expression}`);
    await page.waitForTimeout(25);
  }
}
