import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/**
 * The tower of features, from the top to the ground. A feature imports those on lower floors, never one beside or above
 * it. What a lower feature needs of a higher one is handed in by src/app.
 */
const floors = [
  ['dashboards', 'system'],
  ['sample', 'integrity'],
  ['container-files'],
  ['checklist'],
  ['containers', 'users'],
  ['files', 'imports'],
  ['extraction'],
  ['virus-scan', 'file-types', 'passwords'],
  ['notifications'],
  ['session'],
  ['teams', 'permissions'],
  ['audit', 'papers', 'api-document', 'page-performance'],
];

/** The imports that still run up or to the side, by their number. Lower a number when its imports go; never add one. */
const stillUp: Record<string, number> = {
  'audit > users': 1,
  'file-types > checklist': 2,
  'file-types > containers': 1,
  'passwords > users': 1,
  'session > passwords': 4,
};

type Source = { path: string; text: string };

const features = join(import.meta.dirname, '../../src/features');

const sources: Source[] = readdirSync(features, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /(?<!\.(test|suite))\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path: path.slice(features.length + 1), text: readFileSync(path, 'utf8') }));

const floorOf = (feature: string) => floors.findIndex((floor) => floor.includes(feature));

/** Returns the imports between features that do not run down, as 'from > to', each with the file. */
function importsUp(files: readonly Source[]): { pair: string; path: string }[] {
  return files.flatMap(({ path, text }) => {
    const [from = ''] = path.split('/');
    return [...text.matchAll(/(?:from|import)\s*\(?\s*'#features\/([^/']+)/g)]
      .map(([, to = '']) => to)
      .filter((to) => to !== from && floorOf(to) <= floorOf(from))
      .map((to) => ({ pair: `${from} > ${to}`, path }));
  });
}

test('every feature has one floor in the tower of features', () => {
  assert.deepEqual(floors.flat().toSorted(), readdirSync(features).toSorted());
});

test('no feature imports one beside or above it, except for the imports on the list', () => {
  const found = Map.groupBy(importsUp(sources), ({ pair }) => pair);
  const added = [...found]
    .filter(([pair, imports]) => imports.length > (stillUp[pair] ?? 0))
    .map(([pair, imports]) => `${pair} (${imports.length}): ${imports.map(({ path }) => path).join(', ')}`);
  assert.deepEqual(added, [], 'These features import one beside or above them more often than the list allows');
});

test('the list of imports that run up has no entry that is no longer needed', () => {
  const found = Map.groupBy(importsUp(sources), ({ pair }) => pair);
  const tooHigh = Object.entries(stillUp)
    .map(([pair, allowed]) => ({ pair, allowed, needed: found.get(pair)?.length ?? 0 }))
    .filter(({ allowed, needed }) => allowed > needed);
  assert.deepEqual(tooHigh, [], 'Lower these numbers in stillUp');
});

test('an import up or to the side is found between every two neighbours in the tower', () => {
  const order = floors.flat();
  for (const [index, below] of order.slice(1).entries()) {
    const above = order[index] as string;
    const path = `${below}/server/greetings.service.ts`;
    for (const text of [
      `import type { Greeting } from '#features/${above}/greetings.contract.ts';`,
      `import {\n  greet,\n} from '#features/${above}/server/greetings.queries.ts';`,
      `export const late = () => import('#features/${above}/web/greetings.data.ts');`,
    ])
      assert.deepEqual(importsUp([{ path, text }]), [{ pair: `${below} > ${above}`, path }]);
  }
});

test('an import of a lower feature passes', () => {
  const text = "import { recordAudit } from '#features/audit/server/audit.queries.ts';";
  assert.deepEqual(importsUp([{ path: 'files/server/greetings.service.ts', text }]), []);
});
