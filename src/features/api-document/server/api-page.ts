import type { Endpoint } from '#shared/endpoint.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { texts } from '../api-document.texts.ts';
import { curlExample } from './curl-example.ts';
import { accessText, describeApi, tokenText } from './describe-api.ts';
import type { Call } from './describe-api.ts';
import { exampleValues, signInExample } from './example-requests.ts';

type Operation = {
  parameters: unknown[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, unknown>;
};

const anchorOf = ({ method, path }: Endpoint) => `${method} ${path}`.replace(/\W+/g, '-').toLowerCase();

/** Returns the document as an HTML page. The page works without scripts; `public/filter-calls.js` adds the search. */
export function apiPage(calls: readonly Call[], brand: string): string {
  const { paths, components } = describeApi(calls, { brandName: brand, publicUrl: undefined });
  const sorted = calls.toSorted((one, other) => (one.endpoint.path < other.endpoint.path ? -1 : 1));
  const groups = [...Map.groupBy(sorted, ({ group }) => group)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const title = escapeHtml(texts.title(brand));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${title}</title>
<style>${style}</style>
<script src="/color-scheme.js"></script>
<script src="/filter-calls.js" type="module"></script>
</head>
<body>
<header>
<p class="brand"><a href="/"><img src="/brand.svg" alt="" width="32" height="32">${escapeHtml(brand)}</a></p>
<h1>${title}</h1>
<p>${escapeHtml(texts.intro)}</p>
<p><a href="/api/openapi.json">${escapeHtml(texts.download)}</a> · <a href="/licenses.txt">${escapeHtml(texts.notices)}</a></p>
<details><summary>${escapeHtml(texts.exampleValues)}</summary><pre tabindex="0">${escapeHtml(exampleValues)}</pre></details>
<details><summary>${escapeHtml(texts.signInExample)}</summary><pre tabindex="0">${escapeHtml(signInExample)}</pre></details>
</header>
<nav aria-label="${escapeHtml(texts.contents)}">
<search hidden><label>${escapeHtml(texts.search)} <input type="search" autocomplete="off" spellcheck="false"></label>
<p role="status"></p></search>
${groups.map(([group, ofGroup]) => `<div data-group><b>${escapeHtml(group)}</b><ul>${ofGroup.map(entryOf).join('')}</ul></div>`).join('\n')}
</nav>
<main>
${groups.map(([group, ofGroup]) => `<div data-group><h2>${escapeHtml(group)}</h2>\n${ofGroup.map((call) => sectionOf(call, { paths, schemas: components.schemas })).join('\n')}</div>`).join('\n')}
</main>
</body>
</html>`;
}

const signature = ({ method, path }: Endpoint) =>
  `<code><b data-method="${method}">${method}</b> ${escapeHtml(path.replace(/:(\w+)/g, '{$1}'))}</code>`;

const entryOf = ({ endpoint }: Call) => `<li><a href="#${anchorOf(endpoint)}">${signature(endpoint)}</a></li>`;

type Described = { paths: Record<string, Record<string, unknown>>; schemas: Record<string, unknown> };

function sectionOf({ endpoint, gate, area }: Call, { paths, schemas }: Described): string {
  const detailsOf = (title: string, value: unknown) => details(title, value, schemas);
  const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
  const operation = paths[path]?.[endpoint.method.toLowerCase()] as Operation;
  return `<section id="${anchorOf(endpoint)}">
<h3>${signature(endpoint)}</h3>
<p>${escapeHtml(endpoint.summary).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>
<p><b>${escapeHtml(texts.who)}:</b> ${escapeHtml(`${accessText(gate)}. ${tokenText(area)}`)}</p>
${detailsOf(`${texts.path}, ${texts.query.toLowerCase()}`, operation.parameters)}
${detailsOf(texts.body, operation.requestBody?.content)}
${detailsOf(texts.answer, operation.responses)}
<details><summary>${escapeHtml(texts.example)}</summary><pre tabindex="0">${escapeHtml(curlExample(endpoint))}</pre></details>
</section>`;
}

const schemaName = /^#\/components\/schemas\/(\w+)$/;

/** The page shows a named schema in the place of its name. */
function details(title: string, value: unknown, schemas: Described['schemas']): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  const inPlace = (_: string, inner: unknown) => {
    const [, name] = schemaName.exec(String((inner as { $ref?: string } | null)?.$ref)) ?? [];
    return name === undefined ? inner : schemas[name];
  };
  const text = escapeHtml(JSON.stringify(value, inPlace, 2));
  return `<details><summary>${escapeHtml(title)}</summary><pre tabindex="0">${text}</pre></details>`;
}

const style = `
:root { font: 15px/1.5 Inter, system-ui, sans-serif; color-scheme: light dark; --bar: light-dark(#0d2a42, #0a1420); --line: light-dark(#dde4eb, #26384f); --soft: light-dark(#55657a, #9fb0c3); --sunken: light-dark(#f4f6f9, #0f1a28); --link: light-dark(#0a6689, #6cc3e4); }
:root[data-mantine-color-scheme=light] { color-scheme: light; }
:root[data-mantine-color-scheme=dark] { color-scheme: dark; }
* { box-sizing: border-box; }
body { display: grid; gap: 0 2rem; max-width: 82rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; color: light-dark(#15212f, #e7edf4); background: light-dark(#f4f6f9, #0f1a28); }
.brand { margin: -1.5rem -1rem 1.5rem; padding: .8rem 1rem; background: var(--bar); box-shadow: 0 0 0 100vmax var(--bar); clip-path: inset(0 -100vmax); }
.brand a { display: inline-flex; gap: .75rem; align-items: center; color: #fff; font-size: 1.1rem; font-weight: 650; text-decoration: none; }
h1 { margin: 0; font-size: 1.6rem; }
h2 { margin: 1.5rem 0 .6rem; font-size: 1.2rem; }
[data-group]:first-child h2 { margin-top: 0; }
h3 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
a { color: var(--link); }
header p { max-width: 62rem; }
header details { margin-bottom: 1rem; }
h1 + p { color: var(--soft); }
nav ul { margin: 0; padding: 0; list-style: none; }
nav a { display: block; min-height: 24px; text-decoration: none; overflow-wrap: anywhere; }
nav a:hover { text-decoration: underline; }
nav code { display: grid; grid-template-columns: 3.6rem minmax(0, 1fr); font-size: .8rem; }
main { min-width: 0; }
section { margin-bottom: 1rem; padding: 1rem; background: light-dark(#fff, #152335); border: 1px solid var(--line); border-radius: .7rem; scroll-margin-top: 1rem; }
section:target { border-color: var(--link); }
section p { margin: .4rem 0; }
summary { min-height: 24px; padding: .1rem 0; cursor: pointer; }
pre { max-height: 30rem; margin: .4rem 0; padding: .75rem; overflow: auto; background: var(--sunken); border: 1px solid var(--line); border-radius: .4rem; font-size: .85rem; }
code, pre { font-family: ui-monospace, monospace; }
[data-method] { display: inline-block; min-width: 3.6rem; color: light-dark(#0a6689, #6cc3e4); }
[data-method=POST] { color: light-dark(#17693f, #6fd0a0); }
[data-method=PUT], [data-method=PATCH] { color: light-dark(#a8440b, #f7a26a); }
[data-method=DELETE] { color: light-dark(#b3261e, #ff9c93); }
label { display: grid; gap: .2rem; font-weight: 600; font-size: .9rem; }
input { width: 100%; padding: .45rem .6rem; color: inherit; background: light-dark(#fff, #1a2a3f); border: 1px solid light-dark(#8492a4, #657a91); border-radius: .3rem; font: inherit; font-weight: 400; }
search p { margin: .3rem 0 .6rem; color: var(--soft); font-size: .85rem; }
nav [data-group] { margin-bottom: .8rem; }
[hidden] { display: none !important; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
@media (min-width: 64rem) {
  body { grid-template-columns: 21rem minmax(0, 1fr); }
  header { grid-column: 1 / -1; }
  nav { position: sticky; top: 0; align-self: start; max-height: 100vh; padding: .5rem 0; overflow: auto; }
}
@media (max-width: 63.99rem) { nav { margin-bottom: 1.5rem; } nav ul { columns: 20rem; } }
`;
