import { isRead } from '#shared/endpoint.ts';
import type { Endpoint } from '#shared/endpoint.ts';

type Schema = { [keyword: string]: unknown; properties?: Record<string, Schema>; required?: string[] };
type Parameter = { name: string; in: string; required: boolean; schema: Schema };
export type Operation = {
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
};

/** Stores the session cookie in `cookies.txt` and the CSRF token in `$TOKEN` for the other examples. */
export const signInExample = `URL=https://stowage.example.com
token() { TOKEN=$(awk '$6 == "XSRF-TOKEN" { print $7 }' cookies.txt); }
curl -c cookies.txt "$URL/sanctum/csrf-cookie" && token
curl -b cookies.txt -c cookies.txt "$URL/api/login" -H "X-XSRF-TOKEN: $TOKEN" --json '{"email": "you@example.com", "password": "..."}' && token`;

/** Returns a shell command that makes the call with all required parameters. */
export function curlExample(endpoint: Endpoint, { parameters, requestBody }: Operation): string {
  const { method, path, sends } = endpoint;
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name, schema }) => `${name}=${String(exampleOf(schema))}`);
  const url = path.replace(/:(\w+)/g, (_, name: string) => (name.endsWith('id') ? '1' : name));
  const form = requestBody?.content['multipart/form-data'];
  const json = requestBody?.content['application/json'];
  return [
    'curl -b cookies.txt',
    // curl sends GET without a body and POST with one.
    ...(method === 'HEAD' ? ['-I'] : method === 'GET' || (method === 'POST' && requestBody) ? [] : [`-X ${method}`]),
    `"$URL${url}${query.length > 0 ? `?${query.join('&')}` : ''}"`,
    ...(isRead(endpoint) ? [] : ['-H "X-XSRF-TOKEN: $TOKEN"']),
    ...(sends === 'tus' ? tusOptions(method) : []),
    ...(sends === 'file' || sends === 'archive' || sends === 'csv' || sends === 'xlsx' ? ['-OJ'] : []),
    ...(sends === 'events' ? ['-N'] : []),
    ...Object.entries(form?.schema.properties ?? {}).map(([name, one]) => `-F '${name}=${formExample(one)}'`),
    ...(json ? [`--json '${JSON.stringify(exampleOf(json.schema))}'`] : []),
  ].join(' ');
}

/** Source: https://tus.io/protocols/resumable-upload. */
function tusOptions(method: Endpoint['method']): string[] {
  const version = "-H 'Tus-Resumable: 1.0.0'";
  if (method === 'POST')
    return [
      version,
      `-H "Upload-Length: $(stat -c %s report.pdf)"`,
      `-H "Upload-Metadata: filename $(printf report.pdf | base64),file_type_id $(printf 1 | base64)"`,
    ];
  if (method === 'PATCH')
    return [
      version,
      "-H 'Upload-Offset: 0'",
      "-H 'Content-Type: application/offset+octet-stream'",
      '--data-binary @report.pdf',
    ];
  return [version];
}

const isFile = (schema: Schema) => schema['contentMediaType'] !== undefined || schema['type'] === 'array';

const formExample = (schema: Schema) => (isFile(schema) ? '@report.pdf' : String(exampleOf(schema)) || '1');

/** Returns an example value of the schema with its required fields. */
function exampleOf(schema: Schema): unknown {
  const [choice] = (schema['anyOf'] ?? schema['oneOf'] ?? []) as Schema[];
  if (choice) return exampleOf(choice);
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0] as unknown;
  switch (schema['type']) {
    case 'object': {
      const required = schema.required ?? [];
      const entries = Object.entries(schema.properties ?? {}).filter(([name]) => required.includes(name));
      return Object.fromEntries(entries.map(([name, one]) => [name, exampleOf(one)]));
    }
    case 'array':
      return [exampleOf((schema['items'] ?? {}) as Schema)];
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    default:
      return '';
  }
}
