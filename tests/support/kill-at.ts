import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import http from 'node:http';
import type { ClientRequest } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { StatementSync } from 'node:sqlite';

// Loaded into a server before its own code: ends it without a word at the n-th step that changes what is stored, counted
// from SIGUSR2 on. A step is a flush, a link, a removal, a write of many buffers, an end of a transaction, or a request that
// changes something in a bucket.

const killAt = Number(process.env['KILL_AT_STEP']);
const after = process.env['KILL_WHEN'] === 'after';
let isArmed = false;
let steps = 0;

process.on('SIGUSR2', () => {
  isArmed = true;
  process.stdout.write('armed\n');
});
process.on('exit', () => process.stdout.write(`steps: ${steps}\n`));

const die = () => process.kill(process.pid, 'SIGKILL');

type Step = (...args: never[]) => unknown;

/** Takes the place of a function of some object; promises are waited for when the end comes after the step. */
function watch<Name extends string>(
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
for (const name of ['sync', 'datasync', 'writev'] as const) watch(handlePrototype, name);
for (const name of ['link', 'unlink', 'rm', 'rename'] as const) watch(fs.promises, name);
for (const name of ['fsyncSync', 'writeSync', 'linkSync', 'unlinkSync', 'renameSync'] as const) watch(fs, name);
const endsTransaction = (self: unknown) => /^(commit|begin immediate)$/.test((self as { sourceSQL: string }).sourceSQL);
watch(StatementSync.prototype, 'run', endsTransaction);

/** After such a step means: once it is answered. */
function watchRequests(): void {
  const original = http.request as (...args: unknown[]) => ClientRequest;
  const watched = (...args: unknown[]) => {
    const { method = 'GET' } = args[0] as { method?: string };
    if (!isArmed || !['PUT', 'POST', 'DELETE'].includes(method)) return original(...args);
    steps += 1;
    const isLast = steps === killAt;
    if (isLast && !after) die();
    const asked = original(...args);
    return isLast ? asked.once('response', die) : asked;
  };
  http.request = watched;
}
if (process.env['STORAGE_URL']) watchRequests();
syncBuiltinESMExports();
