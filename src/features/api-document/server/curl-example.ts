import { isRead } from '#shared/endpoint.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { exampleRequests, exampleValues, pathVariables } from './example-requests.ts';

/** Returns a shell command that makes the call. Its variables are those of `exampleValues`. */
export function curlExample(endpoint: Endpoint): string {
  const { method, path, sends } = endpoint;
  const { query, body, form, signsIn } = exampleRequests[`${method} ${path}`] ?? {};
  return [
    `curl -b cookies.txt${signsIn ? ' -c cookies.txt' : ''}`,
    ...methodOptions(method, body !== undefined || form !== undefined),
    `"$URL${path.replace(/:\w+/g, (_, at: number) => variableAt(path, at))}${query ? `?${query}` : ''}"`,
    ...(isRead(endpoint) ? [] : ['-H "X-XSRF-TOKEN: $TOKEN"']),
    ...(sends === 'tus' ? tusOptions(method) : []),
    ...(sends === 'file' || sends === 'archive' || sends === 'csv' || sends === 'xlsx' ? ['-OJ'] : []),
    ...(sends === 'events' ? ['-N'] : []),
    ...Object.entries(form ?? {}).map(([name, value]) => `-F "${name}=${value}"`),
    ...(body === undefined ? [] : [jsonOption(body)]),
  ].join(' ');
}

/** curl sends GET without a body and POST with one. */
function methodOptions(method: Endpoint['method'], hasBody: boolean): string[] {
  if (method === 'HEAD') return ['-I'];
  return method === 'GET' || (method === 'POST' && hasBody) ? [] : [`-X ${method}`];
}

/** Returns the variable for the id that begins at a position of the path. */
function variableAt(path: string, at: number): string {
  const [, name = ''] =
    Object.entries(pathVariables)
      .toSorted(([one], [other]) => other.length - one.length)
      .find(([part]) => path.slice(0, at).endsWith(`/${part}/`)) ?? [];
  return `$${name}`;
}

/** Variables are replaced in a here-document, but not between single quotes. Ids are numbers. */
function jsonOption(body: unknown): string {
  const text = JSON.stringify(body);
  if (!text.includes('"$')) return `--json '${text}'`;
  return `--json @- <<END\n${text.replace(/"(\$[A-Z_]+_ID)"/g, '$1')}\nEND`;
}

/** Source: https://tus.io/protocols/resumable-upload. */
function tusOptions(method: Endpoint['method']): string[] {
  const version = "-H 'Tus-Resumable: 1.0.0'";
  if (method === 'POST')
    return [
      version,
      `-H "Upload-Length: $(stat -c %s report.pdf)"`,
      `-H "Upload-Metadata: filename $(printf report.pdf | base64),file_type_id $(printf $FILE_TYPE_ID | base64)"`,
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

const valueOf = new Map(
  [...exampleValues.matchAll(/^([A-Z_]+)=('[^']*'|\S+)/gm)].map(([, name = '', value = '']) => [
    name,
    value.replaceAll("'", ''),
  ]),
);

/** Returns the JSON body of the example with the values of its variables. Ids are numbers. */
export function exampleBodyOf({ method, path }: Endpoint): unknown {
  const { body } = exampleRequests[`${method} ${path}`] ?? {};
  return (
    body &&
    (JSON.parse(JSON.stringify(body), (_, value: unknown) => {
      if (typeof value !== 'string' || !value.startsWith('$')) return value;
      const text = valueOf.get(value.slice(1)) ?? '';
      return value.endsWith('_ID') ? Number(text) : text;
    }) as unknown)
  );
}
