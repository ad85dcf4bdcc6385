// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { obtainChromium } from './chromium.mjs';
import { TaskError, pinnedNode, root } from './programs.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ width: number, height: number }} Size */
/** @typedef {{ name: string, path: string, size?: Size, dark?: boolean, ready: (page: Page) => Promise<unknown> }} Picture */

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 780 };

/** @type {Picture[]} */
const pictures = [
  {
    name: 'files',
    path: '/files',
    ready: (page) =>
      page
        .getByRole('button', { name: /^Show \d+ more/ })
        .first()
        .waitFor(),
  },
  {
    name: 'preview',
    path: '/files',
    ready: async (page) => {
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Preview (?!Scan).+\.pdf$/ })
        .first()
        .click();
      await page.locator('canvas').first().waitFor();
    },
  },
  { name: 'dashboard', path: '/dashboard', ready: (page) => page.locator('.recharts-bar-rectangle').first().waitFor() },
  { name: 'containers', path: '/container-status', ready: (page) => page.getByText('Departed').nth(2).waitFor() },
  {
    name: 'permissions',
    path: '/permissionspanel',
    dark: true,
    ready: (page) => page.getByRole('switch').first().waitFor(),
  },
  {
    name: 'containers-on-a-phone',
    path: '/container-status',
    size: phone,
    ready: (page) => page.getByText('Departed').nth(2).waitFor(),
  },
];

/** The longest time for any step in the browser, and the time for animations to end. */
const timeoutMs = 30_000;
const settleMs = 800;

/** Takes the screenshots of the documentation from the demo. */
export async function takeScreenshots() {
  const executablePath = await obtainChromium();
  const dataDir = await mkdtemp(join(tmpdir(), 'stowage-screenshots-'));
  const server = spawn(pinnedNode, ['tools/demo/main.ts'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', DATABASE_URL: '', STORAGE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  try {
    const { address, email, password } = await readSignIn(server.stdout);
    const { chromium } = await import('playwright-core');
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    await mkdir(join(root, 'docs/screenshots'), { recursive: true });
    for (const { name, path, size = desktop, dark = false, ready } of pictures) {
      const context = await browser.newContext({
        baseURL: address,
        viewport: size,
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
      });
      context.setDefaultTimeout(timeoutMs);
      const page = await context.newPage();
      await page.goto('/');
      await page.getByLabel('Email Address').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.waitForURL((url) => url.pathname !== '/');
      await page.goto(path);
      await ready(page);
      await page.waitForTimeout(settleMs);
      await page.screenshot({ path: join(root, `docs/screenshots/${name}.png`) });
      console.log(`docs/screenshots/${name}.png`);
      await context.close();
    }
    await browser.close();
  } finally {
    server.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  }
  return 0;
}

/** Reads the address of the demo and its first sign-in from its output. @param {import('node:stream').Readable} output */
async function readSignIn(output) {
  let address = '';
  for await (const line of createInterface({ input: output })) {
    address ||= /is ready: (\S+)/.exec(line)?.[1] ?? '';
    const [, email, password] = /(\S+@\S+)\s+(\S+)/.exec(line) ?? [];
    if (address && email && password) return { address, email, password };
  }
  throw new TaskError('The demo did not start.');
}
