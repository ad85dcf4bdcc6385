import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';

const source = join(import.meta.dirname, '../../src');

const code = new Map(
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => [name, readFileSync(join(source, name), 'utf8')]),
);

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the dotted paths of the texts in an object that `text`, the code of all its users, does not name. */
function unusedIn(object: object, path: string, text: string): string[] {
  const name = path.split('.').at(-1) as string;
  const aliases = [name, ...[...text.matchAll(new RegExp(`\\b${name} as (\\w+)`, 'g'))].map(([, alias]) => alias)];
  const called = `\\b(?:${aliases.join('|')})\\b`;
  // `texts[kind]`, `Object.values(texts)`, `{ ...texts }`, `say={texts}`: the code uses the object as a whole.
  const isUsedAsWhole = new RegExp(
    `${called}\\[|[({=?:,]\\s*(?:\\w+\\.)*${called}\\s*[)},;]|\\.\\.\\.(?:\\w+\\.)*${called}`,
  ).test(text.replaceAll(/^import [^;]*;$/gm, ''));
  return Object.entries(object).flatMap(([key, value]) => {
    const isNamed = new RegExp(`\\.${key}\\b|\\{[^{}]*\\b${key}\\b[^{}]*\\}\\s*(?:=|:)|\\['${key}'\\]`).test(text);
    if (isUsedAsWhole) return [];
    const unused = isNamed ? [] : [`${path}.${key}`];
    return isObject(value) ? [...unused, ...unusedIn(value, `${path}.${key}`, text)] : unused;
  });
}

test('every text of a texts module is used', async () => {
  const unused: string[] = [];
  for (const [name, own] of code) {
    if (!name.endsWith('.texts.ts')) continue;
    const users = [...code].filter(([, text]) => text.includes(`/${basename(name)}'`));
    const text = [own, ...users.map(([, user]) => user)].join('\n');
    const exported = (await import(join(source, name))) as Record<string, unknown>;
    for (const [key, value] of Object.entries(exported))
      if (isObject(value)) unused.push(...unusedIn(value, key, text).map((path) => `${name}: ${path}`));
  }
  assert.deepEqual(unused, []);
});
