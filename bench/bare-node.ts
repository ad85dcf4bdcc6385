import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openRows } from './bare-rows.ts';

// The reference server without a framework. It writes a request body to a file, hashed and flushed, with one durable row,
// and streams a file or a range of it.

// Larger than the default of Node, which costs twice as much processor time.
const pieceBytes = 1024 * 1024;

const folder = process.env['DATA_DIR'] as string;
const rows = openRows(folder);

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const staged = join(folder, randomUUID());
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(
    request,
    async function* (body: AsyncIterable<Buffer>) {
      for await (const chunk of body) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(staged, { flush: true }),
  );
  await rename(staged, `${staged}.bin`);
  rows.add([{ name: staged, size, sha256: hash.digest('hex') }]);
  response.writeHead(201, { 'content-length': '0' }).end();
}

async function send(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = join(folder, 'file.bin');
  const { size } = await stat(path);
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const range = from && to ? { start: Number(from), end: Number(to) } : undefined;
  const length = range ? range.end - range.start + 1 : size;
  response.writeHead(range ? 206 : 200, { 'content-length': String(length) });
  await pipeline(createReadStream(path, { ...range, highWaterMark: pieceBytes }), response);
}

const server = createServer((request, response) => {
  const handled = request.method === 'POST' ? receive(request, response) : send(request, response);
  handled.catch((error: unknown) => response.destroy(error as Error));
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
