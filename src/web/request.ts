import type { Endpoint } from '#shared/endpoint.ts';

export type Attachment = globalThis.File | { file: Blob; name: string };

export type Request = {
  method: Endpoint['method'];
  url: string;
  /** Text is sent as JSON, a form as multipart/form-data. */
  body?: string | FormData;
};

type Fields = Record<string, unknown>;

/** Distributes one input object over the path, the query and the body as the contract defines. */
export function fillRequest(endpoint: Endpoint, input: Fields, files: readonly Attachment[] = []): Request {
  const query = new URLSearchParams(asTexts(pick(input, endpoint.query)));
  const url = fillPath(endpoint.path, input) + (query.size > 0 ? `?${query}` : '');
  const fields = pick(input, endpoint.body);
  if (endpoint.files) return { method: endpoint.method, url, body: fillForm(endpoint.files.field, files, fields) };
  if (endpoint.body) return { method: endpoint.method, url, body: JSON.stringify(fields) };
  return { method: endpoint.method, url };
}

function pick(input: Fields, schema: { shape: Fields } | undefined): Fields {
  const names = Object.keys(schema?.shape ?? {});
  return Object.fromEntries(names.map((name) => [name, input[name]]));
}

const fillPath = (path: string, input: Fields): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])));

function asTexts(fields: Fields): [string, string][] {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)]);
}

function fillForm(fileField: string, files: readonly Attachment[], fields: Fields): FormData {
  const form = new FormData();
  for (const [name, text] of asTexts(fields)) form.append(name, text);
  for (const attached of files) {
    if ('file' in attached) form.append(fileField, attached.file, attached.name);
    else form.append(fileField, attached, attached.name);
  }
  return form;
}
