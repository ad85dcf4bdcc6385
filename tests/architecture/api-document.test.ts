import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { assertDocumented } from '#tests/documented.ts';
import { asAdmin } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';

const json = { 'content-type': 'application/json; charset=utf-8' };
const answered = (statusCode: number, body: unknown) => ({ statusCode, headers: json, body: JSON.stringify(body) });

describe('the API document', () => {
  const app = useTestApp();

  test('is a valid OpenAPI 3.1 document', async () => {
    const document = (await (await asAdmin(app)).send({ method: 'GET', url: '/api/openapi.json' })).json();
    const validator = new Validator();
    const { valid, errors } = await validator.validate(document);
    assert.equal(valid, true, JSON.stringify(errors, undefined, 2));
    assert.equal(validator.version, '3.1');
  });

  test('passes the recommended rules of the linter of Redocly without an error', async () => {
    const document = (await (await asAdmin(app)).send({ method: 'GET', url: '/api/openapi.json' })).body;
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: document, absoluteRef: 'openapi.json', config });
    const errors = problems.filter(({ severity }) => severity === 'error');
    assert.deepEqual(
      errors.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
      [],
    );
  });

  test('gives each operation an id and a heading, each answer and body a name, and each body an example', async () => {
    const document = (await (await asAdmin(app)).send({ method: 'GET', url: '/api/openapi.json' })).json();
    type Operation = {
      operationId: string;
      tags: string[];
      requestBody?: { content: Record<string, { schema: object; example?: object }> };
    };
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path as object)) as Operation[];
    assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
    const headings = document.tags.map(({ name }: { name: string }) => name);
    assert.ok(operations.every(({ tags }) => tags.length === 1 && headings.includes(tags[0])));
    assert.deepEqual(document.servers, [{ url: '/' }]);
    const bodies = operations.flatMap(({ operationId, requestBody }) =>
      Object.entries(requestBody?.content ?? {}).map(([type, content]) => ({ operationId, type, ...content })),
    );
    assert.deepEqual(
      bodies.filter(({ schema }) => !('$ref' in schema)).map(({ operationId }) => operationId),
      [],
    );
    const bare = bodies.filter(({ type, example }) => type === 'application/json' && example === undefined);
    assert.deepEqual(
      bare.map(({ operationId }) => operationId),
      [],
    );
    const { schemas } = document.components;
    for (const name of ['File', 'Container', 'Team', 'CurrentUser']) assert.equal(schemas[name]?.type, 'object', name);
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)];
    assert.deepEqual(
      references.map(([, name = '']) => name).filter((name) => !Object.hasOwn(schemas, name)),
      [],
    );
  });

  test('a response that it does not contain makes the requesting test fail', () => {
    const team = { id: 1, name: 'General', description: null };
    const [list, one] = [
      { method: 'GET', url: '/api/teams?search=a' },
      { method: 'DELETE', url: '/api/teams/1' },
    ];
    assertDocumented(list, answered(200, [team]));
    const wrong: [asked: typeof list, answer: ReturnType<typeof answered>, because: RegExp][] = [
      [list, answered(200, [{ ...team, id: '1' }]), /\/0\/id: must be integer/],
      [list, answered(200, [{ ...team, secret: 1 }]), /additionalProperty":"secret"/],
      [list, answered(200, [{ id: 1, name: 'General' }]), /must have required property 'description'/],
      [list, answered(409, { message: 'No.', code: 'team.in_use' }), /does not have the status/],
      [list, answered(503, { error: 'No.' }), /must have required property 'message'/],
      [list, answered(503, { message: 'No.' }), /must have required property 'code'/],
      [list, answered(503, { message: 'No.', code: 'server.tired' }), /\/code: must be equal to one of the allowed/],
      [list, answered(503, { message: 'No.', code: 'team.in_use' }), /does not have the code team\.in_use/],
      [list, { ...answered(401, {}), headers: { 'content-type': 'text/html' } }, /the content type text\/html/],
      [one, answered(204, {}), /does not have a body/],
      [{ method: 'PATCH', url: '/api/teams' }, answered(200, {}), /does not have the call/],
      [{ method: 'GET', url: '/api/%74eams/1' }, answered(200, {}), /does not have the call/],
    ];
    for (const [asked, answer, because] of wrong) assert.throws(() => assertDocumented(asked, answer), because);
  });
});
