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

test('no feature imports one beside or above it', () => {
  const found = importsUp(sources).map(({ pair, path }) => `${pair}: ${path}`);
  assert.deepEqual(found, [], 'Hand in what these files need from src/app, or move it down');
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
