import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { describeApi } from '#features/api-document/server/describe-api.ts';
import { mountedEndpoints } from './mounted-endpoints.ts';

type Asked = { method: string; url: string };
/** Without a body, only the rest is looked at. */
type Answered = { statusCode: number; headers: Record<string, unknown>; body?: string };

type Response = { $ref?: string; content?: Record<string, { schema?: object }> };
type Operations = Record<string, { responses: Record<string, Response> }>;

type Template = { segments: string[]; operations: Operations };
type ApiDocument = { templates: Template[]; failure: Response };

// One each for the process: what has been compiled serves every test file.
let known: ApiDocument | undefined;
const ajv = new Ajv2020({ strict: true, strictTypes: false });
const compiled = new Map<object, ValidateFunction>();

// Too slow, or headers too long: it has not become a request of any call.
const beforeAnyCall = [408, 431];

/** Fails unless the API document says that this request may be answered so. What it does not speak of may only be refused. */
export function assertDocumented({ method, url }: Asked, { statusCode, headers, body }: Answered): void {
  const path = url.replace(/^https?:\/\/[^/]*/, '').split(/[?#]/, 1)[0] as string;
  const document = (known ??= readDocument());
  const segments = path.split('/').map(decoded);
  const operations = document.templates.find((template) => isOf(template, segments))?.operations;
  if (!operations && segments[1] !== 'api') return;
  const meant = operations?.[method.toLowerCase()] ?? (method === 'HEAD' ? operations?.['get'] : undefined);
  const operation = beforeAnyCall.includes(statusCode) ? undefined : meant;
  const type = ((headers['content-type'] ?? '') as string).split(';', 1)[0] as string;
  const mismatch = () => {
    if (!operation && statusCode < 400) return 'the call';
    const response = operation ? followed(document, operation.responses[statusCode]) : document.failure;
    if (!response) return 'the status';
    if (body !== undefined && body !== '' && (method === 'HEAD' || !response.content)) return 'a body';
    if (!response.content || method === 'HEAD') return undefined;
    const content = response.content[type] ?? response.content['*/*'];
    if (!content) return `the content type ${type}`;
    return content.schema && body !== undefined ? mismatchOf(content.schema, JSON.parse(body)) : undefined;
  };
  const found = mismatch();
  const excerpt = body === undefined ? '' : `\n${body.slice(0, 1000)}`;
  if (found) assert.fail(`${method} ${url} answered ${statusCode}; the API document does not have ${found}${excerpt}`);
}

function readDocument(): ApiDocument {
  const { paths, components } = JSON.parse(JSON.stringify(describeApi(mountedEndpoints(), 'Stowage'))) as {
    paths: Record<string, Operations>;
    components: { schemas: { Failure: object } };
  };
  const failure = { content: { 'application/json': { schema: components.schemas.Failure } } };
  const templates = Object.entries(paths).map(([path, operations]) => ({ segments: path.split('/'), operations }));
  // An address that is spelled out goes before one with a place for anything, as the router has it.
  const places = ({ segments }: Template) => segments.filter((segment) => segment.startsWith('{')).length;
  return { templates: templates.toSorted((one, other) => places(one) - places(other)), failure };
}

const isOf = (template: Template, segments: readonly (string | undefined)[]) =>
  template.segments.length === segments.length &&
  template.segments.every((one, place) =>
    one.startsWith('{') ? segments[place] !== undefined : one === segments[place],
  );

const followed = ({ failure }: ApiDocument, response: Response | undefined) => (response?.$ref ? failure : response);

/** None when it is no text: such an address is no call's. */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function mismatchOf(schema: object, body: unknown): string | undefined {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  if (validate(body)) return undefined;
  return (validate.errors ?? [])
    .map(({ instancePath, message, params }) => `${instancePath || 'the body'}: ${message} ${JSON.stringify(params)}`)
    .join('; ');
}
