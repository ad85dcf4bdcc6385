// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { TaskError, root, run, runNode } from './programs.mjs';

// A page load in the headless shell takes half of the processor time of one in the whole browser.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const systemFolders = ['/usr/bin', '/snap/bin'];
const macPath = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Returns the path of a browser for the screen tests: CHROMIUM, the one of the system, or the one of Playwright. */
export async function findChromium() {
  const named = process.env.CHROMIUM;
  if (named) {
    if (!existsSync(named)) throw new TaskError(`CHROMIUM is set to ${named}, which does not exist.`);
    return named;
  }
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...systemFolders];
  const candidates = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), macPath];
  return candidates.find(isRunnable) ?? playwrightChromium();
}

/** Some systems have a placeholder program of that name. It only prints how to install the browser. @param {string} path */
const isRunnable = (path) => existsSync(path) && spawnSync(path, ['--version'], { timeout: 10_000 }).status === 0;

/** Finds a browser. Else installs one: with apt if the user is root, otherwise as Playwright's download. */
export async function obtainChromium() {
  const found = await findChromium();
  if (found) return found;
  console.log('Installing Chromium for the screen tests: none was found.');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const install = (/** @type {string} */ name) =>
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env });
    const updated = await run('apt-get', ['update', '-qq'], { env });
    if (updated === 0 && (await install('chromium-headless-shell')) !== 0) await install('chromium');
  }
  const installed = await findChromium();
  if (installed) return installed;
  await runNode(['node_modules/playwright-core/cli.js', 'install', 'chromium'], { cwd: root });
  const own = await playwrightChromium();
  if (own) return own;
  throw new TaskError('The screen tests need Chromium. Install it, or set CHROMIUM to the path of its program.');
}

async function playwrightChromium() {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}
