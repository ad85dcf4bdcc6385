import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openTestApp } from '#tests/test-app.ts';
import { readInstallFiles } from './install-files.ts';

const publicFolder = join(import.meta.dirname, '../../../public');

test('the manifest and the page without a connection have the brand name, and the worker changes with that page', () => {
  const files = readInstallFiles(publicFolder, 'Quay & <Sons>');
  const manifest = JSON.parse(files['manifest.webmanifest'] ?? '') as Record<string, unknown>;
  assert.deepEqual([manifest['name'], manifest['short_name']], ['Quay & <Sons>', 'Quay & <Sons>']);
  assert.match(files['offline.html'] ?? '', /<h1>No connection to Quay &#38; &#60;Sons&#62;<\/h1>/);
  const releaseOf = (worker = '') => /const release = '([\w-]{12})'/.exec(worker)?.[1];
  assert.ok(releaseOf(files['service-worker.js']));
  assert.equal(files['service-worker.js'], readInstallFiles(publicFolder, 'Quay & <Sons>')['service-worker.js']);
  assert.notEqual(
    releaseOf(files['service-worker.js']),
    releaseOf(readInstallFiles(publicFolder, 'Other')['service-worker.js']),
  );
});

test('the worker cannot be outdated, and every file that the manifest names exists', async (t) => {
  const app = await openTestApp();
  t.after(() => app.close());
  const get = (url: string, headers: Record<string, string> = {}) => app.app.inject({ url, headers });
  const worker = await get('/service-worker.js');
  assert.equal(worker.statusCode, 200);
  assert.equal(worker.headers['cache-control'], 'no-cache');
  assert.match(String(worker.headers['content-type']), /^text\/javascript/);
  assert.match(String(worker.headers['content-security-policy']), /script-src 'self';/);
  const again = await get('/service-worker.js', { 'if-none-match': String(worker.headers.etag) });
  assert.equal(again.statusCode, 304);
  const manifest = await get('/manifest.webmanifest');
  assert.match(String(manifest.headers['content-type']), /^application\/manifest\+json/);
  const { icons } = manifest.json<{ icons: { src: string; type: string }[] }>();
  for (const { src, type } of [...icons, { src: '/apple-touch-icon.png', type: 'image/png' }]) {
    const icon = await get(src);
    assert.deepEqual([icon.statusCode, icon.headers['content-type']], [200, type], src);
  }
});
