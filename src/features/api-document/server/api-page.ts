import type { Endpoint } from '#shared/endpoint.ts';
import { texts } from '../api-document.texts.ts';
import { apiForm } from './api-form.ts';
import type { Operation } from './api-form.ts';
import { describeApi, whoMay } from './describe-api.ts';
import type { Call } from './describe-api.ts';
import { escapeHtml } from './escape-html.ts';

const anchorOf = ({ method, path }: Endpoint) => `${method} ${path}`.replace(/\W+/g, '-').toLowerCase();

/** The document as a page to read, which needs no script, and to try, which needs its own. */
export function apiPage(calls: readonly Call[], brand: string): string {
  const { paths } = describeApi(calls, brand);
  const sorted = calls.toSorted((one, other) => (one.endpoint.path < other.endpoint.path ? -1 : 1));
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
<script src="/try-calls.js" type="module"></script>
</head>
<body>
<header>
<h1>${title}</h1>
<p>${escapeHtml(texts.intro)}</p>
<p><a href="/api/openapi.json">${escapeHtml(texts.download)}</a></p>
</header>
<nav aria-label="${escapeHtml(texts.contents)}"><ul>${sorted.map(entryOf).join('')}</ul></nav>
<main>
${sorted.map((call) => sectionOf(call, paths)).join('\n')}
</main>
</body>
</html>`;
}

const signature = ({ method, path }: Endpoint) =>
  `<code><b data-method="${method}">${method}</b> ${escapeHtml(path.replace(/:(\w+)/g, '{$1}'))}</code>`;

const entryOf = ({ endpoint }: Call) => `<li><a href="#${anchorOf(endpoint)}">${signature(endpoint)}</a></li>`;

function sectionOf({ endpoint, gate }: Call, paths: Record<string, Record<string, unknown>>): string {
  const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
  const operation = paths[path]?.[endpoint.method.toLowerCase()] as Operation;
  return `<section id="${anchorOf(endpoint)}">
<h2>${signature(endpoint)}</h2>
<p>${escapeHtml(endpoint.summary)}</p>
<p><b>${escapeHtml(texts.who)}:</b> ${escapeHtml(whoMay(gate))}</p>
${detailsOf(`${texts.path}, ${texts.query.toLowerCase()}`, operation.parameters)}
${detailsOf(texts.body, operation.requestBody?.content)}
${detailsOf(texts.answer, operation.responses)}
${apiForm(endpoint, operation)}
</section>`;
}

function detailsOf(title: string, value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  const text = escapeHtml(JSON.stringify(value, undefined, 2));
  return `<details><summary>${escapeHtml(title)}</summary><pre tabindex="0">${text}</pre></details>`;
}

const style = `
:root { font: 16px/1.5 system-ui, sans-serif; color-scheme: light dark; --line: light-dark(#dde4eb, #26384f); --soft: light-dark(#55657a, #9fb0c3); --sunken: light-dark(#f4f6f9, #0f1a28); --link: light-dark(#0a6689, #6cc3e4); }
:root[data-mantine-color-scheme=light] { color-scheme: light; }
:root[data-mantine-color-scheme=dark] { color-scheme: dark; }
* { box-sizing: border-box; }
body { display: grid; gap: 0 2rem; max-width: 82rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; color: light-dark(#15212f, #e7edf4); background: light-dark(#fff, #152335); }
h1 { margin: 0; font-size: 1.6rem; }
h2 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
a { color: var(--link); }
header p { max-width: 62rem; }
header p:first-of-type { color: var(--soft); }
nav ul { margin: 0; padding: 0; list-style: none; }
nav a { display: inline-block; min-height: 24px; text-decoration: none; overflow-wrap: anywhere; }
nav a:hover { text-decoration: underline; }
nav code { font-size: .8rem; }
main { min-width: 0; }
section { margin-bottom: 1rem; padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; scroll-margin-top: 1rem; }
section:target { border-color: var(--link); }
section p { margin: .4rem 0; }
summary { min-height: 24px; padding: .1rem 0; cursor: pointer; }
pre { max-height: 30rem; margin: .4rem 0; padding: .75rem; overflow: auto; background: var(--sunken); border: 1px solid var(--line); border-radius: .4rem; font-size: .85rem; }
code, pre, textarea { font-family: ui-monospace, monospace; }
[data-method]:not(form) { display: inline-block; min-width: 3.6rem; color: light-dark(#0a6689, #6cc3e4); }
[data-method=POST]:not(form) { color: light-dark(#17693f, #6fd0a0); }
[data-method=PUT]:not(form), [data-method=PATCH]:not(form) { color: light-dark(#a8440b, #f7a26a); }
[data-method=DELETE]:not(form) { color: light-dark(#b3261e, #ff9c93); }
.try { margin-top: .4rem; padding-top: .4rem; border-top: 1px solid var(--line); }
.try summary { font-weight: 600; }
form { display: grid; gap: .6rem; padding: .4rem 0; }
form p { margin: 0; }
label { display: grid; gap: .2rem; font-weight: 600; font-size: .9rem; }
small { color: var(--soft); font-weight: 400; font-size: .85rem; }
label small { display: block; }
input, textarea { width: 100%; padding: .45rem .6rem; color: inherit; background: transparent; border: 1px solid light-dark(#8492a4, #657a91); border-radius: .3rem; font-size: .9rem; }
input { font-family: inherit; }
button { min-height: 34px; padding: .3rem 1.1rem; color: #fff; background: #0a6689; border: 1px solid #0a6689; border-radius: .3rem; font: inherit; font-weight: 600; cursor: pointer; }
button[data-stop] { color: inherit; background: transparent; border-color: light-dark(#8492a4, #657a91); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
[role=status] { overflow-wrap: anywhere; font-weight: 600; }
[role=status]:empty { display: none; }
[data-went=well] { color: light-dark(#17693f, #6fd0a0); }
[data-went=wrong] { color: light-dark(#b3261e, #ff9c93); }
@media (min-width: 64rem) {
  body { grid-template-columns: 21rem minmax(0, 1fr); }
  header { grid-column: 1 / -1; }
  nav { position: sticky; top: 0; align-self: start; max-height: 100vh; padding: .5rem 0; overflow: auto; }
}
@media (max-width: 63.99rem) { nav { margin-bottom: 1.5rem; } nav ul { columns: 20rem; } }
`;
