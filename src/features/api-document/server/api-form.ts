import type { Endpoint } from '#shared/endpoint.ts';
import { texts } from '../api-document.texts.ts';
import { escapeHtml } from './escape-html.ts';

type Schema = { [keyword: string]: unknown; properties?: Record<string, Schema>; required?: string[] };
type Parameter = { name: string; in: string; required: boolean };
export type Operation = {
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
};

/**
 * A form that makes the call as whoever reads the page. It is there once the script of the page (`public/try-calls.js`)
 * has come: without it a form would send something else.
 */
export function apiForm({ method, path, sends }: Endpoint, { parameters, requestBody }: Operation): string {
  if (sends === 'tus') return '';
  const form = requestBody?.content['multipart/form-data'];
  const json = requestBody?.content['application/json'];
  const fields = [
    ...parameters.map((parameter) => field(parameter.name, parameter.in, parameter.required)),
    ...(form
      ? Object.entries(form.schema.properties ?? {}).map(([name, one]) => formField(name, one, form.schema))
      : []),
    ...(json ? [bodyField(json.schema)] : []),
  ];
  return `<details class="try" hidden><summary>${escapeHtml(texts.tryIt)}</summary>
<form data-method="${method}" data-path="${escapeHtml(path.replace(/:(\w+)/g, '{$1}'))}">
${fields.join('\n')}
<p><button type="submit">${escapeHtml(texts.send)}</button> <button type="button" data-stop hidden>${escapeHtml(texts.stop)}</button></p>
<p role="status" data-failed="${escapeHtml(texts.noAnswer)}" data-sending="${escapeHtml(texts.sending)}"></p>
<pre tabindex="0" aria-label="${escapeHtml(texts.answer)}" hidden></pre>
</form></details>`;
}

const label = (name: string, where: string, isRequired: boolean) =>
  `${escapeHtml(name)} <small>${escapeHtml(isRequired ? `${where}, ${texts.required}` : where)}</small>`;

const places: Record<string, string> = { path: texts.path, query: texts.query, form: texts.inForm };

function field(name: string, where: string, isRequired: boolean): string {
  const attributes = `name="${escapeHtml(name)}" data-in="${where}"${isRequired ? ' required' : ''}`;
  return `<label>${label(name, (places[where] ?? where).toLowerCase(), isRequired)}<input ${attributes} autocomplete="off"></label>`;
}

function formField(name: string, schema: Schema, { required = [] }: Schema): string {
  const isFile = schema['contentMediaType'] !== undefined || schema['type'] === 'array';
  if (!isFile) return field(name, 'form', required.includes(name));
  const many = schema['type'] === 'array' ? ' multiple' : '';
  return `<label>${label(name, texts.inForm, false)}<input type="file" name="${escapeHtml(name)}" data-in="form"${many}></label>`;
}

function bodyField(schema: Schema): string {
  const example = JSON.stringify(exampleOf(schema), undefined, 2);
  return `<label>${label(texts.body, texts.asJson, true)}<textarea data-in="body" rows="${example.split('\n').length + 1}" spellcheck="false">${escapeHtml(example)}</textarea></label>`;
}

/** Something of this shape with what has to be in it. */
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
