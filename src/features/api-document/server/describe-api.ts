import { z } from 'zod';
import { sessionCookie } from '#server/access/caller.ts';
import { roleNames } from '#shared/access.ts';
import type { Gate } from '#shared/access.ts';
import { isRead } from '#shared/endpoint.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { failure } from '#shared/fields.ts';
import { texts } from '../api-document.texts.ts';

/** An endpoint and who may use it. */
export type Call = { endpoint: Endpoint; gate: Gate };

type Schema = Record<string, unknown>;

/** The calls as an OpenAPI 3.1 document. Source: https://spec.openapis.org/oas/v3.1.1. */
export function describeApi(calls: readonly Call[], brand: string) {
  const paths: Record<string, Schema> = {};
  for (const call of calls) {
    const path = call.endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.endpoint.method.toLowerCase()]: operationOf(call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: texts.title(brand), version: '1', description: texts.intro },
    paths,
    components: {
      schemas: { Failure: jsonSchemaOf(failure, 'output') },
      responses: {
        Failure: {
          description: texts.failure,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        antiForgery: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' },
      },
    },
  };
}

function operationOf(call: Call): Schema {
  const { endpoint, gate } = call;
  const body = requestBodyOf(endpoint);
  return {
    summary: endpoint.summary,
    description: `${texts.who}: ${whoMay(gate)}.`,
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: { ...answerOf(endpoint), ...failuresOf(call) },
    security: [{ ...(gate === 'anyone' ? {} : { session: [] }), ...(isRead(endpoint) ? {} : { antiForgery: [] }) }],
  };
}

/** In words. */
export function whoMay(gate: Gate): string {
  if (gate === 'anyone') return texts.anyone;
  if (gate === 'signed-in') return texts.signedIn;
  const names = gate.roles?.map((role) => roleNames[role]).join(', ');
  return [names ? texts.roles(names) : texts.signedIn, ...(gate.module ? [texts.module(gate.module)] : [])].join(', ');
}

/** What travels: what comes in before it is parsed, what goes out after. */
function jsonSchemaOf(schema: z.ZodType, side: 'input' | 'output'): Schema {
  // OpenAPI 3.1 goes by the same dialect; said once for each schema it would only be noise.
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

function requestBodyOf({ body, files }: Endpoint): Schema | undefined {
  const schema = body && jsonSchemaOf(body, 'input');
  if (!files) return schema && { 'application/json': { schema } };
  const properties = (schema?.['properties'] ?? {}) as Schema;
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const many = { type: 'array', items: file, maxItems: files.max };
  const form = { ...schema, type: 'object', properties: { ...properties, [files.field]: files.max > 1 ? many : file } };
  return { 'multipart/form-data': { schema: form } };
}

/** What calls of its kind are refused with, and what its contract adds. */
function failuresOf({ endpoint, gate }: Call): Schema {
  const { params, query, body, sends, refuses = [] } = endpoint;
  const statuses = [
    ...(gate === 'anyone' ? [] : [401]),
    // Whoever must set up two-factor sign-in first is refused almost everything.
    ...(gate === 'anyone' || (gate === 'signed-in' && endpoint.beforeTwoFactor) ? [] : [403]),
    ...(params ? [404] : []),
    ...(query || body ? [422] : []),
    ...(isRead(endpoint) ? [] : [400, 413, 415, 419, 507]),
    ...(sends === 'tus' ? [400, 412] : []),
    ...refuses,
    500,
    503,
  ];
  return Object.fromEntries(statuses.map((status) => [status, { $ref: '#/components/responses/Failure' }]));
}

function answerOf(endpoint: Endpoint): Schema {
  const { answer, sends, status } = endpoint;
  const of = (type: string, description: string) => ({ '200': { description, content: { [type]: {} } } });
  switch (sends) {
    case 'file':
      return {
        ...of('*/*', texts.file),
        '206': { description: texts.file, content: { '*/*': {} } },
        '302': { description: texts.elsewhere },
        '304': { description: texts.noContent },
        '416': { description: texts.noSuchRange },
      };
    case 'archive':
      return of('application/zip', texts.archive);
    case 'csv':
      return of('text/csv', texts.csv);
    case 'events':
      return of('text/event-stream', texts.events);
    case 'page':
      return of('text/html', texts.page);
    case 'tus':
      return { [String(status ?? 204)]: { description: texts.tus } };
    default:
  }
  if (!answer) return { '204': { description: texts.noContent } };
  const content = { 'application/json': { schema: jsonSchemaOf(answer, 'output') } };
  return { [String(status ?? 200)]: { description: endpoint.summary, content } };
}
