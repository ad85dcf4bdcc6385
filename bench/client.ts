import { randomFillSync } from 'node:crypto';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Wire } from './wire.ts';

/** A job of the client, which runs in its own process, so that the load of the measurement does not slow down the server. */
export type Job = { origin: string; headers: Record<string, string> } & (
  | { kind: 'upload'; path: string; bytes: number; form: boolean }
  | { kind: 'small uploads'; path: string; files: number; bytes: number; perRequest: number; atOnce: number }
  | { kind: 'download'; path: string; size: number }
  | { kind: 'ranges'; path: string; size: number; bytes: number; count: number }
  | { kind: 'calls'; paths: readonly string[]; atOnce: number; count: number; everyMs?: number }
  | { kind: 'browsers'; cookies: string[]; pollEveryMs: number; seconds: number }
  | { kind: 'sign-ins'; atOnce: number; count: number; email: string; password: string }
);

/** `each` contains the duration of each request, in milliseconds and in the order of completion. */
export type Result = { seconds: number; each: number[]; maxBytes: number };

const boundary = 'a-form-of-the-bench';
const blockBytes = 1024 * 1024;

function headOf(job: Job, method: string, path: string, more: Record<string, string | number> = {}): string {
  const headers = { host: 'localhost', ...job.headers, ...more };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

const field = Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file_type_id"\r\n\r\n1\r\n`);
const partHead = (name: string) =>
  Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="files[]"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  );
const lineEnd = Buffer.from('\r\n');
const formEnd = Buffer.from(`--${boundary}--\r\n`);

function* repeated(block: Buffer, bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= block.length) yield left < block.length ? block.subarray(0, left) : block;
}

async function upload(wire: Wire, job: Job & { kind: 'upload' }): Promise<number> {
  const block = randomFillSync(Buffer.allocUnsafe(blockBytes));
  const name = partHead(`large-${Date.now()}.bin`);
  const before = job.form ? [field, name] : [];
  const after = job.form ? [lineEnd, formEnd] : [];
  const length = [...before, ...after].reduce((sum, piece) => sum + piece.length, job.bytes);
  const head = headOf(job, 'POST', job.path, { 'content-length': length, ...(job.form ? formType : {}) });
  const response = await wire.send(
    head,
    (function* () {
      yield* before;
      yield* repeated(block, job.bytes);
      yield* after;
    })(),
  );
  return expect(response.status, 201);
}

const formType = { 'content-type': `multipart/form-data; boundary=${boundary}` };

async function smallUpload(wire: Wire, job: Job & { kind: 'small uploads' }): Promise<number> {
  const pieces: Buffer[] = [field];
  for (let file = 0; file < job.perRequest; file += 1) {
    const content = randomFillSync(Buffer.allocUnsafe(job.bytes));
    pieces.push(partHead(`small-${content.toString('hex', 0, 6)}.bin`), content, lineEnd);
  }
  pieces.push(formEnd);
  const body = Buffer.concat(pieces);
  const response = await wire.send(headOf(job, 'POST', job.path, { 'content-length': body.length, ...formType }), [
    body,
  ]);
  return expect(response.status, 201);
}

function expect(status: number, ...expected: number[]): number {
  if (!expected.includes(status))
    throw new Error(`the server responded with ${status} instead of ${expected.join(' or ')}`);
  return status;
}

/** Runs `count` requests over `atOnce` connections and measures each. */
async function timed(
  job: Job,
  atOnce: number,
  count: number,
  send: (wire: Wire, index: number) => Promise<number | void>,
) {
  const wires = await Promise.all(Array.from({ length: atOnce }, () => Wire.open(job.origin)));
  const each: number[] = [];
  let started = 0;
  const startedAt = performance.now();
  await Promise.all(
    wires.map(async (wire) => {
      while (started < count) {
        const index = started;
        started += 1;
        const from = performance.now();
        await send(wire, index);
        each.push(performance.now() - from);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  for (const wire of wires) wire.close();
  return { seconds, each };
}

/** Each browser holds an event stream open and polls its notifications, as a page does. */
async function browsers(job: Job & { kind: 'browsers' }): Promise<{ seconds: number; each: number[] }> {
  const each: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + job.seconds * 1000;
  await Promise.all(
    job.cookies.map(async (cookie, index) => {
      // Spreads the browsers over the time between two polls.
      await sleep((index / job.cookies.length) * Math.min(job.pollEveryMs, 10_000));
      const stream = await Wire.open(job.origin, 4096);
      stream.send(headOf(job, 'GET', '/api/events', { cookie })).catch(() => {});
      await sleep(Math.random() * job.pollEveryMs);
      const wire = await Wire.open(job.origin, 4096);
      while (performance.now() < endsAt) {
        const from = performance.now();
        expect((await wire.send(headOf(job, 'GET', '/api/notifications', { cookie }))).status, 200);
        each.push(performance.now() - from);
        await sleep(job.pollEveryMs);
      }
      wire.close();
      stream.close();
    }),
  );
  return { seconds: (performance.now() - startedAt) / 1000, each };
}

async function run(job: Job): Promise<Result> {
  let maxBytes = 0;
  const read = async (wire: Wire, path: string, status: number[], more: Record<string, string> = {}) => {
    const response = await wire.send(headOf(job, 'GET', path, more));
    expect(response.status, ...status);
    maxBytes = Math.max(maxBytes, response.bytes);
  };
  const execute = async () => {
    switch (job.kind) {
      case 'upload':
        return timed(job, 1, 1, (wire) => upload(wire, job));
      case 'small uploads':
        return timed(job, job.atOnce, job.files / job.perRequest, (wire) => smallUpload(wire, job));
      case 'download':
        return timed(job, 1, 1, (wire) => read(wire, job.path, [200]));
      case 'ranges':
        return timed(job, 1, job.count, (wire) => {
          const start = Math.floor(Math.random() * (job.size - job.bytes));
          return read(wire, job.path, [206], { range: `bytes=${start}-${start + job.bytes - 1}` });
        });
      case 'calls':
        return timed(job, job.atOnce, job.count, async (wire, index) => {
          if (job.everyMs) await sleep(job.everyMs);
          await read(wire, job.paths[index % job.paths.length] as string, [200]);
        });
      case 'browsers':
        return browsers(job);
      case 'sign-ins':
        return timed(job, job.atOnce, job.count, async (wire) => {
          const body = Buffer.from(JSON.stringify({ email: job.email, password: job.password }));
          const type = { 'content-type': 'application/json', 'content-length': body.length };
          expect((await wire.send(headOf(job, 'POST', '/api/login', type), [body])).status, 200);
        });
    }
  };
  return { ...(await execute()), maxBytes };
}

process.on('message', (job: Job) => {
  run(job).then(
    (result) => process.send?.(result),
    (error: Error) => process.send?.({ failure: `${job.kind}: ${error.message}` }),
  );
});
