import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');

const folders = ['src', 'tests', 'bench', 'bootstrap', 'docs'];
const isText = (path: string) => /\.(ts|tsx|js|mjs|css|html|md|sh|json|yml|txt)$/.test(path);

const files = [
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  ),
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
]
  .filter(isText)
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** The headings of a document, without code blocks, in which `#` begins a comment. */
function headingsOf(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8').replaceAll(/^```[^]*?^```/gm, '');
  return [...text.matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading = '']) => heading);
}

/** The anchors that GitHub gives to the headings of a document. A repeated heading gets a number. */
function anchorsOf(document: string): Set<string> {
  const seen = new Map<string, number>();
  return new Set(
    headingsOf(document).map((heading) => {
      const anchor = heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
        .replaceAll(' ', '-');
      const before = seen.get(anchor) ?? 0;
      seen.set(anchor, before + 1);
      return before === 0 ? anchor : `${anchor}-${before}`;
    }),
  );
}

type Citation = { from: string; document: string; anchor: string | undefined };

/** Every `docs/….md` and `docs/….md#anchor` in a file, and the relative links of a document. */
function citationsIn({ path, text }: { path: string; text: string }): Citation[] {
  const named = [...text.matchAll(/(?<![\w./])(docs\/[\w./-]+\.md)(?:#([\w-]+))?/g)].map(
    ([, document = '', anchor]) => ({ from: path, document, anchor }),
  );
  if (!path.endsWith('.md')) return named;
  const linked = [...text.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, target = '', anchor]) => ({
    from: path,
    document: target === '' ? path : join(dirname(path), target),
    anchor,
  }));
  return [...named, ...linked];
}

const citations = files.flatMap(citationsIn);
const show = ({ from, document, anchor }: Citation) =>
  `${from}: ${document}${anchor === undefined ? '' : `#${anchor}`}`;

test('every cited document exists', () => {
  assert.ok(citations.length > 200, `only ${citations.length} citations were found`);
  assert.deepEqual(citations.filter(({ document }) => !existsSync(join(root, document))).map(show), []);
});

test('every cited heading exists', () => {
  const anchors = new Map<string, Set<string>>();
  const unknown = citations.filter(({ document, anchor }) => {
    if (anchor === undefined || !document.endsWith('.md') || !existsSync(join(root, document))) return false;
    const known = anchors.get(document) ?? anchorsOf(document);
    anchors.set(document, known);
    return !known.has(anchor);
  });
  assert.deepEqual(unknown.map(show), []);
});

test('no heading occurs twice in the specification and the choices, so that a citation is unambiguous', () => {
  const headings = [...headingsOf('docs/specification.md'), ...headingsOf('docs/choices.md')];
  assert.ok(headings.length > 60);
  assert.deepEqual(
    headings.filter((heading, index) => headings.indexOf(heading) !== index),
    [],
  );
});

test('no file cites a document outside the repository', () => {
  const outside =
    /(?<![\w-])(?:decisions|robustness|goals|house)\.md\b|\bspec(?:ification)?(?:'s)?[\s*/]+sections?\b/gi;
  assert.deepEqual(
    files.flatMap(({ path, text }) => [...text.matchAll(outside)].map(([cited]) => `${path}: ${cited}`)),
    [],
  );
});

test('every file of the code that a document names exists, and so does every test title after its name', () => {
  const code = ['src', 'tests', 'bench', 'bootstrap', 'tools', 'deploy', 'public'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  const documents = files.filter(({ path }) => path.endsWith('.md'));
  const named = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|sh|css))`(?::\s"([^"]+)")?/g)].map(([, name = '', title]) => ({
      from: path,
      name,
      title: title?.replaceAll(/\s+/g, ' '),
    })),
  );
  assert.ok(named.length > 200, `only ${named.length} names of files were found`);
  const isThere = ({ name, title }: { name: string; title: string | undefined }) =>
    [name, ...code]
      .filter((path) => (path === name ? existsSync(join(root, path)) : path.endsWith(`/${name}`)))
      .some((path) => title === undefined || readFileSync(join(root, path), 'utf8').includes(title));
  assert.deepEqual(
    named.filter((one) => !isThere(one)).map(({ from, name, title }) => `${from}: ${name} ${title ?? ''}`),
    [],
  );
});
