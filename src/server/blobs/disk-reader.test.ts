import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { readPieces } from './disk-reader.ts';

async function openFile(t: TestContext, bytes: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  return { path, handle: await open(path) };
}

const content = randomBytes(3_000_000);

for (const range of [
  { start: 0, end: content.length - 1 },
  { start: 1, end: 1_999_999 },
  { start: 2_999_999, end: 2_999_999 },
]) {
  test(`pieces that are not sent keep their bytes, from ${range.start} to ${range.end}`, async (t) => {
    const { handle } = await openFile(t, content);
    const pieces: Buffer[] = [];
    const pending = () => pieces.reduce((sum, { length }) => sum + length, 0);
    for await (const piece of readPieces(handle, range, pending)) pieces.push(piece as Buffer);
    assert.ok(Buffer.concat(pieces).equals(content.subarray(range.start, range.end + 1)));
  });
}

test('pieces that are sent leave their memory to the next ones', async (t) => {
  const { handle } = await openFile(t, content);
  const memory = new Set<ArrayBufferLike>();
  const copies: Buffer[] = [];
  for await (const piece of readPieces(handle, { start: 0, end: content.length - 1 }, () => 0)) {
    memory.add((piece as Buffer).buffer);
    copies.push(Buffer.from(piece as Buffer));
  }
  assert.ok(copies.length > 10);
  assert.equal(memory.size, 1);
  assert.ok(Buffer.concat(copies).equals(content));
});

test('a file that is shorter than the range ends the stream with an error, and is closed', async (t) => {
  const { path, handle } = await openFile(t, content);
  await truncate(path, 1_000_000);
  const stream = readPieces(handle, { start: 0, end: content.length - 1 }, () => 0);
  await assert.rejects(async () => {
    for await (const piece of stream) assert.ok(piece);
  }, /ended while it was read/);
  assert.equal(handle.fd, -1);
});

test('a stream that is destroyed during a read closes its file', async (t) => {
  const { handle } = await openFile(t, content);
  const stream = readPieces(handle, { start: 0, end: content.length - 1 }, () => 0);
  stream.read(0);
  const closed = new Promise((resolve) => void stream.once('close', resolve));
  stream.destroy();
  await closed;
  assert.equal(handle.fd, -1);
});
