import assert from 'node:assert/strict';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from './server-process.ts';
import type { ServerProcess } from './server-process.ts';

const settleWithinMs = 60_000;

/** Requests the session in a loop. Returns the received statuses. */
export async function askMeanwhile(server: ServerProcess, headers: Record<string, string>, signal: AbortSignal) {
  const statuses = new Set<number>();
  do {
    statuses.add((await send(server.origin, { path: '/api/user', headers })).statusCode);
    await sleep(20);
  } while (!signal.aborted);
  return statuses;
}

/** Returns the open handles of a server, once there are none beyond `before`; without `before`, once they no longer change. */
export async function settled({ pid }: ServerProcess, before?: string[]): Promise<string[]> {
  let last: string[] = [];
  for (const endsAt = performance.now() + settleWithinMs; performance.now() < endsAt;) {
    const now = await openBy(pid);
    if (before ? added(before, now).length === 0 : now.join() === last.join()) return now;
    last = now;
    await sleep(1_000);
  }
  return last;
}

/**
 * Open files of stored content by path, and `socket` for each connection. The database is left out, because its reading
 * threads open it when they are first needed; and so are connections to a bucket, which are a pool with a bound.
 */
async function openBy(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`;
  const paths = (await readdir(folder)).map((name) => readlink(`${folder}/${name}`).catch(() => ''));
  const isBucket = process.env['STORAGE_URL'] !== undefined;
  const kinds = (await Promise.all(paths)).map((path) => (path.startsWith('socket:') ? 'socket' : path));
  return kinds
    .filter((kind) => (kind === 'socket' ? !isBucket : /\/(blobs|staging)\/| \(deleted\)$/.test(kind)))
    .toSorted();
}

/** Returns the entries that `after` contains more often than `before`. */
export function added(before: string[], after: string[]): string[] {
  const left = [...before];
  return after.filter((one) => {
    const index = left.indexOf(one);
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

/** Resident memory in bytes. */
export const memoryOf = async (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

/** Waits until the condition holds. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const endsAt = performance.now() + settleWithinMs; !(await isSo());) {
    assert.ok(performance.now() < endsAt, 'it was not so in time');
    await sleep(100);
  }
}
