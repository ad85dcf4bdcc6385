import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { floors } from '../../oxlint.config.ts';

type Planted = Record<string, string[]>;

/** Each line is one forbidden import. The linter must report every line. */
const crossings: Planted = {
  'src/shared/greeting.ts': [
    "import '#server/context.ts';",
    "import '#web/toast.ts';",
    "import type { Team } from '#features/teams/teams.contract.ts';",
    "import 'node:fs/promises';",
    "export { useState } from 'react';",
  ],
  'src/server/http/greeting.ts': [
    "import '#features/teams/teams.contract.ts';",
    "import type { TeamRow } from '#features/teams/server/teams.queries.ts';",
    "import '#web/toast.ts';",
    "import 'react-dom/client';",
    "import { sql } from 'kysely';",
    "export const late = () => import('#features/teams/server/teams.routes.ts');",
  ],
  'src/server/greeting.ts': ["import '../web/toast.ts';", "import '../features/teams/teams.contract.ts';"],
  'src/server/greeting.queries.ts': [
    "import '#features/teams/teams.contract.ts';",
    "import '#server/database/dialect/is-postgres.ts';",
  ],
  'src/server/database/greeting.ts': [
    "import './dialect/is-postgres.ts';",
    "import type { BlobStore } from '../blobs/blob-store.ts';",
    "import '#server/access/caller.ts';",
    "import '../http/mount.ts';",
  ],
  'src/server/blobs/greeting.ts': ["import '../access/caller.ts';", "import type { Http } from '../http/mount.ts';"],
  'src/server/access/greeting.ts': ["import type { Http } from '../http/mount.ts';", "import { sql } from 'kysely';"],
  'src/web/widgets/Greeting.tsx': [
    "import type { Context } from '#server/context.ts';",
    "import '#features/teams/web/teams.data.ts';",
    "import 'node:path';",
    "import 'fastify';",
    "import '../../server/context.ts';",
  ],
  'src/features/greetings/greetings.rules.ts': [
    "import './server/greetings.queries.ts';",
    "import './web/greetings.data.ts';",
    "import '#features/teams/server/teams.queries.ts';",
    "import '../teams/teams.contract.ts';",
    "import '#server/context.ts';",
    "import type { Call } from '#web/call.ts';",
    "import 'node:crypto';",
    "import 'react';",
  ],
  'src/features/greetings/server/greetings.service.ts': [
    "import '#features/teams/server/teams.routes.ts';",
    "import '#features/teams/server/teams.service.ts';",
    "import '#features/teams/web/teams.data.ts';",
    "import '#web/call.ts';",
    "import '../web/greetings.data.ts';",
    "import '../../teams/teams.contract.ts';",
    "import { sql } from 'kysely';",
    "import type { Kysely } from 'kysely';",
    "import '@mantine/core';",
  ],
  'src/features/greetings/server/greetings.queries.ts': [
    "import '#features/teams/server/teams.service.ts';",
    "import '#server/database/dialect/is-postgres.ts';",
  ],
  'src/features/greetings/list/greetings.rules.ts': [
    "import '../server/greetings.queries.ts';",
    "import '../server/list/greetings.queries.ts';",
    "import '../web/greetings.data.ts';",
    "import '../../teams/teams.contract.ts';",
    "import '#features/teams/server/teams.queries.ts';",
    "import '#server/context.ts';",
    "import 'react';",
  ],
  'src/features/greetings/server/list/greetings.service.ts': [
    "import '#features/containers/server/list/container-export.service.ts';",
    "import '#features/teams/server/teams.service.ts';",
    "import '../../web/greetings.data.ts';",
    "import { sql } from 'kysely';",
    "import '#web/call.ts';",
  ],
  'src/features/greetings/server/list/greetings.queries.ts': [
    "import '#features/teams/server/teams.service.ts';",
    "import '#server/database/dialect/is-postgres.ts';",
  ],
  'src/features/greetings/worker/greet.ts': [
    "import '#server/context.ts';",
    "import '../server/greetings.queries.ts';",
    "import '#features/teams/server/teams.queries.ts';",
    "import 'fastify';",
    "import 'pg';",
    "import { sql } from 'kysely';",
    "import '#web/call.ts';",
  ],
  'src/features/greetings/web/GreetingsPage.tsx': [
    "import '#features/teams/web/TeamsPage.tsx';",
    "import '#features/teams/server/teams.queries.ts';",
    "import '#server/context.ts';",
    "import '../server/greetings.queries.ts';",
    "import './../server/greetings.queries.ts';",
    "import '#features/greetings/web/../server/greetings.queries.ts';",
    "import 'node:fs';",
    "import 'kysely';",
    "export const late = () => import('#features/teams/web/TeamsPage.tsx');",
  ],
  'src/features/greetings/web/list/GreetingsList.tsx': [
    "import '#features/teams/web/TeamsPage.tsx';",
    "import '../../server/greetings.queries.ts';",
    "import '#server/context.ts';",
    "import 'node:fs';",
  ],
  'src/features/greetings/greetings.texts.ts': ["import '../../app/browser/screens.tsx';"],
  'src/features/greetings/server/greetings.routes.ts': ["import '../../../app/server/features.ts';"],
  'src/web/greeting.ts': ["import '../app/browser/screens.tsx';"],
  'src/app/server/greeting.ts': [
    "import '#web/toast.ts';",
    "import '../browser/screens.tsx';",
    "import 'react';",
    "import '../../../tools/demo/main.ts';",
  ],
  'tools/demo/greeting.ts': ["import '#web/toast.ts';", "import '#app/server/jobs.ts';", "import 'react';"],
  'src/app/browser/greeting.ts': [
    "import '#server/context.ts';",
    "import '../server/features.ts';",
    "import 'node:fs';",
  ],
};

const permitted: Planted = {
  'src/shared/permitted.ts': ["import 'zod';", "import './format.ts';", "import '#shared/limits.ts';"],
  'src/shared/permitted.test.ts': ["import 'node:test';", "import 'node:assert/strict';"],
  'src/server/http/permitted.ts': [
    "import 'node:fs/promises';",
    "import 'fastify';",
    "import '@fastify/cookie';",
    "import type { Kysely } from 'kysely';",
    "import '../refusal.ts';",
    "import '#server/access/gate.ts';",
    "import '#shared/access.ts';",
    'export type Db = Kysely<never>;',
  ],
  'src/server/access/permitted.queries.ts': ["import { sql } from 'kysely';", 'export const one = sql`1`;'],
  'src/server/database/permitted.ts': ["import 'pg';", "import { sql } from 'kysely';", 'export const two = sql`2`;'],
  'src/server/database/dialect/permitted.ts': ["import './is-postgres.ts';", "import '../db.ts';"],
  'src/web/widgets/Honest.tsx': ["import 'react';", "import '@mantine/core';", "import '../toast.ts';"],
  'src/features/greetings/permitted.rules.ts': [
    "import 'zod';",
    "import './permitted.texts.ts';",
    "import '#features/teams/teams.contract.ts';",
    "import '#shared/access.ts';",
  ],
  'src/features/greetings/server/permitted.service.ts': [
    "import './permitted.queries.ts';",
    "import '../permitted.rules.ts';",
    "import '#server/refusal.ts';",
    "import '#features/teams/teams.contract.ts';",
    "import '#features/teams/server/teams.queries.ts';",
  ],
  'src/features/greetings/server/permitted.queries.ts': [
    "import { sql } from 'kysely';",
    'export const three = sql`3`;',
  ],
  'src/features/greetings/list/permitted.rules.ts': [
    "import './permitted.texts.ts';",
    "import '../core/permitted.rules.ts';",
    "import '#features/containers/core/containers.rules.ts';",
  ],
  'src/features/greetings/server/list/permitted.service.ts': [
    "import './permitted.queries.ts';",
    "import '../core/permitted.service.ts';",
    "import '#features/greetings/list/permitted.rules.ts';",
    "import '#features/containers/server/core/containers.queries.ts';",
  ],
  'src/features/greetings/server/list/permitted.queries.ts': [
    "import { sql } from 'kysely';",
    'export const four = sql`4`;',
  ],
  'src/features/teams/server/permitted.service.ts': ["import '#features/audit/server/audit.queries.ts';"],
  'src/features/teams/server/permitted.test.ts': ["import '#features/users/users.contract.ts';"],
  'src/features/greetings/server/permitted.test.ts': ["import 'node:test';", "import '#tests/test-app.ts';"],
  'src/features/greetings/web/HonestPage.tsx': [
    "import 'react';",
    "import '@tanstack/react-query';",
    "import './Honest.module.css';",
    "import '../permitted.texts.ts';",
    "import '#web/widgets/Honest.tsx';",
    "import '#features/teams/web/teams.data.ts';",
  ],
  'src/features/greetings/web/list/HonestList.tsx': [
    "import 'react';",
    "import './HonestRow.tsx';",
    "import '../HonestPage.tsx';",
    "import '../preview/HonestPreview.tsx';",
    "import '#features/greetings/permitted.texts.ts';",
  ],
  'src/app/server/permitted.ts': [
    "import '#features/greetings/server/permitted.service.ts';",
    "import '#server/refusal.ts';",
  ],
  'tools/demo/permitted.ts': [
    "import 'fflate';",
    "import '#features/files/server/core/files.queries.ts';",
    "import '#app/server/run-server.ts';",
    "import './dice.ts';",
  ],
  'src/app/browser/permitted.tsx': ["import '#features/greetings/web/HonestPage.tsx';", "import './frame/Frame.tsx';"],
};

/** In each part of each feature, an import of its neighbour in the list of floors, which is beside or above it. */
const importsUp: Planted = Object.fromEntries(
  floors
    .flat()
    .slice(1)
    .flatMap((below, index) => {
      const above = floors.flat()[index];
      return [
        [`src/features/${below}/greetings.rules.ts`, [`import '#features/${above}/greetings.contract.ts';`]],
        [
          `src/features/${below}/list/greetings.rules.ts`,
          [`import type { Greeting } from '#features/${above}/list/greetings.contract.ts';`],
        ],
        [`src/features/${below}/server/greetings.service.ts`, [`import '#features/${above}/greetings.rules.ts';`]],
        [
          `src/features/${below}/server/list/greetings.queries.ts`,
          [`import '#features/${above}/server/greetings.queries.ts';`],
        ],
        [`src/features/${below}/worker/greet.ts`, [`import '#features/${above}/greetings.rules.ts';`]],
        [
          `src/features/${below}/web/GreetingsPage.tsx`,
          [
            `import '#features/${above}/web/greetings.data.ts';`,
            `export const late = () => import('#features/${above}/web/greetings.data.ts');`,
          ],
        ],
        [`src/features/${below}/web/list/GreetingsList.tsx`, [`import '#features/${above}/greetings.texts.ts';`]],
      ];
    }),
);

/** Violations of single rules, each with the name of its rule. */
const habits: Record<string, { rule: string; lines: string[] }> = {
  'src/server/forgotten-await.ts': {
    rule: 'typescript(no-floating-promises)',
    lines: ['const save = async () => 1;', 'export function act() {', '  save();', '}'],
  },
  'src/server/anything.ts': {
    rule: 'typescript(no-explicit-any)',
    lines: ['export const anything = (x: any) => [x];'],
  },
  'src/server/default.ts': { rule: 'import(no-default-export)', lines: ['export default 1;'] },
  'src/server/barrel.ts': { rule: 'oxc(no-barrel-file)', lines: ["export * from './anything.ts';"] },
  'src/server/environment.ts': { rule: 'node(no-process-env)', lines: ['export const home = process.env.HOME;'] },
  'src/server/printed.ts': { rule: 'eslint(no-console)', lines: ["console.log('hello');"] },
  'src/server/round.ts': { rule: 'import(no-cycle)', lines: ["import '#server/about.ts';"] },
  'src/server/about.ts': { rule: 'import(no-cycle)', lines: ["import './round.ts';"] },
  'src/web/RoundCard.tsx': {
    rule: 'import(no-cycle)',
    lines: ["import type { Slice } from '#web/RoundChart.tsx';", 'export type Card = Slice[];'],
  },
  'src/web/RoundChart.tsx': {
    rule: 'import(no-cycle)',
    lines: ["import type { Card } from './RoundCard.tsx';", 'export type Slice = { card: Card };'],
  },
  'src/server/inline-type.ts': {
    rule: 'typescript(consistent-type-imports)',
    lines: ["export type Row = import('#features/teams/server/teams.queries.ts').Row;"],
  },
  'src/web/Sentence.tsx': {
    rule: 'react(jsx-no-literals)',
    lines: ['export const Sentence = () => <p>Hello there</p>;'],
  },
  'src/web/Picture.tsx': { rule: 'jsx-a11y(alt-text)', lines: ['export const Picture = () => <img src="a.png" />;'] },
  'src/web/Hooked.tsx': {
    rule: 'react-hooks(rules-of-hooks)',
    lines: [
      "import { useState } from 'react';",
      'export function Hooked({ on }: { on: boolean }) {',
      '  if (on) useState(0);',
      '  return null;',
      '}',
    ],
  },
};

const report = z.object({
  diagnostics: z.array(
    z.object({
      code: z.string().optional(),
      message: z.string(),
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ line: z.number() }) })),
    }),
  ),
});

const root = join(import.meta.dirname, '../..');

/** Lints the files in a temporary folder with the rules of the repository. Returns the reports as 'file:line rule'. */
async function lint(files: Planted): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'boundaries-'));
  try {
    const configs = ['package.json', 'oxlint.config.ts', 'tsconfig.json', 'tsconfig.server.json', 'tsconfig.web.json'];
    for (const name of configs) await cp(join(root, name), join(folder, name));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [path, lines] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), `${lines.join('\n')}\n`);
    }
    const { diagnostics } = report.parse(JSON.parse(await runOxlint(folder)));
    return diagnostics.map(
      ({ filename, labels, code, message }) => `${filename}:${labels[0]?.span.line} ${code ?? message}`,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The exit code is ignored: it only states whether there are reports. */
function runOxlint(folder: string): Promise<string> {
  const program = join(root, 'node_modules/oxlint/bin/oxlint');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, 'src', 'tools', '--format=json'], { cwd: folder }, (error, stdout, stderr) => {
      if (stdout.startsWith('{')) resolve(stdout);
      else reject(error ?? new Error(stderr));
    });
  });
}

async function assertReported(planted: Planted): Promise<void> {
  const found = await lint(planted);
  const violations = [...new Set(found.filter((finding) => finding.endsWith('eslint(no-restricted-imports)')))];
  const expected = Object.entries(planted).flatMap(([path, lines]) =>
    lines.map((_, index) => `${path}:${index + 1} eslint(no-restricted-imports)`),
  );
  assert.deepEqual(violations.toSorted(), expected.toSorted());
}

test('every forbidden import is reported with its line', () => assertReported(crossings));

test('in every part of every feature, an import of the feature beside or above it is reported', () =>
  assertReported(importsUp));

test('every feature has one floor in the tower of features', () => {
  assert.deepEqual(floors.flat().toSorted(), readdirSync(join(root, 'src/features')).toSorted());
});

test('permitted imports pass', async () => {
  assert.deepEqual(await lint(permitted), []);
});

test('violations of the other lint rules are reported', async () => {
  const found = await lint(Object.fromEntries(Object.entries(habits).map(([path, { lines }]) => [path, lines])));
  const named = new Set(found.map((finding) => finding.replace(/:\d+ /, ' ')));
  for (const [path, { rule }] of Object.entries(habits)) {
    assert.ok(named.has(`${path} ${rule}`), `${rule} does not report ${path}; found:\n${found.join('\n')}`);
  }
});
