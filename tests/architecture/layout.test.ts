import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const source = join(import.meta.dirname, '../../src');

const files = readdirSync(source, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(source.length + 1));

const isTest = (path: string) => /\.(test|suite)\.ts$/.test(path);

test('SQL is written in *.queries.ts and in src/server/database, nowhere else', () => {
  const mayHoldSql = (path: string) =>
    path.endsWith('.queries.ts') || path.startsWith('server/database/') || isTest(path);
  const writesSql = /\.(selectFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(|\bsql(<[^`]*>)?`/;
  const misplaced = files.filter(
    (path) => /\.tsx?$/.test(path) && !mayHoldSql(path) && writesSql.test(readFileSync(join(source, path), 'utf8')),
  );
  assert.deepEqual(misplaced, []);
});

test('a feature is its face, server, web and worker; only files, containers and the web side of dashboards have a folder for each part, and the sample company for its documents', () => {
  const misplaced = files
    .filter((path) => path.startsWith('features/'))
    .filter(
      (path) =>
        !/^features\/([a-z-]+\/((server|web|worker)\/)?|(files|containers)\/((server|web)\/)?[a-z]+\/|dashboards\/web\/[a-z-]+\/|sample\/server\/papers\/)[^/]+$/.test(
          path,
        ),
    );
  assert.deepEqual(misplaced, []);
});

test('no source file has more than 350 lines, so that one file is one subject', () => {
  const isSource = (path: string) => /\.(tsx?|css)$/.test(path) && !isTest(path);
  assert.deepEqual(
    files.filter((path) => isSource(path) && readFileSync(join(source, path), 'utf8').split('\n').length > 351),
    [],
  );
});

test('no file has a name without a subject, such as utils or helpers', () => {
  // `core` is the folder of a large feature for what all its other parts use.
  const vague = /(^|[/.-])(utils?|helpers?|lib|common|misc)(?=[/.-])|[.-]core(?=[.-])|\/core\.|(^|\/)index\.tsx?$/i;
  assert.deepEqual(
    files.filter((path) => vague.test(path) && path !== 'server/database/migrations/index.ts'),
    [],
  );
});

test('every file that docs/security.md names exists', () => {
  const root = join(source, '..');
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const named = [...text.matchAll(/`((?:src|tests|docs|deploy)[^`\s:#]*)(?:#[\w-]+)?`/g)].map(([, path = '']) => path);
  assert.ok(named.length > 50);
  assert.deepEqual(
    named.filter((path) => !existsSync(join(root, path))),
    [],
  );
});

test('every test that docs/security.md names exists, and every row with a test file names a test in it', () => {
  const root = join(source, '..');
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const named = [...text.matchAll(/`([^`]+\.test\.ts)`((?:[:,] "[^"]+")*)/g)].map(([, path = '', titles = '']) => ({
    path,
    titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
  }));
  assert.ok(named.length > 100);
  const missing = named.flatMap(({ path, titles }) => {
    if (path.startsWith('tests/architecture/layout')) return [];
    const code = readFileSync(join(root, path), 'utf8');
    return (titles.length > 0 ? titles : ['(no title)'])
      .filter((title) => !code.includes(title))
      .map((title) => `${path}: ${title}`);
  });
  assert.deepEqual(missing, []);
});

test('every row of a table of docs/security.md with a column for tests names one', () => {
  const text = readFileSync(join(source, '../docs/security.md'), 'utf8');
  let hasTests = false;
  const without = text.split('\n').filter((line) => {
    if (!line.startsWith('|')) hasTests = false;
    else if (line.endsWith('| Test |')) hasTests = true;
    else return hasTests && !line.startsWith('|---') && !/\.test\.ts`: "[^|]+ \|$/.test(line);
    return false;
  });
  assert.deepEqual(without, []);
});

test('the server opens connections only in three files, to addresses of its settings or of administrators', () => {
  const opens =
    /\bfetch\(|import \{[^}]*\b(connect|createConnection|request|get)\b[^}]*\} from 'node:(net|tls|http|https|http2)'/;
  const isServer = (path: string) =>
    /^(server|app\/server|features\/[a-z-]+\/server)\/.*\.ts$/.test(path) && !isTest(path);
  // The database, the store and the mail server are called by their libraries.
  assert.deepEqual(
    files.filter((path) => isServer(path) && opens.test(readFileSync(join(source, path), 'utf8'))).toSorted(),
    ['app/server/admin/doctor.ts', 'features/virus-scan/server/clamd.ts', 'features/webhooks/server/post-message.ts'],
  );
});

test('styles name the start and the end of a line, not its left and right side', () => {
  const side = '(left|right)';
  const inStyles = new RegExp(
    `(^|[\\s;{])((margin|padding|border|scroll-(margin|padding))-${side}|border-(top|bottom)-${side}-radius|${side})(-\\w+)?\\s*:|(text-align|float|clear):\\s*${side}`,
    'm',
  );
  // Props of Mantine and inline styles. Mantine takes `position` as the start or the end of a line.
  const inCode = new RegExp(
    `\\s(ml|mr|pl|pr|left|right)=[{"]|\\b(margin|padding|border)(Left|Right)\\b|textAlign: '${side}'|\\bta="${side}"`,
  );
  const pages = readdirSync(join(source, '../public')).filter((name) => /\.(css|html)$/.test(name));
  const physical = [...files, ...pages.map((name) => `../public/${name}`)].filter((path) => {
    // Sample documents are not pages of the product.
    if (isTest(path) || path.startsWith('features/sample/server/papers/')) return false;
    const text = readFileSync(join(source, path), 'utf8');
    // The server writes pages with a style sheet in them.
    if (path.endsWith('.ts')) return text.includes('<style>') && inStyles.test(text);
    return (path.endsWith('.tsx') ? inCode : inStyles).test(text);
  });
  assert.deepEqual(physical, []);
});

test("code for the browser takes the language of the reader, not 'en-US'", () => {
  const isOfBrowser = (path: string) => !/(^|\/)(server|worker)\//.test(path) && path !== 'shared/format.ts';
  assert.deepEqual(
    files.filter(
      (path) =>
        /\.tsx?$/.test(path) &&
        isOfBrowser(path) &&
        !isTest(path) &&
        /en-US/.test(readFileSync(join(source, path), 'utf8')),
    ),
    [],
  );
});
