import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { errorCodes } from '#shared/error-codes.ts';
import type { ErrorCode } from '#shared/error-codes.ts';
import { maxTeams } from '#shared/limits.ts';
import { asAdmin } from '#tests/make.ts';
import { mountedEndpoints } from '#tests/mounted-endpoints.ts';
import { openTestApp, useTestApp } from '#tests/test-app.ts';
import { asMetadata } from '#tests/tus.ts';
import { formOf } from '#tests/visitor.ts';
import type { Visitor } from '#tests/visitor.ts';

type Asked = Parameters<Visitor['send']>[0];

const json = { 'content-type': 'application/json' };
const login = (payload: string, headers: Record<string, string> = json): Asked => {
  return { method: 'POST', url: '/api/login', payload, headers };
};
const upload = (name: string, fileField = 'files[]'): Asked => {
  const form = formOf({ file_type_id: 1, [name]: 'x' }, fileField, [{ name: 'a.txt', bytes: 'a' }]);
  return { method: 'POST', url: '/api/upload', ...form };
};

/** Requests that the framework refuses, or that are refused before a service runs. */
const refused: [title: string, asked: Asked, code: ErrorCode][] = [
  ['an unknown address', { method: 'GET', url: '/api/nowhere' }, 'route.not_found'],
  ['an unknown method of a known address', { method: 'DELETE', url: '/api/teams' }, 'route.not_found'],
  ['an id that is no number', { method: 'GET', url: '/api/files/one' }, 'route.not_found'],
  ['an address that is not UTF-8', { method: 'GET', url: '/api/files/%ff' }, 'request.malformed'],
  ['broken JSON', login('{"email":'), 'request.invalid_json'],
  ['no JSON at all', login(''), 'request.invalid_json'],
  ['a content type that is not JSON', login('<xml/>', { 'content-type': 'text/xml' }), 'request.unsupported_type'],
  ['a JSON body that is too large', login(JSON.stringify('x'.repeat(3_000_000))), 'request.too_large'],
  ['missing fields', login('{}'), 'validation.failed'],
  ['a wrong token', { ...login('{}'), headers: { ...json, 'x-xsrf-token': 'x' } }, 'csrf.mismatch'],
  ['JSON in place of a form', { method: 'POST', url: '/api/upload', payload: {} }, 'request.not_a_form'],
  ['a file in an unknown field', upload('note', 'other'), 'upload.unexpected_file'],
  ['a form field named like a property of objects', upload('constructor'), 'request.malformed'],
];

describe('every error response has a message and a known code', () => {
  const app = useTestApp();

  for (const [title, asked, code] of refused) {
    test(`${title}: ${code}`, async () => {
      const answer = await (await asAdmin(app)).send(asked);
      const body = answer.json<{ message: string; code: string }>();
      assert.deepEqual([body.code, answer.statusCode], [code, errorCodes[code].status], answer.body);
      assert.notEqual(body.message, '');
    });
  }

  test('a call without a session: session.required', async () => {
    const answer = await app.app.inject({ url: '/api/teams' });
    assert.deepEqual(answer.json(), { message: 'Unauthenticated.', code: 'session.required' });
  });

  test('an unexpected error, whose cause is only in the log: internal', async (t) => {
    const admin = await asAdmin(app);
    const { db, listDb } = app.ctx;
    t.after(() => Object.assign(app.ctx, { listDb }));
    Object.assign(app.ctx, {
      listDb: new Proxy(db, {
        get() {
          throw new Error('a secret of the server');
        },
      }),
    });
    const answer = await admin.send({ method: 'GET', url: '/api/trash' });
    assert.deepEqual([answer.statusCode, answer.json<{ code: string }>().code], [500, 'internal']);
    assert.doesNotMatch(answer.body, /secret/);
  });
});

test('sizes and counts are formatted for the language of the request', async (t) => {
  const app = await openTestApp({ MAX_UPLOAD_BYTES: '2000000' });
  t.after(app.close);
  const admin = await asAdmin(app);
  await app.ctx.db
    .insertInto('teams')
    .values(Array.from({ length: maxTeams }, (_, n) => ({ name: `Team ${n}`, description: null, created_at: 'now' })))
    .execute();
  const tus = { 'tus-resumable': '1.0.0', 'upload-length': '2000001' };
  const calls: Record<string, Asked> = {
    upload: {
      method: 'POST',
      url: '/api/uploads',
      headers: { ...tus, 'upload-metadata': asMetadata({ filename: 'x.bin', file_type_id: 1 }) },
    },
    team: { method: 'POST', url: '/api/teams', payload: { name: 'One more' }, headers: json },
  };
  const limit = { de: '1,91 MB', fr: '1,91 MB', 'xx-wrong': '1.91 MB' };
  const teams = { de: '1.000 teams', fr: '1\u202f000 teams', 'xx-wrong': '1,000 teams' };
  for (const language of ['de', 'fr', 'xx-wrong'] as const) {
    const answerTo = async (name: 'upload' | 'team') => {
      const asked = calls[name] as Asked;
      const answer = await admin.send({ ...asked, headers: { ...asked.headers, 'accept-language': language } });
      return answer.json<{ message: string; errors?: Record<string, string[]> }>();
    };
    const tooLarge = `"x.bin" is larger than the limit of ${limit[language]} for one file.`;
    assert.equal((await answerTo('upload')).message, tooLarge);
    const tooMany = `There are already ${teams[language]}. Delete one that is not used any more first.`;
    const { message, errors } = await answerTo('team');
    assert.deepEqual([message, errors], [tooMany, { name: [tooMany] }]);
  }
});

test('each code is spelled area.problem, has the status of an error and a meaning', () => {
  for (const [code, { status, meaning }] of Object.entries(errorCodes)) {
    if (code !== 'internal') assert.match(code, /^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/);
    assert.ok(status >= 400 && status < 600, code);
    assert.match(meaning, /^[A-Z].*\.$/);
  }
});

test('a malformed percent encoding is refused in every parameter of a path, as documented', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const admin = await asAdmin(app);
  const { paths } = (await admin.send({ method: 'GET', url: '/api/openapi.json' })).json();
  const endpoints = mountedEndpoints().filter(({ endpoint }) => endpoint.path.includes(':'));
  assert.ok(endpoints.length > 0);
  for (const { endpoint } of endpoints) {
    const { method, path } = endpoint;
    const names = path.match(/:\w+/g) ?? [];
    for (const name of names) {
      const url = names.reduce((filled, one) => filled.replace(one, one === name ? '%ff' : '1'), path);
      const answer = await admin.send({ method, url });
      assert.equal(answer.statusCode, 400, `${method} ${url}`);
      if (method !== 'HEAD') assert.equal(answer.json().code, 'request.malformed', `${method} ${url}`);
    }
    const documented = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    assert.ok(documented?.responses[400], `${method} ${path} documents 400`);
  }
});
