import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ErrorCode } from '#shared/error-codes.ts';
import { useTestApp } from '#tests/test-app.ts';

describe('the security headers of the pages', () => {
  const app = useTestApp();
  const ask = (headers: Record<string, string> = {}) =>
    app.app.inject({ method: 'GET', url: '/api/nothing', headers: { host: 'files.example.com', ...headers } });

  test('pages load from this origin only, cannot use eval or plug-ins, and cannot be framed', async () => {
    const { headers } = await ask();
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((directive): [string, string] => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1).join(' ')]),
    );
    for (const directive of ['default-src', 'object-src', 'base-uri', 'frame-ancestors'])
      assert.equal(policy.get(directive), "'none'", directive);
    assert.equal(policy.get('script-src'), "'self'");
    for (const [directive, sources] of policy) assert.doesNotMatch(sources, /https?:|\*|unsafe-eval/, directive);
    assert.equal(headers['x-frame-options'], 'DENY');
    assert.equal(headers['x-content-type-options'], 'nosniff');
  });

  test('without HTTPS there is no Strict-Transport-Security', async () => {
    assert.equal((await ask()).headers['strict-transport-security'], undefined);
    assert.equal((await ask({ 'x-forwarded-proto': 'https' })).headers['strict-transport-security'], undefined);
  });
});

describe('behind HTTPS', () => {
  const app = useTestApp({ PUBLIC_URL: 'https://files.example.com' });

  test('Strict-Transport-Security lasts a year', async () => {
    const { headers } = await app.app.inject({ method: 'GET', url: '/api/nothing' });
    assert.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains');
  });

  test('URLs that are refused before routing get the same headers and the same error format', async () => {
    const cases: [url: string, status: number, message: string, code: ErrorCode][] = [
      [`/api/teams/${'9'.repeat(300)}/usage`, 404, 'Not found.', 'route.not_found'],
      ['/api/teams/%zz/usage', 400, 'The request could not be understood.', 'request.malformed'],
    ];
    for (const [url, status, message, code] of cases) {
      const answer = await app.app.inject({ method: 'GET', url });
      assert.deepEqual([answer.statusCode, answer.json()], [status, { message, code }], url);
      assert.match(String(answer.headers['content-security-policy']), /^default-src 'none'/);
    }
  });
});
