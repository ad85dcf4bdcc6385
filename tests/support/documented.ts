import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { describeApi } from '#features/api-document/server/describe-api.ts';
import { mountedEndpoints } from './mounted-endpoints.ts';

type RequestLine = { method: string; url: string };
/** Without a body, only status and headers are checked. */
type ReceivedResponse = { statusCode: number; headers: Record<string, unknown>; body?: string };

type Response = { $ref?: string; description?: string; content?: Record<string, { schema?: object }> };
type Operations = Record<string, { responses: Record<string, Response> }>;

type Template = { segments: string[]; operations: Operations };
type ApiDocument = { templates: Template[]; failure: Response; components: object };

// One instance for the process: all test files share the compiled schemas.
let known: ApiDocument | undefined;
const ajv = new Ajv2020({ strict: true, strictTypes: false, keywords: ['components'] });
const compiled = new Map<object, ValidateFunction>();

// Node answers with these before the request reaches a route: request timeout, headers too large.
const beforeAnyCall = [408, 431];

/** Throws unless the API document contains this response to this request. A call that it does not contain may only be refused. */
export function assertDocumented({ method, url }: RequestLine, { statusCode, headers, body }: ReceivedResponse): void {
  const path = url.replace(/^https?:\/\/[^/]*/, '').split(/[?#]/, 1)[0] as string;
  const document = (known ??= readDocument());
  const segments = path.split('/').map(decoded);
  const operations = document.templates.find((template) => isOf(template, segments))?.operations;
  if (!operations && segments[1] !== 'api') return;
  const documented = operations?.[method.toLowerCase()] ?? (method === 'HEAD' ? operations?.['get'] : undefined);
  const operation = beforeAnyCall.includes(statusCode) ? undefined : documented;
  const type = ((headers['content-type'] ?? '') as string).split(';', 1)[0] as string;
  const mismatch = () => {
    if (!operation && statusCode < 400) return 'the call';
    const response = operation ? resolved(document, operation.responses[statusCode]) : document.failure;
    if (!response) return 'the status';
    if (body !== undefined && body !== '' && (method === 'HEAD' || !response.content)) return 'a body';
    if (!response.content || method === 'HEAD') return undefined;
    const content = response.content[type] ?? response.content['*/*'];
    if (!content) return `the content type ${type}`;
    if (!content.schema || body === undefined) return undefined;
    const parsed: unknown = JSON.parse(body);
    const codes = operation?.responses[statusCode]?.$ref && operation.responses[statusCode].description;
    return mismatchOf(document, content.schema, parsed) ?? (codes ? undocumentedCode(codes, parsed) : undefined);
  };
  const found = mismatch();
  const excerpt = body === undefined ? '' : `\n${body.slice(0, 1000)}`;
  if (found) assert.fail(`${method} ${url} answered ${statusCode}; the API document does not have ${found}${excerpt}`);
}

function readDocument(): ApiDocument {
  const calls = mountedEndpoints().map((mounted) => ({ group: 'All', ...mounted }));
  const { paths, components } = JSON.parse(
    JSON.stringify(describeApi(calls, { brandName: 'Stowage', publicUrl: undefined })),
  ) as {
    paths: Record<string, Operations>;
    components: { schemas: { Failure: object } };
  };
  const failure = { content: { 'application/json': { schema: components.schemas.Failure } } };
  const templates = Object.entries(paths).map(([path, operations]) => ({ segments: path.split('/'), operations }));
  // A literal path has priority over one with parameters, as in the router.
  const parameterCount = ({ segments }: Template) => segments.filter((segment) => segment.startsWith('{')).length;
  return {
    templates: templates.toSorted((one, other) => parameterCount(one) - parameterCount(other)),
    failure,
    components,
  };
}

/** Returns the error code if the description of the response does not list it. */
function undocumentedCode(description: string, body: unknown): string | undefined {
  const { code } = body as { code: string };
  return description.split(/[\s,]+/).includes(code) ? undefined : `the code ${code}`;
}

const isOf = (template: Template, segments: readonly (string | undefined)[]) =>
  template.segments.length === segments.length &&
  template.segments.every((one, index) =>
    one.startsWith('{') ? segments[index] !== undefined : one === segments[index],
  );

const resolved = ({ failure }: ApiDocument, response: Response | undefined) => (response?.$ref ? failure : response);

/** Returns undefined for an invalid escape sequence; no call has such a path. */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function mismatchOf({ components }: ApiDocument, schema: object, body: unknown): string | undefined {
  const validate = compiled.get(schema) ?? ajv.compile({ ...schema, components });
  compiled.set(schema, validate);
  if (validate(body)) return undefined;
  return (validate.errors ?? [])
    .map(({ instancePath, message, params }) => `${instancePath || 'the body'}: ${message} ${JSON.stringify(params)}`)
    .join('; ');
}
