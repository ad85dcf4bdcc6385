import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { openRows } from './bare-rows.ts';
import type { FileRow } from './bare-rows.ts';

// The reference server with a framework: bare-node.ts with Fastify and its multipart parser, and one JSON route.

const folder = process.env['DATA_DIR'] as string;
const rows = openRows(folder);
const app = fastify();
await app.register(multipart, { limits: { fileSize: Infinity, files: 100 } });

app.post('/api/upload', async (request, reply) => {
  const files: FileRow[] = [];
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue;
    const staged = join(folder, randomUUID());
    const hash = createHash('sha256');
    let size = 0;
    await pipeline(
      part.file,
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
    files.push({ name: part.filename, size, sha256: hash.digest('hex') });
  }
  rows.add(files);
  return reply.code(201).send({ files: files.length });
});

app.get('/api/user', async () => ({
  id: 1,
  name: 'Administrator',
  email: 'admin@example.com',
  role_id: 1,
  role: { role_id: 1, role_name: 'Administrator' },
  team_id: null,
  team: null,
  teams_can_view: [],
  created_at: '2026-01-01T00:00:00.000Z',
  last_login_at: '2026-01-01T00:00:00.000Z',
  files_count: 0,
  downloads_count: 0,
}));

await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
