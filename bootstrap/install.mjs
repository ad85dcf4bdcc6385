// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fingerprint, readFingerprint } from './fingerprint.mjs';
import { TaskError, pinnedNode, root, run } from './programs.mjs';

const modules = join(root, 'node_modules');
const progressMs = 5_000;
const recordedFingerprint = join(modules, '.installed-from');

/** Installs the packages of package-lock.json, unless they are installed. */
export async function install() {
  const wanted = `${process.platform} ${process.arch} ${fingerprint(['package-lock.json'])}`;
  const reason = reasonToInstall(wanted);
  if (reason) await installPackages(reason, wanted);
  checkRuntime();
}

/** @param {string} reason @param {string} wanted */
async function installPackages(reason, wanted) {
  console.log(`Installing packages: ${reason}.`);
  // The build of the front end needs the development packages, also with NODE_ENV=production. The hidden warnings concern
  // the older Node that runs npm; the packages run on the pinned Node.
  const args = ['ci', '--include=dev', '--engine-strict=false', '--loglevel=error', '--no-audit', '--no-fund'];
  const began = Date.now();
  // Without a terminal npm prints nothing before the end, which is two minutes on a slow machine.
  const progress = setInterval(() => {
    const seconds = Math.round((Date.now() - began) / 1000);
    const { unpacked, all } = countPackages();
    console.log(`  ${unpacked} of ${all} packages after ${seconds} seconds`);
  }, progressMs);
  const exitCode = await run('npm', args, { cwd: root, env: envWithoutModules() }).finally(() =>
    clearInterval(progress),
  );
  if (exitCode !== 0) throw new TaskError('npm could not install the packages. It printed the cause above.', exitCode);
  linkRuntime(modules);
  if (!existsSync(pinnedNode)) {
    throw new TaskError(
      `npm installed no runtime for ${process.platform} ${process.arch}. Stowage runs on Linux and macOS, on x64 and arm64. On one of these, check the registry and the setting "omit" of npm, and start again.`,
    );
  }
  writeFileSync(recordedFingerprint, wanted);
}

/** Returns the number of packages that are unpacked, and of all folders that npm has made for packages. */
function countPackages() {
  if (!existsSync(modules)) return { unpacked: 0, all: 0 };
  const names = readdirSync(modules).filter((name) => !name.startsWith('.'));
  const folders = names.flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((part) => join(name, part)) : name,
  );
  return {
    unpacked: folders.filter((folder) => existsSync(join(modules, folder, 'package.json'))).length,
    all: folders.length,
  };
}

/**
 * Links `.bin/node` to the installed runtime. npm 9 and 10 remove this link together with the runtimes of the other
 * platforms, which have a program of the same name.
 * @param {string} packages
 */
export function linkRuntime(packages) {
  const link = join(packages, '.bin/node');
  const name = readdirSync(packages).find(
    (one) => one.startsWith('node-') && existsSync(join(packages, one, 'bin/node')),
  );
  if (name && !existsSync(link)) symlinkSync(join('..', name, 'bin/node'), link);
}

/**
 * Throws TaskError if the runtime cannot run on this machine. Since version 25, Node needs libatomic, which a small
 * installation of Debian does not have.
 */
export function checkRuntime(program = pinnedNode) {
  const { status, stderr, error } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  if (status === 0) return;
  const reason = error?.message ?? stderr.trim();
  throw new TaskError(
    reason.includes('libatomic.so')
      ? 'The runtime needs the library libatomic. Run as root, then start again: apt-get install libatomic1 (on Fedora: dnf install libatomic).'
      : `The runtime does not run on this machine: ${reason}`,
  );
}

/** @param {string} wanted */
function reasonToInstall(wanted) {
  if (!existsSync(modules)) return 'node_modules is missing';
  if (!existsSync(pinnedNode)) return 'the runtime is missing';
  const installed = readFingerprint(recordedFingerprint);
  if (installed === undefined) return 'node_modules may be incomplete';
  return installed === wanted ? undefined : 'package-lock.json has changed';
}

/** npm deletes node_modules during the installation, so it must not run on the Node inside that folder. */
function envWithoutModules() {
  const path = process.env.PATH ?? '';
  const outside = path.split(delimiter).filter((folder) => !folder.startsWith(modules));
  return { ...process.env, PATH: outside.join(delimiter) };
}
