import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fastify from 'fastify';
import { openAssets } from './serve-assets.ts';

test('assets are sent from memory, in the best encoding that the client accepts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-assets-'));
  await mkdir(join(folder, 'maps'));
  for (const [name, text] of Object.entries({
    'a.js': 'plain',
    'a.js.br': 'br',
    'a.js.gz': 'gz',
    'maps/b.svg': '<svg/>',
  }))
    await writeFile(join(folder, name), text);
  const assets = openAssets(folder, 'no-cache');
  await writeFile(join(folder, 'late.js'), 'not there at the start');
  assert.deepEqual([...assets.paths].toSorted(), ['a.js', 'maps/b.svg']);
  const app = fastify();
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => assets.send(request, reply, request.params['*']));
  const read = async (url: string, headers: Record<string, string> = {}) => {
    const { statusCode, body, headers: sent } = await app.inject({ url, headers });
    return {
      statusCode,
      body,
      encoding: sent['content-encoding'],
      type: sent['content-type'],
      etag: String(sent.etag),
    };
  };

  for (const [accepted, body] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gz'],
    ['GZIP;q=0.5', 'gz'],
    ['br; q=0.0', 'plain'],
    ['identity', 'plain'],
  ] as const) {
    const answer = await read('/a.js', { 'accept-encoding': accepted });
    assert.deepEqual(
      [answer.statusCode, answer.body, answer.type],
      [200, body, 'text/javascript; charset=utf-8'],
      accepted,
    );
    assert.equal(answer.encoding, { br: 'br', gz: 'gzip', plain: undefined }[body]);
    assert.equal((await read('/a.js', { 'accept-encoding': accepted, 'if-none-match': answer.etag })).statusCode, 304);
  }
  assert.deepEqual([(await read('/maps/b.svg')).type, (await read('/maps/b.svg')).body], ['image/svg+xml', '<svg/>']);
  for (const path of ['/', '/maps', '/late.js', '/..%2f..%2fetc%2fpasswd', '/a.js/'])
    assert.equal((await read(path)).statusCode, 404, path);
  await app.close();
  await rm(folder, { recursive: true });
});
