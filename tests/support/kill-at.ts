import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import http from 'node:http';
import type { ClientRequest } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { StatementSync } from 'node:sqlite';
import { isMainThread } from 'node:worker_threads';

// Loaded into a program before its own code. Kills the process with SIGKILL at the n-th step that changes stored data, counted
// from SIGUSR2 on, or with KILL_FROM_START from the start. A step is a flush, a link, a rename, a removal, a write of several
// buffers, the begin or commit of a transaction, or a request that changes a bucket.

const killAt = Number(process.env['KILL_AT_STEP']);
const after = process.env['KILL_WHEN'] === 'after';
let isArmed = process.env['KILL_FROM_START'] !== undefined;
let steps = 0;

process.on('SIGUSR2', () => {
  isArmed = true;
  process.stdout.write('armed\n');
});
// The threads of the server load this file too.
if (isMainThread && !isArmed) process.on('exit', () => process.stdout.write(`steps: ${steps}\n`));

const die = () => process.kill(process.pid, 'SIGKILL');

type Step = (...args: never[]) => unknown;

/** Replaces a method by one that counts its calls. With KILL_WHEN=after the process is killed once the promise is settled. */
function countCalls<Name extends string>(
  owner: Record<Name, unknown>,
  name: Name,
  counts: (self: unknown) => boolean = () => true,
): void {
  const original = owner[name] as Step;
  owner[name] = function (this: unknown, ...args: never[]) {
    if (!isArmed || !counts(this)) return original.apply(this, args);
    steps += 1;
    const isLast = steps === killAt;
    if (isLast && !after) die();
    const result = original.apply(this, args);
    if (isLast && result instanceof Promise) return result.then(die);
    if (isLast) die();
    return result;
  };
}

const handle = await fs.promises.open(import.meta.filename);
const handlePrototype = Object.getPrototypeOf(handle) as FileHandle;
await handle.close();
for (const name of ['sync', 'datasync', 'writev'] as const) countCalls(handlePrototype, name);
for (const name of ['link', 'unlink', 'rm', 'rename'] as const) countCalls(fs.promises, name);
for (const name of ['fsyncSync', 'writeSync', 'linkSync', 'unlinkSync', 'renameSync'] as const) countCalls(fs, name);
const endsTransaction = (self: unknown) => /^(commit|begin immediate)$/.test((self as { sourceSQL: string }).sourceSQL);
countCalls(StatementSync.prototype, 'run', endsTransaction);

/** With KILL_WHEN=after the process is killed once the response has arrived. */
function countRequests(): void {
  const original = http.request as (...args: unknown[]) => ClientRequest;
  const counted = (...args: unknown[]) => {
    const { method = 'GET' } = args[0] as { method?: string };
    if (!isArmed || !['PUT', 'POST', 'DELETE'].includes(method)) return original(...args);
    steps += 1;
    const isLast = steps === killAt;
    if (isLast && !after) die();
    const outgoing = original(...args);
    return isLast ? outgoing.once('response', die) : outgoing;
  };
  http.request = counted;
}
if (process.env['STORAGE_URL'] || isArmed) countRequests();
syncBuiltinESMExports();
