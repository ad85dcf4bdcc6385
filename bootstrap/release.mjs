// @ts-check
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { linkRuntime } from './install.mjs';
import { TaskError, root, run } from './programs.mjs';
import { Unreachable, verifyRuntime } from './runtime.mjs';

const { name, version } = /** @type {{ name: string, version: string }} */ (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
);

/** The files of the project in a release, without the packages. Documents name each other, so all of them are there. */
const parts = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  '.env.example',
  'deploy',
  'dist/web',
  'docs',
  'package.json',
  'src',
  'tools/empty-package',
];

/**
 * The files of the packages that the server never loads: the headers of the runtime, bundles for
 * browsers and bundlers, builds of pdf.js other than the imported one, its viewer, other editions of the spreadsheet reader and of the
 * charset detector, editions of the text recognition for older models and processors, libraries for the runtime Bare,
 * tests, source maps, TypeScript and manuals.
 */
const unused = [
  /^node-[^/]+\/(?!bin\/|package\.json|LICENSE)/,
  /^officeparser\/dist\/[^/]*browser[^/]*$/,
  /^pdfjs-dist\/(build|types|web|image_decoders|webpack\.mjs)/,
  /^pdfjs-dist\/legacy\/(web|image_decoders)/,
  /^pdfjs-dist\/legacy\/build\/.*\.min\.mjs$/,
  /^@e965\/xlsx\/dist\/(?!cpexcel|LICENSE)/,
  /^jschardet\/dist\//,
  /^temml\/(src|contrib|temml\.js|dist\/(?!temml\.mjs))/,
  /^bare-[^/]+\/prebuilds\//,
  /^(@aws-sdk|@smithy)\/[^/]+\/dist-es\//,
  /^dayjs\/esm\//,
  /^@zxcvbn-ts\/language-common\/src\//,
  /\/(tests?|benchmarks?|examples?)\//,
  /^libheif-js\/(libheif\/|libheif-wasm\/libheif-bundle)/,
  /^tesseract\.js-core\/tesseract-core-(?!simd-lstm\.(js|wasm)$)/,
  /^tesseract\.js-core\/tesseract-core\./,
  /^@tesseract\.js-data\/[^/]+\/4\.0\.0\//,
  /\.map$/,
  /\.[cm]?tsx?$/,
  /\/(?!LICEN[CS]E)[^/]*\.md$/i,
];

/** The maximum size of a release on the disk, in blocks of 4 KB, and of its archive. */
const limits = { folder: 260e6, archive: 95e6 };

/**
 * Makes `release/stowage-VERSION-PLATFORM.tar.gz`: the server, the built front end, the packages, the runtime and a bill of
 * materials, for a machine without npm; beside it its SHA-256 and the notes of the release. Before, compares the runtime with the published one, and reads every sample document with the
 * packages of the release. With `--folder PATH`, makes
 * only the folder and checks nothing.
 * @param {string[]} args
 */
export async function release(args) {
  const [option, path] = args;
  if (option !== undefined && (option !== '--folder' || !path || args.length > 2))
    throw new TaskError('Usage: npm run release [-- --folder PATH]', 2);
  await buildWeb();
  if (path) {
    await makeFolder(path);
    return 0;
  }
  await verifyRuntime().catch((error) => {
    if (!(error instanceof Unreachable)) throw error;
    console.error(error.message);
  });
  const scratch = mkdtempSync(join(tmpdir(), 'stowage-release-'));
  try {
    const title = `${name}-${version}-${process.platform}-${process.arch}`;
    const folder = join(scratch, title);
    await makeFolder(folder);
    await check(folder);
    await pack(scratch, title);
    return 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @param {string} folder The folder must not exist. */
async function makeFolder(folder) {
  mkdirSync(folder);
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true, filter: isShipped });
  cpSync(join(root, 'deploy/release/stowage'), join(folder, 'stowage'));
  for (const file of ['package-lock.json', '.npmrc']) cpSync(join(root, file), join(folder, file));
  const args = [
    'ci',
    '--omit=dev',
    '--ignore-scripts',
    '--prefer-offline',
    '--engine-strict=false',
    '--loglevel=error',
  ];
  const exitCode = await run('npm', [...args, '--no-audit', '--no-fund'], { cwd: folder });
  if (exitCode !== 0) throw new TaskError('npm could not install the packages. It printed the cause above.', exitCode);
  // From the lock file: npm reports the packages for development as missing in the folder.
  const bill = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--omit=dev'];
  const { status, stdout } = spawnSync('npm', bill, { cwd: folder, encoding: 'utf8', maxBuffer: 16e6 });
  if (status !== 0) throw new TaskError('npm could not write the bill of materials.', status ?? 1);
  writeFileSync(join(folder, 'sbom.cdx.json'), stdout);
  const modules = join(folder, 'node_modules');
  linkRuntime(modules);
  for (const file of filesUnder(modules))
    if (unused.some((pattern) => pattern.test(relative(modules, file)))) rmSync(file);
  removeEmptyFolders(modules);
  const described = /** @type {object} */ (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  // The other scripts need the development packages.
  const scripts = { start: './stowage', admin: './stowage admin' };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...described, scripts }, null, 2)}\n`);
}

/** @param {string} path */
function isShipped(path) {
  return !/\.test\.ts$|\/web\/.*\.(tsx|css)$/.test(relative(root, path).replaceAll('\\', '/'));
}

/** @param {string} folder @returns {string[]} */
function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** @param {string} folder @returns {boolean} Whether the folder was removed. */
function removeEmptyFolders(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  const kept = entries.filter((entry) => !entry.isDirectory() || !removeEmptyFolders(join(folder, entry.name)));
  if (kept.length === 0) rmdirSync(folder);
  return kept.length === 0;
}

/**
 * Starts the program of the folder, and reads every sample document with its packages. Throws TaskError if one fails.
 * @param {string} folder
 */
async function check(folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const bytes = paths.reduce((sum, path) => sum + onDisk(lstatSync(join(folder, path)).size), 0);
  console.log(`${folder}: ${megabytes(bytes)}`);
  if (bytes > limits.folder) throw new TaskError(`The folder is larger than ${megabytes(limits.folder)}.`);
  for (const args of [['--help'], ['admin', 'version'], ['admin', '--help']])
    if ((await run(join(folder, 'stowage'), args, { stdio: ['ignore', 'ignore', 'inherit'] })) !== 0)
      throw new TaskError(`./stowage ${args.join(' ')} failed.`);
  rmSync(join(folder, '.compiled'), { recursive: true, force: true });
  // The tests resolve packages from where they are, so the samples are read from a copy beside the packages.
  const tests = join(folder, 'tests');
  const files = ['server/samples.test.ts', 'server/scans.test.ts'];
  for (const part of ['fixtures', 'support', ...files])
    cpSync(join(root, 'tests', part), join(tests, part), { recursive: true });
  const runtime = join(folder, 'node_modules/.bin/node');
  const exitCode = await run(runtime, ['--test', '--test-isolation=none', ...files.map((file) => `tests/${file}`)], {
    cwd: folder,
  });
  if (exitCode !== 0) throw new TaskError('The release could not read every sample document.', exitCode);
  rmSync(tests, { recursive: true });
}

/**
 * Writes the archive and its SHA-256 to the folder `release`.
 * @param {string} scratch
 * @param {string} title
 */
async function pack(scratch, title) {
  mkdirSync(join(root, 'release'), { recursive: true });
  const archive = join(root, 'release', `${title}.tar.gz`);
  const args = ['--create', '--gzip', '--owner=0', '--group=0', '--numeric-owner', '--sort=name'];
  const exitCode = await run('tar', [...args, `--file=${archive}`, `--directory=${scratch}`, title]);
  if (exitCode !== 0) throw new TaskError('tar could not write the archive. It printed the cause above.', exitCode);
  const { size } = statSync(archive);
  if (size > limits.archive)
    throw new TaskError(`The archive has ${megabytes(size)}, more than ${megabytes(limits.archive)}.`);
  const hash = createHash('sha256').update(readFileSync(archive)).digest('hex');
  writeFileSync(`${archive}.sha256`, `${hash}  ${title}.tar.gz\n`);
  writeFileSync(join(root, 'release', `${title}.md`), releaseNotes());
  console.log(`${archive}: ${megabytes(size)}\nSHA-256 ${hash}`);
}

/** Returns the part of the changelog about this version. Throws TaskError if it has none. */
function releaseNotes() {
  const parts = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^(?=## )/m);
  const notes = parts.find((part) => part.startsWith(`## ${version}\n`));
  if (!notes) throw new TaskError(`CHANGELOG.md has no heading '## ${version}'.`);
  return notes;
}

/** @param {number} bytes */
const onDisk = (bytes) => Math.ceil(bytes / 4096) * 4096;

/** @param {number} bytes */
const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`;
