import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import type { File } from '#features/files/core/files.contract.ts';
import { credentialsOf, makeInstallation, startServer } from '#tests/server-process.ts';
import type { ServerProcess } from '#tests/server-process.ts';

const mebibyte = 1024 * 1024;
const sizeBytes = Number(process.env['BIG_FILE_BYTES'] ?? 256 * mebibyte);

/** See docs/choices.md#memory-of-a-large-file. */
const maxGrowthBytes = 200 * mebibyte;

const boundary = '----a-large-file';

/** A form with one large file, generated while it is sent. `hash` receives its content. */
function* largeForm(hash: ReturnType<typeof createHash>): Generator<Buffer> {
  yield Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file_type_id"\r\n\r\n1\r\n`);
  yield Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="files[]"; filename="large.bin"\r\n\r\n`);
  const piece = Buffer.alloc(mebibyte);
  for (let sent = 0, index = 0; sent < sizeBytes; sent += mebibyte, index += 1) {
    // All pieces differ, and line ends and dashes resemble the beginning of a boundary.
    piece.fill(`\r\n--${boundary.slice(0, index % boundary.length)} ${index} `);
    const bytes = Buffer.from(piece.subarray(0, Math.min(mebibyte, sizeBytes - sent)));
    hash.update(bytes);
    yield bytes;
  }
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

const measure = async (pid: number, what: 'VmRSS' | 'VmHWM'): Promise<number> =>
  Number(new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

/** Returns the peak memory of a server in bytes during `work`, beyond its memory before. */
async function growthDuring<T>(
  { pid }: ServerProcess,
  work: () => Promise<T>,
): Promise<{ result: T; growthBytes: number; seconds: number }> {
  // Resets the peak. Source: proc(5).
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const before = await measure(pid, 'VmRSS');
  const startedAt = performance.now();
  const result = await work();
  const seconds = (performance.now() - startedAt) / 1000;
  return { result, growthBytes: (await measure(pid, 'VmHWM')) - before, seconds };
}

const hasPeaks = existsSync('/proc/self/clear_refs');

test(
  `a file of ${sizeBytes / mebibyte} MiB is uploaded and downloaded unchanged, with little memory`,
  { skip: !hasPeaks && 'memory cannot be measured here' },
  async (t) => {
    const server = await startServer(await makeInstallation());
    const credentials = credentialsOf(await server.asAdmin());
    const address = { hostname: '127.0.0.1', port: server.port, headers: credentials };

    const sentHash = createHash('sha256');
    const up = await growthDuring(server, async () => {
      const sending = request({
        ...address,
        method: 'POST',
        path: '/api/upload',
        headers: { ...credentials, 'content-type': `multipart/form-data; boundary=${boundary}` },
      });
      const answered = once(sending, 'response');
      await pipeline(largeForm(sentHash), sending);
      const [answer] = (await answered) as [IncomingMessage];
      const body = await text(answer);
      assert.equal(answer.statusCode, 201, body);
      return (JSON.parse(body) as { files: [File] }).files[0];
    });
    assert.equal(up.result.size, sizeBytes);

    const receivedHash = createHash('sha256');
    const down = await growthDuring(server, async () => {
      const asking = request({ ...address, path: `/storage/${up.result.filepath}?download=1` }).end();
      const [answer] = (await once(asking, 'response')) as [IncomingMessage];
      assert.equal(answer.statusCode, 200);
      for await (const chunk of answer) receivedHash.update(chunk as Buffer);
    });
    assert.equal(receivedHash.digest('hex'), sentHash.digest('hex'));

    for (const [way, { growthBytes, seconds }] of Object.entries({ up, down })) {
      t.diagnostic(
        `${way}: at most ${Math.round(growthBytes / mebibyte)} MiB more memory, ${Math.round(sizeBytes / mebibyte / seconds)} MiB/s`,
      );
      assert.ok(growthBytes < maxGrowthBytes, `${way}: ${growthBytes} bytes more`);
    }
    assert.equal((await server.stop()).code, 0);
  },
);
