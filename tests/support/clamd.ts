import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { scannerVersion } from '#features/virus-scan/server/clamd.ts';
import { freePort } from './nginx.ts';

// Distributions install clamd in a folder that is not on the PATH of every user.
const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];

/** The path of clamd, if it is installed. */
export const clamdProgram = folders.map((folder) => join(folder, 'clamd')).find(existsSync);

/**
 * The harmless EICAR file, which every scanner takes for a virus, and its name. It is in two parts, so that a scanner on
 * the machine of a developer does not take this file for one.
 */
export const virus = {
  text: ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
  name: 'Eicar-Test-Signature.UNOFFICIAL',
};

/** The largest content that the scanner of the tests accepts. */
export const maxScannedBytes = 1024 * 1024;

const startWithinMs = 60_000;

export type Clamd = {
  /** The settings of a server that uses it, by its socket and by its port. */
  socketUrl: string;
  tcpUrl: string;
  /** Starts it again after `stop`, at the same addresses. Does nothing while it runs. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
  remove: () => Promise<void>;
};

/** Starts clamd with a single signature, that of `virus` at any place. */
export async function startClamd(): Promise<Clamd> {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-clamd-'));
  const [socket, port, signatures] = [join(folder, 'clamd.ctl'), await freePort(), join(folder, 'signatures')];
  await mkdir(signatures);
  await writeFile(
    join(signatures, 'test.ndb'),
    `Eicar-Test-Signature:0:*:${Buffer.from(virus.text).toString('hex')}\n`,
  );
  const settings = [
    `DatabaseDirectory ${signatures}`,
    `LocalSocket ${socket}`,
    `TCPSocket ${port}`,
    'TCPAddr 127.0.0.1',
    `StreamMaxLength ${maxScannedBytes}`,
    'Foreground yes',
  ];
  await writeFile(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`);
  let child: ChildProcess | undefined;
  const start = async () => {
    if (child) return;
    const started = spawn(clamdProgram as string, ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' });
    child = started;
    process.once('exit', () => started.kill('SIGKILL'));
    const endsAt = performance.now() + startWithinMs;
    while (!(await scannerVersion({ path: socket }).catch(() => undefined))) {
      if (started.exitCode !== null || performance.now() > endsAt) throw new Error('clamd did not start');
      await sleep(50);
    }
  };
  const stop = async () => {
    const stopped = child;
    child = undefined;
    if (!stopped || stopped.exitCode !== null) return;
    stopped.kill('SIGKILL');
    await once(stopped, 'exit');
  };
  await start();
  return {
    socketUrl: `unix:${socket}`,
    tcpUrl: `tcp://127.0.0.1:${port}`,
    start,
    stop,
    remove: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
