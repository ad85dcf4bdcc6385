import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { optionalFields } from '#features/containers/core/container-fields.rules.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { asAdmin } from '#tests/make.ts';
import { mountedEndpoints } from '#tests/mounted-endpoints.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

type Operation = {
  summary: string;
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: { $ref: string } }> };
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: { session: { name: string } };
    schemas: Record<string, { properties: Record<string, unknown> }>;
  };
};

describe('the document of the API', () => {
  const app = useTestApp({ BRAND_NAME: 'Quay & <Co>' });
  const read = {} as { admin: Visitor; document: Document };
  before(async () => {
    const admin = await asAdmin(app);
    const response = await admin.send({ method: 'GET', url: '/api/openapi.json' });
    Object.assign(read, { admin, document: response.json<Document>() });
  });

  const schemaOf = (content: { schema: { $ref: string } } | undefined) =>
    read.document.components.schemas[content?.schema.$ref.split('/').at(-1) ?? ''];

  test('describes every call that is mounted, and no other', async () => {
    const { document } = read;
    assert.equal(document.openapi, '3.1.0');
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const mounted = mountedEndpoints().map(
      ({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}`,
    );
    assert.deepEqual(described.toSorted(), mounted.toSorted());
  });

  test('names the session cookie that signing in sets', async () => {
    const { admin, document } = read;
    assert.ok(admin.cookies.has(document.components.securitySchemes.session.name));
  });

  test('describes parameters, request bodies and responses', () => {
    const { document } = read;
    const find = document.paths['/api/containers/{id}']?.['get'];
    assert.deepEqual(
      find?.parameters.map(({ name, in: where, required }) => [name, where, required]),
      [['id', 'path', true]],
    );
    assert.deepEqual(find.responses['200']?.content?.['application/json']?.schema, {
      $ref: '#/components/schemas/Container',
    });
    assert.ok('ex_factory_date' in (document.components.schemas['Container']?.properties ?? {}));
    const create = document.paths['/api/containers']?.['post'];
    const body = schemaOf(create?.requestBody?.content['application/json']);
    const specified = ['container_no', 'ex_factory_date', 'expected_date', 'name', 'pfi_date', 'status_id'];
    assert.deepEqual(Object.keys(body?.properties ?? {}).toSorted(), [...specified, ...optionalFields].toSorted());
    assert.ok(create?.responses['201']);
    const upload = document.paths['/api/upload']?.['post']?.requestBody?.content['multipart/form-data'];
    assert.deepEqual(Object.keys(schemaOf(upload)?.properties ?? {}), ['file_type_id', 'folders', 'files[]']);
    assert.ok(document.paths['/api/logout']?.['post']?.responses['204']);
    const login = document.paths['/api/login']?.['post'];
    const statuses = ['200', '400', '401', '403', '413', '415', '419', '422', '429', '500', '503', '507'];
    assert.deepEqual(Object.keys(login?.responses ?? {}), statuses);
  });

  test('states the limit of a text that the server applies, in UTF-16 units', async () => {
    const { admin, document } = read;
    const body = document.paths['/api/containers']?.['post']?.requestBody?.content['application/json'];
    const field = schemaOf(body)?.properties['name'] as { maxLength: number } | undefined;
    assert.equal(field?.maxLength, 255);
    const statusOf = async (name: string) =>
      (await admin.call(containersContract.create, { ...container, name })).status;
    const container = { container_no: 'PO-1', pfi_date: '2026-12-01', ex_factory_date: '2026-12-15' };
    assert.deepEqual([await statusOf('é'.repeat(255)), await statusOf('é'.repeat(256))], [201, 422]);
    assert.deepEqual([await statusOf('🚢'.repeat(127)), await statusOf('🚢'.repeat(128))], [201, 422]);
  });

  test('is also an HTML page without inline scripts, with the brand name escaped', async () => {
    const { statusCode, headers, body } = await read.admin.send({ method: 'GET', url: '/api/docs' });
    assert.deepEqual([statusCode, headers['content-type']], [200, 'text/html; charset=utf-8']);
    assert.ok(body.includes('/api/containers/{id}/status'));
    assert.doesNotMatch(body, /<script(?! src="\/[a-z-]+\.js")|<Co>/);
  });
});
