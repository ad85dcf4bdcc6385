import { randomFillSync } from 'node:crypto';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Wire } from './wire.ts';

/** What the client can be asked to do; it runs in a process of its own, so that it is not the server that waits for it. */
export type Job = { origin: string; headers: Record<string, string> } & (
  | { kind: 'upload'; path: string; bytes: number; form: boolean }
  | { kind: 'small uploads'; path: string; files: number; bytes: number; perRequest: number; atOnce: number }
  | { kind: 'download'; path: string; size: number }
  | { kind: 'ranges'; path: string; size: number; bytes: number; count: number }
  | { kind: 'calls'; paths: readonly string[]; atOnce: number; count: number; everyMs?: number }
  | { kind: 'browsers'; cookies: string[]; pollEveryMs: number; seconds: number }
  | { kind: 'sign-ins'; atOnce: number; count: number; email: string; password: string }
);

/** `each` holds how long each request took, in milliseconds and in the order of their ends. */
export type Outcome = { seconds: number; each: number[]; mostBytes: number };

const boundary = 'a-form-of-the-bench';
const gatheredBytes = 1024 * 1024;

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
  const block = randomFillSync(Buffer.allocUnsafe(gatheredBytes));
  const name = partHead(`large-${Date.now()}.bin`);
  const before = job.form ? [field, name] : [];
  const after = job.form ? [lineEnd, formEnd] : [];
  const length = [...before, ...after].reduce((sum, piece) => sum + piece.length, job.bytes);
  const head = headOf(job, 'POST', job.path, { 'content-length': length, ...(job.form ? formType : {}) });
  const answer = await wire.ask(
    head,
    (function* () {
      yield* before;
      yield* repeated(block, job.bytes);
      yield* after;
    })(),
  );
  return expect(answer.status, 201);
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
  const answer = await wire.ask(headOf(job, 'POST', job.path, { 'content-length': body.length, ...formType }), [body]);
  return expect(answer.status, 201);
}

function expect(status: number, ...wanted: number[]): number {
  if (!wanted.includes(status)) throw new Error(`the server answered ${status} in place of ${wanted.join(' or ')}`);
  return status;
}

/** Runs `count` requests over `atOnce` connections and times each. */
async function timed(
  job: Job,
  atOnce: number,
  count: number,
  one: (wire: Wire, turn: number) => Promise<number | void>,
) {
  const wires = await Promise.all(Array.from({ length: atOnce }, () => Wire.open(job.origin)));
  const each: number[] = [];
  let begun = 0;
  const startedAt = performance.now();
  await Promise.all(
    wires.map(async (wire) => {
      while (begun < count) {
        const turn = begun;
        begun += 1;
        const from = performance.now();
        await one(wire, turn);
        each.push(performance.now() - from);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  for (const wire of wires) wire.close();
  return { seconds, each };
}

/** Each holds an event stream open, and asks for its notifications now and then, as a page does. */
async function browsers(job: Job & { kind: 'browsers' }): Promise<{ seconds: number; each: number[] }> {
  const each: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + job.seconds * 1000;
  await Promise.all(
    job.cookies.map(async (cookie, place) => {
      // Spread over the time between two polls, as people open their pages.
      await sleep((place / job.cookies.length) * Math.min(job.pollEveryMs, 10_000));
      const stream = await Wire.open(job.origin, 4096);
      stream.ask(headOf(job, 'GET', '/api/events', { cookie })).catch(() => {});
      await sleep(Math.random() * job.pollEveryMs);
      const wire = await Wire.open(job.origin, 4096);
      while (performance.now() < endsAt) {
        const from = performance.now();
        expect((await wire.ask(headOf(job, 'GET', '/api/notifications', { cookie }))).status, 200);
        each.push(performance.now() - from);
        await sleep(job.pollEveryMs);
      }
      wire.close();
      stream.close();
    }),
  );
  return { seconds: (performance.now() - startedAt) / 1000, each };
}

async function run(job: Job): Promise<Outcome> {
  let mostBytes = 0;
  const read = async (wire: Wire, path: string, status: number[], more: Record<string, string> = {}) => {
    const answer = await wire.ask(headOf(job, 'GET', path, more));
    expect(answer.status, ...status);
    mostBytes = Math.max(mostBytes, answer.bytes);
  };
  const done = async () => {
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
        return timed(job, job.atOnce, job.count, async (wire, turn) => {
          if (job.everyMs) await sleep(job.everyMs);
          await read(wire, job.paths[turn % job.paths.length] as string, [200]);
        });
      case 'browsers':
        return browsers(job);
      case 'sign-ins':
        return timed(job, job.atOnce, job.count, async (wire) => {
          const body = Buffer.from(JSON.stringify({ email: job.email, password: job.password }));
          const type = { 'content-type': 'application/json', 'content-length': body.length };
          expect((await wire.ask(headOf(job, 'POST', '/api/login', type), [body])).status, 200);
        });
    }
  };
  return { ...(await done()), mostBytes };
}

process.on('message', (job: Job) => {
  run(job).then(
    (outcome) => process.send?.(outcome),
    (error: Error) => process.send?.({ failure: `${job.kind}: ${error.message}` }),
  );
});
