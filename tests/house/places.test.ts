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

test('a feature is a face, a server room, a browser room and a room for a child process, and nothing else', () => {
  const strangers = files
    .filter((path) => path.startsWith('features/'))
    .filter((path) => !/^features\/[a-z-]+\/((server|web|child)\/)?[^/]+$/.test(path));
  assert.deepEqual(strangers, []);
});

test('no file is named so that it could hold anything', () => {
  const vague = /(^|[/.-])(utils?|helpers?|lib|common|core|misc|index)(?=[/.-])/i;
  assert.deepEqual(
    files.filter((path) => vague.test(path) && path !== 'server/database/migrations/index.ts'),
    [],
  );
});

test('what docs/security.md points to is there', () => {
  const root = join(source, '..');
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const named = [...text.matchAll(/`((?:src|tests|docs|deploy)[^`\s:]*)`/g)].map(([, path = '']) => path);
  assert.ok(named.length > 50);
  assert.deepEqual(
    named.filter((path) => !existsSync(join(root, path))),
    [],
  );
});
