import { z } from 'zod';
import { sessionCookie } from '#server/access/caller.ts';
import type { Config } from '#server/config.ts';
import { inTurns } from '#server/event-loop-yield.ts';
import { roleNames } from '#shared/access.ts';
import type { Area, Gate } from '#shared/access.ts';
import { isRead } from '#shared/endpoint.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { errorCodes, failure } from '#shared/error-codes.ts';
import type { ErrorCode } from '#shared/error-codes.ts';
import { texts } from '../api-document.texts.ts';
import { curlExample, exampleBodyOf } from './curl-example.ts';

/** An endpoint, its gate, the area that an access token needs, and its heading on the page. */
export type Call = { group: string; endpoint: Endpoint; gate: Gate; area: Endpoint['area'] };

type Schema = Record<string, unknown>;

/** The messages that the server sends to programs: the body of all of them, and when each kind is sent. */
export type Messages = { group: string; body: z.ZodType; example: object; kinds: Record<string, string> };

/** Returns the calls as an OpenAPI 3.1 document. Source: https://spec.openapis.org/oas/v3.1.1. */
export function describeApi(
  calls: readonly Call[],
  { brandName, publicUrl }: Pick<Config, 'brandName' | 'publicUrl'>,
  messages?: Messages,
) {
  const paths: Record<string, Schema> = {};
  const schemas: Record<string, Schema> = { Failure: failureSchema() };
  for (const call of calls) {
    const path = call.endpoint.path.replace(/:(\w+)/g, '{$1}');
    const { operation, named } = operationOf(call);
    paths[path] = { ...paths[path], [call.endpoint.method.toLowerCase()]: { ...operation, tags: [call.group] } };
    Object.assign(schemas, named);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: texts.title(brandName),
      version: '1',
      description: texts.intro,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl ?? '/' }],
    tags: [...new Set(calls.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    ...(messages && { webhooks: webhooksOf(messages, schemas) }),
    components: {
      schemas,
      responses: {
        Failure: {
          description: texts.failure,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        },
      },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        antiForgery: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' },
      },
    },
  };
}

/** Describes the requests that the server makes to webhooks. Adds their body to the named schemas. */
function webhooksOf({ group, body, example, kinds }: Messages, schemas: Record<string, Schema>): Schema {
  const schema = nameSchema(jsonSchemaOf(body, 'output'), 'Message', schemas);
  const operation = (kind: string, summary: string) => ({
    operationId: `send${kind.split('.').map(upperFirst).join('')}`,
    summary,
    description: texts.webhook,
    tags: [group],
    security: [],
    parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
      name,
      in: 'header',
      required: true,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: { ...example, type: kind } } },
    },
    responses: { '2XX': { description: texts.webhookAccepted } },
  });
  return Object.fromEntries(Object.entries(kinds).map(([kind, summary]) => [kind, { post: operation(kind, summary) }]));
}

/** An operation, and the schemas that it refers to by their names. */
type Description = { operation: Schema; named: Record<string, Schema> };

/** The operations that have been described, without their headings. All of them at once would hold the event loop for 50 ms. */
const described = new WeakMap<Endpoint, Description>();

/** Describes the calls once, so that `describeApi` takes little time. Other requests are handled meanwhile. */
export async function prepareApi(calls: readonly Call[]): Promise<void> {
  for await (const call of inTurns(calls)) {
    operationOf(call);
  }
}

function operationOf(call: Call): Description {
  const known = described.get(call.endpoint);
  if (known) return known;
  const description = describeOperation(call);
  described.set(call.endpoint, description);
  return description;
}

function describeOperation(call: Call): Description {
  const { endpoint, gate, area } = call;
  const operationId = operationIdOf(endpoint);
  const named: Description['named'] = {};
  const name = (schema: Schema, kind: 'Body' | 'Answer') =>
    nameSchema(schema, `${upperFirst(operationId)}${kind}`, named);
  const body = requestBodyOf(endpoint, (schema) => name(schema, 'Body'));
  const operation = {
    operationId,
    summary: endpoint.summary,
    description: `${texts.who}: ${accessText(gate)}. ${tokenText(area)}`,
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: { ...successOf(endpoint, (schema) => name(schema, 'Answer')), ...failuresOf(call) },
    security: [
      { ...(gate === 'anyone' ? {} : { session: [] }), ...(isRead(endpoint) ? {} : { antiForgery: [] }) },
      ...(isForTokens(area) ? [{ token: [] }] : []),
    ],
    'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curlExample(endpoint) }],
  };
  return { operation, named };
}

const upperFirst = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** `GET /api/files/:id/versions` is `getFilesByIdVersions`: unique, because method and path are. */
const operationIdOf = ({ method, path }: Endpoint): string =>
  method.toLowerCase() +
  path
    .replace(/^\/api\//, '/')
    .replace(/:(\w+)/g, 'by_$1')
    .split(/[^A-Za-z0-9]+/)
    .map(upperFirst)
    .join('');

/**
 * Adds a schema and those inside it that have an id to the named ones, and returns the reference to it. A list of a named
 * schema stays in its place.
 */
function nameSchema(schema: Schema, fallback: string, named: Record<string, Schema>): Schema {
  const { $defs = {}, ...root } = schema as Schema & { $defs?: Record<string, Schema> };
  for (const [id, inner] of Object.entries($defs)) named[id] = withoutIds(inner);
  if (root['type'] === 'array' || root['$ref'] !== undefined) return withoutIds(root);
  const name = typeof root['id'] === 'string' ? root['id'] : fallback;
  named[name] = withoutIds(root);
  return { $ref: `#/components/schemas/${name}` };
}

/** Removes the ids that zod adds, and points the references to the schemas of the document. */
const withoutIds = ({ id, ...schema }: Schema): Schema =>
  JSON.parse(
    JSON.stringify(typeof id === 'string' ? schema : { id, ...schema }).replaceAll('#/$defs/', '#/components/schemas/'),
  ) as Schema;

/** The body of error answers; each code is described with its status and meaning. */
function failureSchema(): Schema {
  const { properties = {}, ...schema } = jsonSchemaOf(failure, 'output') as { properties?: Record<string, Schema> };
  const lines = Object.entries(errorCodes).map(([code, { status, meaning }]) => `${code} (${status}): ${meaning}`);
  const code = { ...properties['code'], description: lines.join('\n') };
  return { ...schema, properties: { ...properties, code } };
}

/** Returns a gate in words. */
export function accessText(gate: Gate): string {
  if (gate === 'anyone') return texts.anyone;
  if (gate === 'signed-in') return texts.signedIn;
  const names = gate.roles?.map((role) => roleNames[role]).join(', ');
  return [names ? texts.roles(names) : texts.signedIn, ...(gate.module ? [texts.module(gate.module)] : [])].join(', ');
}

const isForTokens = (area: Endpoint['area']): area is Area | 'any' => area !== undefined && area !== 'none';

/** Returns in words which access tokens may make a call. */
export function tokenText(area: Endpoint['area']): string {
  if (!isForTokens(area)) return texts.noToken;
  return area === 'any' ? texts.anyToken : texts.tokenFor(area);
}

/** Returns the schema of the transferred JSON: of a request before parsing, of a response after it. */
function jsonSchemaOf(schema: z.ZodType, side: 'input' | 'output'): Schema {
  // `$schema` is left out, because OpenAPI 3.1 uses this dialect by default.
  return { ...z.toJSONSchema(schema, { io: side, unrepresentable: 'any' }), $schema: undefined };
}

function parametersOf(schema: z.ZodObject | undefined, where: 'path' | 'query'): Schema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input') as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

function requestBodyOf(endpoint: Endpoint, name: (schema: Schema) => Schema): Schema | undefined {
  const { body, files } = endpoint;
  const schema = body && jsonSchemaOf(body, 'input');
  const example = exampleBodyOf(endpoint);
  if (!files) return schema && { 'application/json': { schema: name(schema), ...(example ? { example } : {}) } };
  const properties = (schema?.['properties'] ?? {}) as Schema;
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const many = { type: 'array', items: file, maxItems: files.max };
  const form = { ...schema, type: 'object', properties: { ...properties, [files.field]: files.max > 1 ? many : file } };
  return { 'multipart/form-data': { schema: name(form) } };
}

/** Returns the error responses of a call by status, each with its possible codes. */
function failuresOf(call: Call): Schema {
  const byStatus = Map.groupBy(new Set(codesOf(call)), (code) => errorCodes[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { $ref: '#/components/responses/Failure', description: texts.codes(codes) },
    ]),
  );
}

/** Returns the codes that all calls of this kind share, and those of the contract. */
function codesOf({ endpoint, gate }: Call): ErrorCode[] {
  const { params, query, body, files, sends, refuses = [] } = endpoint;
  const needsRole = typeof gate === 'object';
  return [
    ...(gate === 'anyone' ? [] : (['session.required'] as const)),
    ...(gate === 'anyone' || isRead(endpoint) ? [] : (['session.other_user'] as const)),
    ...(needsRole ? (['permission.denied'] as const) : []),
    ...(gate === 'anyone' || endpoint.beforeTwoFactor ? [] : (['two_factor.required'] as const)),
    ...(params ? (['route.not_found'] as const) : []),
    ...(query || body ? (['validation.failed'] as const) : []),
    ...(isRead(endpoint) ? (['request.too_many_open'] as const) : writeCodes),
    ...(files ? formCodes : []),
    ...(sends === 'tus' ? (['request.malformed', 'upload.protocol_missing'] as const) : []),
    ...refuses,
    ...alwaysPossible,
  ];
}

const writeCodes: ErrorCode[] = [
  'request.malformed',
  'request.invalid_json',
  'request.too_large',
  'request.unsupported_type',
  'csrf.mismatch',
  'store.full',
];

const formCodes: ErrorCode[] = [
  'request.not_a_form',
  'request.too_many_fields',
  'request.cut_off',
  'upload.too_large',
  'upload.unexpected_file',
  'upload.too_many_files',
];

const alwaysPossible: ErrorCode[] = [
  'request.malformed',
  'token.invalid',
  'token.not_allowed',
  'rate_limit.exceeded',
  'internal',
  'database.unavailable',
  'store.unavailable',
  'server.busy',
];

/** The media types and the descriptions of responses that are not one JSON value. */
const contents = {
  file: ['*/*', texts.file],
  archive: ['application/zip', texts.archive],
  csv: ['text/csv', texts.csv],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', texts.xlsx],
  events: ['text/event-stream', texts.events],
  page: ['text/html', texts.page],
  calendar: ['text/calendar', texts.calendar],
} as const;

/** The other responses of some of them. */
const further: Partial<Record<keyof typeof contents, Schema>> = {
  file: {
    '206': { description: texts.file, content: { '*/*': {} } },
    '302': { description: texts.elsewhere },
    '304': { description: texts.noContent },
    '412': { description: texts.notAsExpected },
    '416': { description: texts.noSuchRange },
  },
  calendar: { '304': { description: texts.noContent } },
};

function successOf(endpoint: Endpoint, name: (schema: Schema) => Schema): Schema {
  const { answer, sends, status, summary } = endpoint;
  if (sends === 'tus') return { [String(status ?? 204)]: { description: texts.tus } };
  if (sends && sends !== 'pieces') {
    const [type, description] = contents[sends];
    return { '200': { description, content: { [type]: {} } }, ...further[sends] };
  }
  if (!answer) return { '204': { description: texts.noContent } };
  const content = { 'application/json': { schema: name(jsonSchemaOf(answer, 'output')) } };
  return { [String(status ?? 200)]: { description: summary, content } };
}
