// @ts-check
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TaskError, pinnedNode, pinnedVersion } from './programs.mjs';

/** Longest wait for the list, and for the archive of 60 MB. */
const downloadMs = 10 * 60_000;

export class Unreachable extends TaskError {}

/**
 * Compares the runtime with the one that the Node project publishes: the SHA-256 of the archive with the list
 * SHASUMS256.txt, and the program with the one in the archive. NODEJS_ORG_MIRROR names another server with the same files.
 * Throws TaskError if a file differs, and Unreachable if a file cannot be downloaded.
 */
export async function verifyRuntime(program = pinnedNode) {
  const title = `node-v${pinnedVersion()}-${process.platform}-${process.arch}`;
  const mirror = (process.env.NODEJS_ORG_MIRROR ?? 'https://nodejs.org/dist').replace(/\/+$/, '');
  const address = `${mirror}/v${pinnedVersion()}`;
  const scratch = mkdtempSync(join(tmpdir(), 'stowage-runtime-'));
  try {
    const list = join(scratch, 'SHASUMS256.txt');
    await download(`${address}/SHASUMS256.txt`, list);
    const archive = join(scratch, `${title}.tar.gz`);
    await download(`${address}/${title}.tar.gz`, archive);
    const line = readFileSync(list, 'utf8')
      .split('\n')
      .find((text) => text.endsWith(`  ${title}.tar.gz`));
    if (line?.split(' ')[0] !== (await sha256(createReadStream(archive))))
      throw new TaskError(`${address}/${title}.tar.gz does not have the SHA-256 in SHASUMS256.txt.`);
    const tar = spawn('tar', ['-xzOf', archive, `${title}/bin/node`], { stdio: ['ignore', 'pipe', 'inherit'] });
    const published = await sha256(tar.stdout);
    if (published !== (await sha256(createReadStream(program))))
      throw new TaskError(`The runtime ${program} is not the one in ${title}.tar.gz. Do not use it.`);
    console.log(`The runtime is the one in ${address}/${title}.tar.gz. SHA-256 ${published}`);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** @param {string} address @param {string} file */
async function download(address, file) {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(downloadMs) });
    if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
    await pipeline(Readable.fromWeb(response.body), createWriteStream(file));
  } catch (error) {
    const { message, cause } = /** @type {Error} */ (error);
    const reason = cause instanceof Error ? cause.message : message;
    throw new Unreachable(
      `The runtime was not compared with the published one, because ${address} cannot be read: ${reason}.`,
    );
  }
}

/** @param {AsyncIterable<Buffer>} stream */
async function sha256(stream) {
  const hash = createHash('sha256');
  for await (const part of stream) hash.update(part);
  return hash.digest('hex');
}
