import type { Endpoint } from '#shared/endpoint.ts';
import { texts } from '../api-document.texts.ts';
import { describeApi, whoMay } from './describe-api.ts';
import type { Call } from './describe-api.ts';

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const anchorOf = ({ method, path }: Endpoint) => `${method} ${path}`.replace(/\W+/g, '-').toLowerCase();

/** The document as a page that needs no script. */
export function apiPage(calls: readonly Call[], brand: string): string {
  const { paths } = describeApi(calls, brand);
  const sorted = calls.toSorted((one, other) => (one.endpoint.path < other.endpoint.path ? -1 : 1));
  const title = escape(texts.title(brand));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escape(texts.intro)}</p>
<p><a href="/api/openapi.json">${escape(texts.download)}</a></p>
<nav aria-label="${escape(texts.contents)}"><ul>${sorted.map(entryOf).join('')}</ul></nav>
${sorted.map((call) => sectionOf(call, paths)).join('\n')}
</main>
</body>
</html>`;
}

const signature = ({ method, path }: Endpoint) =>
  `<code><b data-method="${method}">${method}</b> ${escape(path.replace(/:(\w+)/g, '{$1}'))}</code>`;

const entryOf = ({ endpoint }: Call) => `<li><a href="#${anchorOf(endpoint)}">${signature(endpoint)}</a></li>`;

type Operation = { parameters?: unknown[]; requestBody?: { content: unknown }; responses: Record<string, unknown> };

function sectionOf({ endpoint, gate }: Call, paths: Record<string, Record<string, unknown>>): string {
  const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
  const operation = paths[path]?.[endpoint.method.toLowerCase()] as Operation;
  return `<section id="${anchorOf(endpoint)}">
<h2>${signature(endpoint)}</h2>
<p>${escape(endpoint.summary)}</p>
<p><b>${escape(texts.who)}:</b> ${escape(whoMay(gate))}</p>
${detailsOf(`${texts.path}, ${texts.query.toLowerCase()}`, operation.parameters)}
${detailsOf(texts.body, operation.requestBody?.content)}
${detailsOf(texts.answer, operation.responses)}
</section>`;
}

function detailsOf(title: string, value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  const text = escape(JSON.stringify(value, undefined, 2));
  return `<details><summary>${escape(title)}</summary><pre tabindex="0">${text}</pre></details>`;
}

const style = `
:root { font: 16px/1.5 system-ui, sans-serif; color-scheme: light dark; }
body { margin: 0; background: Canvas; color: CanvasText; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; }
h2 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
nav ul { columns: 22rem; padding: 0; list-style: none; }
nav li { padding: .15rem 0; overflow-wrap: anywhere; }
nav a { display: inline-block; min-height: 24px; text-decoration: none; }
section { margin-top: 1rem; padding: 1rem; border: 1px solid color-mix(in srgb, CanvasText 22%, Canvas); border-radius: .5rem; }
section p { margin: .4rem 0; }
summary { cursor: pointer; min-height: 24px; }
pre { overflow: auto; max-height: 30rem; padding: .75rem; background: color-mix(in srgb, CanvasText 6%, Canvas); border-radius: .4rem; }
code { font-family: ui-monospace, monospace; }
`;
