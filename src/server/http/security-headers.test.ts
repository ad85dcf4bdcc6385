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

  await t.test('and stands on what is refused before it has a route, which is refused as everywhere', async () => {
    const cases: [url: string, status: number, message: string][] = [
      [`/api/teams/${'9'.repeat(300)}/usage`, 404, 'Not found.'],
      ['/api/teams/%zz/usage', 400, 'The request could not be understood.'],
    ];
    for (const [url, status, message] of cases) {
      const answer = await app.app.inject({ method: 'GET', url });
      assert.deepEqual([answer.statusCode, answer.json()], [status, { message }], url);
      assert.match(String(answer.headers['content-security-policy']), /^default-src 'none'/);
    }
  });
});
