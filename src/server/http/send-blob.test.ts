import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { upload } from '#tests/make.ts';
import { credentialsOf, useServer } from '#tests/server-process.ts';
import type { ServerProcess } from '#tests/server-process.ts';

const content = randomBytes(24_000_000);
const pauseEveryBytes = 3_000_000;

/** Downloads a file and stops to read every few megabytes, so that the server has to wait with bytes in its memory. */
async function readSlowly({ port }: ServerProcess, path: string, headers: Record<string, string>): Promise<Buffer> {
  const [incoming] = (await once(get({ port, path, headers, agent: false }), 'response')) as [IncomingMessage];
  const pieces: Buffer[] = [];
  let nextPause = 0;
  let received = 0;
  for await (const piece of incoming) {
    pieces.push(piece as Buffer);
    received += (piece as Buffer).length;
    if (received >= nextPause) await sleep(20);
    if (received >= nextPause) nextPause = received + pauseEveryBytes;
  }
  return Buffer.concat(pieces);
}

describe('downloads at the same time', () => {
  const server = useServer();

  test('arrive unchanged at clients that read slowly, the first with its check and the later ones without', async () => {
    const admin = await server.asAdmin();
    const headers = credentialsOf(admin);
    const [file] = await upload(admin, 1, { name: 'large.bin', bytes: content });
    assert.ok(file);
    const whole = () => readSlowly(server, `/storage/${file.filepath}`, headers);
    const part = () => readSlowly(server, `/storage/${file.filepath}`, { ...headers, range: 'bytes=7-19999999' });
    for (let round = 0; round < 2; round += 1) {
      const [one, other, range] = await Promise.all([whole(), whole(), part()]);
      assert.ok(one.equals(content) && other.equals(content));
      assert.ok(range.equals(content.subarray(7, 20_000_000)));
    }
  });
});
