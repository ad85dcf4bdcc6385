// @ts-check
import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fingerprint, readStamp } from './fingerprint.mjs';
import { CannotGoOn, pinnedNode, root, run } from './programs.mjs';

const modules = join(root, 'node_modules');
const stamp = join(modules, '.installed-from');

/** Installs the packages of package-lock.json, unless exactly those are installed already. */
export async function install() {
  const wanted = `${process.platform} ${process.arch} ${fingerprint(['package-lock.json'])}`;
  const why = whyInstall(wanted);
  if (!why) return;
  console.log(`Installing packages: ${why}.`);
  // Build tools are needed wherever the front end is built, so NODE_ENV=production must not leave them out. The
  // warnings that are hidden speak of the older Node that runs npm; the packages run on the one being installed.
  const args = ['ci', '--include=dev', '--engine-strict=false', '--loglevel=error', '--no-audit', '--no-fund'];
  const exitCode = await run('npm', args, { cwd: root, env: withoutOwnPrograms() });
  if (exitCode !== 0) throw new CannotGoOn('npm could not install the packages; its message is above.', exitCode);
  if (!existsSync(pinnedNode)) {
    throw new CannotGoOn(
      'The runtime is missing after the installation: npm must be allowed to run the install script of the package "node" (is ignore-scripts set?).',
    );
  }
  writeFileSync(stamp, wanted);
}

/** @param {string} wanted */
function whyInstall(wanted) {
  if (!existsSync(modules)) return 'node_modules is missing';
  if (!existsSync(pinnedNode)) return 'the runtime is missing';
  const installed = readStamp(stamp);
  if (installed === undefined) return 'node_modules is not known to be complete';
  return installed === wanted ? undefined : 'package-lock.json has changed';
}

/** npm deletes node_modules while it works, so it must not itself run on the Node in there. */
function withoutOwnPrograms() {
  const path = process.env.PATH ?? '';
  const outside = path.split(delimiter).filter((folder) => !folder.startsWith(modules));
  return { ...process.env, PATH: outside.join(delimiter) };
}
