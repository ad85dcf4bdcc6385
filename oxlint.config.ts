import { type DummyRuleMap, defineConfig } from 'oxlint';

/**
 * The walls between the folders. Each wall spells out in full what its files may import, and everything else is an
 * error: when several overrides match one file, the last one replaces the others, so a wall cannot lean on another one.
 * `tests/house/walls.test.ts` plants an offence for every wall and expects it to be found here.
 */
const serverPackages = [
  'node:*',
  'node:*/**',
  'fastify',
  '@fastify/*',
  '@tus/server',
  'fastify-type-provider-zod',
  'pg',
  'pino',
  'pino-pretty',
  'file-type',
  'nodemailer',
  'otpauth',
  '@zxcvbn-ts/*',
  'prom-client',
  'tar-stream',
  'yazl',
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  'zod',
];

const browserPackages = [
  'react',
  'react/**',
  'react-dom',
  'react-dom/**',
  'react-router',
  '@mantine/**',
  '@tanstack/*',
  '@tabler/*',
  '@fontsource*/**',
  'pdfjs-dist/**',
  'papaparse',
  'react-markdown',
  'remark-gfm',
  'lean-qr',
  'lean-qr/**',
  'tus-js-client',
  'web-vitals',
  'zod',
];

/** What reads strangers' files; only a child process that can do nothing else may load it. */
const childPackages = [
  '@kenjiuno/msgreader',
  'fflate',
  'htmlparser2',
  'numfmt',
  'officeparser',
  'pdfjs-dist/**',
  'postal-mime',
  'sanitize-html',
  'sharp',
  'word-extractor',
];

const kysely = ['kysely', 'kysely/**'];

/** The top floors by their folder names, for a relative path that leaves its own floor. */
const otherFloors = ['shared', 'server', 'web', 'features', 'app'].map((floor) => `!../${floor}/**`);

const sibling = './*';
const ownFloor = ['./**', '../**', ...otherFloors];
const faces = ['#shared/**', '#features/*/*.ts'];

/** A step up after anything else, as in `./../x`, `../../x` and `#web/../x`: every crossing is written with its # name. */
const disguise = { regex: '/\\.{1,2}/', message: 'Cross a wall by its # name, without ./ or ../ inside the path.' };

type Restriction = { regex: string; message: string; allowTypeImports?: boolean };
type Wall = { files: string[]; mayImport: string[]; because: string; also?: Restriction[] };

function wallRule({ mayImport, because, also = [] }: Wall, extra: string[] = []): DummyRuleMap {
  const negated = [...mayImport, ...extra].map((pattern) =>
    pattern.startsWith('!') ? pattern.slice(1) : `!${pattern}`,
  );
  // Prohibitions are regular expressions and come first: an import that a list of globs allows is not looked at further.
  const patterns = [disguise, ...also, { group: ['**', ...negated], message: because }];
  return { 'no-restricted-imports': ['error', { patterns }] };
}

/** A wall for a folder's own files, and the same wall with a door to the test runner for its tests. */
function wall(spec: Wall) {
  return [
    { files: spec.files.map((folder) => `${folder}/*.{ts,tsx}`), rules: wallRule(spec) },
    {
      files: spec.files.map((folder) => `${folder}/*.{test,suite}.ts`),
      rules: wallRule(spec, ['node:*', 'node:*/**', '#tests/**']),
    },
  ];
}

const ofServerKit =
  'The server kit may import shared, its own files and server packages; it knows no feature and no browser.';

const kyselyTypesOnly = {
  regex: '^kysely(/|$)',
  allowTypeImports: true,
  message: 'SQL is written in *.queries.ts and in src/server/database.',
};

const kit = [...serverPackages, '#shared/**', '#server/**', ...ownFloor];
const serverRoom = [...serverPackages, ...faces, '#server/**', '#features/*/server/*.queries.ts', sibling, '../*.ts'];

const walls = [
  ...wall({
    files: ['src/shared/**'],
    mayImport: ['zod', '#shared/**', sibling],
    because: 'shared knows nobody: it may import zod and its own files.',
  }),
  ...wall({
    files: ['src/server/**'],
    mayImport: [...kit, ...kysely],
    also: [kyselyTypesOnly],
    because: ofServerKit,
  }),
  ...wall({ files: ['src/server/database/**'], mayImport: [...kit, ...kysely], because: ofServerKit }),
  {
    files: ['src/server/**/*.queries.ts'],
    rules: wallRule({ files: [], mayImport: [...kit, ...kysely], because: ofServerKit }),
  },
  ...wall({
    files: ['src/web/**'],
    mayImport: [...browserPackages, '#shared/**', '#web/**', ...ownFloor],
    because:
      'The browser kit may import shared, its own files and browser packages; it knows no feature and no server.',
  }),
  ...wall({
    files: ['src/features/*'],
    mayImport: ['zod', ...faces, sibling],
    because: "A feature's face may import zod, shared and faces: no room, no kit, no Node, no React.",
  }),
  ...wall({
    files: ['src/features/*/server/**'],
    mayImport: serverRoom,
    because:
      "A server room may import its own files, faces, the server kit and other features' *.queries.ts; Kysely only in *.queries.ts.",
  }),
  {
    files: ['src/features/*/server/**/*.queries.ts'],
    rules: wallRule({
      files: [],
      mayImport: [...serverRoom, ...kysely],
      because: 'Queries may import what their room may, and Kysely.',
    }),
  },
  ...wall({
    files: ['src/features/*/child/**'],
    mayImport: ['node:*', ...childPackages, ...faces, sibling, '../*.ts'],
    because:
      "A child process's room may import its own files, faces, and packages that read files: no server kit, no database.",
  }),
  ...wall({
    files: ['src/features/*/web/**'],
    mayImport: [...browserPackages, ...faces, '#web/**', '#features/*/web/*.data.ts', sibling, '../*.ts'],
    because:
      "A browser room may import its own files, faces, the browser kit and other features' *.data.ts: no server, no Node.",
  }),
  ...wall({
    files: ['src/app/server/**'],
    mayImport: [
      ...serverPackages,
      ...kysely,
      ...faces,
      '#server/**',
      '#features/*/server/**',
      ...ownFloor,
      '!../browser/**',
    ],
    because: "The server's top may import everything of the server's side, and nothing of the browser's.",
  }),
  ...wall({
    files: ['src/app/browser/**'],
    mayImport: [...browserPackages, ...faces, '#web/**', '#features/*/web/**', ...ownFloor, '!../server/**'],
    because: "The browser's top may import everything of the browser's side, and nothing of the server's.",
  }),
];

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'node'],
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['dist/**', 'data/**', 'demo-data/**'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    // Promises: a forgotten await on a query loses the write and its error.
    'typescript/no-floating-promises': [
      'error',
      {
        allowForKnownSafeCalls: [{ from: 'package', package: 'node:test', name: ['test', 'describe', 'it', 'suite'] }],
      },
    ],
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/only-throw-error': ['error', { allowThrowingUnknown: true }], // A caught error may be thrown on.
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],

    // Types: no way around them, and none that Node cannot strip.
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-namespace': 'error',
    'typescript/no-unsafe-type-assertion': 'off', // `as` with its reason beside it is left to review.

    // Modules: one name for one thing, and no rings.
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'import/no-named-as-default-member': 'off', // CommonJS packages are used through their default.
    'import/no-unassigned-import': 'off', // Style sheets are imported for their effect.
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'unicorn/prefer-node-protocol': 'error',

    // The environment is read in src/server/config.ts, words go through the log, questions through dialogs.
    'node/no-process-env': 'error',
    'no-console': 'error',
    'no-alert': 'error',

    eqeqeq: 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    'typescript/consistent-return': 'off', // An effect returns its end only where something was begun.
    'no-param-reassign': 'error',
    'no-shadow': 'off', // Short names such as `file` mean the nearest one.
    'no-await-in-loop': 'off', // Steps that must not overlap are the rule here, not the exception.
    'unicorn/require-post-message-target-origin': 'off', // Meant for windows; ours are worker threads.
    'unicorn/consistent-function-scoping': 'off', // A function stays beside the values that it speaks of.
  },
  overrides: [
    ...walls,
    {
      files: ['src/**/*.tsx', 'src/web/**', 'src/features/*/web/**', 'src/app/browser/**'],
      plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'jsx-a11y'],
      rules: {
        'react/rules-of-hooks': 'error',
        'react/exhaustive-deps': 'error',
        'react/jsx-key': 'error',
        'react/jsx-no-target-blank': 'error',
        'react/jsx-no-script-url': 'error',
        'react/jsx-no-useless-fragment': 'error',
        'react/no-array-index-key': 'error',
        'react/no-danger': 'error',
        'react/no-unstable-nested-components': 'error',
        'react/button-has-type': 'error',
        'react/iframe-missing-sandbox': 'error',
        'react/jsx-no-literals': 'error', // Sentences live in *.texts.ts.
        'react/react-in-jsx-scope': 'off',
        'jsx-a11y/no-autofocus': ['error', { ignoreNonDOM: true }], // A field that opens on request takes the focus.
        'jsx-a11y/prefer-tag-over-role': 'off', // role="status" announces everywhere; <output> does not.
      },
    },
    { files: ['*.config.ts'], rules: { 'import/no-default-export': 'off', 'node/no-process-env': 'off' } },
    { files: ['src/server/config.ts', 'src/app/server/**', 'tests/**'], rules: { 'node/no-process-env': 'off' } },
    { files: ['src/app/server/**', 'bootstrap/**', 'tests/**', 'bench/**'], rules: { 'no-console': 'off' } },
    { files: ['bootstrap/**', 'bench/**'], rules: { 'node/no-process-env': 'off' } },
    {
      // An answer over HTTP is looked at as it came, without its contract.
      files: ['tests/**', 'src/**/*.test.ts'],
      rules: {
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
        'typescript/require-array-sort-compare': 'off',
      },
    },
  ],
});
