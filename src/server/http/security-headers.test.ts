import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useTestApp } from '#tests/test-app.ts';

test('the policy of the pages', async (t) => {
  const app = useTestApp();
  await t.test('everything comes from this origin; nothing is evaluated, compiled, framed or embedded', async () => {
    const { headers } = await app.app.inject({ method: 'GET', url: '/api/nothing' });
    const policy = String(headers['content-security-policy']);
    assert.deepEqual(policy.split('; '), [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "media-src 'self'",
      "frame-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    assert.equal(headers['x-frame-options'], 'DENY');
  });
});
