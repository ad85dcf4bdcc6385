// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CannotGoOn, root, run, runNode } from './programs.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const elsewhere = ['/usr/bin', '/snap/bin'];
const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The browser of the screen tests: the one that CHROMIUM names, the system's, or Playwright's own. */
export async function findChromium() {
  const named = process.env.CHROMIUM;
  if (named) {
    if (!existsSync(named)) throw new CannotGoOn(`CHROMIUM names ${named}, which does not exist.`);
    return named;
  }
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...elsewhere];
  const candidates = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), onMac];
  return candidates.find(answers) ?? playwrightsOwn();
}

/** Some systems have a stand-in under the browser's name that only tells how to install it. @param {string} path */
const answers = (path) => existsSync(path) && spawnSync(path, ['--version'], { timeout: 10_000 }).status === 0;

/** Finds a browser, or installs one: through apt where that is allowed, else Playwright's own download. */
export async function obtainChromium() {
  const found = await findChromium();
  if (found) return found;
  console.log('Installing Chromium for the screen tests: none was found.');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const updated = await run('apt-get', ['update', '-qq'], { env });
    if (updated === 0) await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
  }
  const installed = await findChromium();
  if (installed) return installed;
  await runNode(['node_modules/playwright-core/cli.js', 'install', 'chromium'], { cwd: root });
  const own = await playwrightsOwn();
  if (own) return own;
  throw new CannotGoOn('The screen tests need Chromium: install it, or name its program in CHROMIUM.');
}

async function playwrightsOwn() {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}
