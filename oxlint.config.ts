import { type DummyRuleMap, defineConfig } from 'oxlint';

/**
 * The boundaries between the folders. Each boundary lists all imports that its files may have, and any other import is an
 * error. If several overrides match a file, the last one replaces the others, so a boundary cannot extend another one.
 * `tests/architecture/boundaries.test.ts` writes an offence for every boundary and expects these rules to report it.
 */
const serverPackages = [
  '@orama/stemmers/**',
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
  'ical-generator',
  'imapflow',
  'nodemailer',
  'otpauth',
  'standardwebhooks',
  'openid-client',
  'jose',
  '@simplewebauthn/server',
  '@simplewebauthn/server/helpers',
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
  '@simplewebauthn/browser',
  'web-vitals',
  'zod',
];

/** Packages that parse uploaded files. Only a worker process without other rights may load them. */
const childPackages = [
  '@e965/xlsx',
  '@e965/xlsx/**',
  '@kenjiuno/msgreader',
  '@kenjiuno/msgreader/**',
  'fflate',
  'htmlparser2',
  'jschardet',
  'libheif-js/**',
  'numfmt',
  'officeparser',
  'pdfjs-dist',
  'pdfjs-dist/**',
  'postal-mime',
  'sanitize-html',
  'sharp',
  'tar-stream',
  'temml',
  'tesseract.js-core/**',
  'word-extractor',
];

const kysely = ['kysely', 'kysely/**'];

/** The layers by their folder names, for a relative path that leaves its layer. */
const otherLayers = ['shared', 'server', 'web', 'features', 'app'].map((layer) => `!../${layer}/**`);

const sibling = './*';
const ownLayer = ['./**', '../**', ...otherLayers];
const notFaces = ['server', 'web', 'worker'];
/** The face of a feature is flat, or has a folder for each part of a large feature. */
const publicFiles = [
  '#shared/**',
  '#features/*/*.ts',
  '#features/*/*/*.ts',
  ...notFaces.map((folder) => `!#features/*/${folder}/*`),
];
const otherPartsOfFace = ['../*/*.ts', ...notFaces.map((folder) => `!../${folder}/*`)];
const queriesOfFeatures = ['#features/*/server/*.queries.ts', '#features/*/server/*/*.queries.ts'];

/** A `..` after the first step, as in `./../x`, `../../x` and `#web/../x`. An import across a boundary uses the # name. */
const relativeCrossing = {
  regex: '/\\.{1,2}/',
  message: 'Import across a boundary by the # name, without ./ or ../ inside the path.',
};

/** Helpers with one body for each dialect branch on it. No other code does. */
const dialectCheck = {
  regex: 'dialect/is-postgres\\.ts$',
  message: 'Only src/server/database/dialect may branch on the dialect; write a helper with two bodies there.',
};

/** The tower of features, from the top to the ground. A feature imports those on lower floors, never one beside or above it. */
export const floors = [
  ['dashboards', 'system'],
  ['sample', 'integrity'],
  ['mail-in'],
  ['container-files'],
  ['checklist', 'single-sign-on', 'visibility', 'calendars'],
  ['containers', 'users'],
  ['files', 'imports'],
  ['extraction'],
  ['virus-scan', 'file-types', 'passwords', 'tokens', 'webhooks'],
  ['notifications'],
  ['session'],
  ['teams', 'permissions'],
  ['audit', 'papers', 'api-document', 'page-performance'],
];

type Restriction = { regex: string; message: string; allowTypeImports?: boolean };
/** `order` does not apply to tests: they prepare their records through the calls of any feature. */
type Boundary = {
  files: string[];
  mayImport: string[];
  because: string;
  also?: Restriction[];
  order?: Restriction[];
};

function boundaryRule({ mayImport, because, also = [], order = [] }: Boundary, extra: string[] = []): DummyRuleMap {
  const negated = [...mayImport, ...extra].map((pattern) =>
    pattern.startsWith('!') ? pattern.slice(1) : `!${pattern}`,
  );
  // Prohibitions are regular expressions and come first, because an import that a list of globs allows is not checked further.
  const patterns = [relativeCrossing, dialectCheck, ...also, ...order, { group: ['**', ...negated], message: because }];
  return { 'no-restricted-imports': ['error', { patterns }] };
}

/** Returns the rules for the files of a folder, and the same rules for its tests, which may also import Node and #tests. */
function boundary(spec: Boundary) {
  return [
    { files: spec.files.map((folder) => `${folder}/*.{ts,tsx}`), rules: boundaryRule(spec) },
    {
      files: spec.files.map((folder) => `${folder}/*.{test,suite}.ts`),
      rules: boundaryRule({ ...spec, order: [] }, ['node:*', 'node:*/**', '#tests/**']),
    },
  ];
}

const serverToolkitMessage =
  'The server toolkit may import shared, its own files and server packages; no feature, no browser package.';

const kyselyTypesOnly = {
  regex: '^kysely(/|$)',
  allowTypeImports: true,
  message: 'SQL is written in *.queries.ts and in src/server/database.',
};

/** Inside the toolkit, the database is below the blobs, these are below the access, and that is below http. */
const notAbove = (...folders: string[]): Restriction => ({
  regex: `^(\\.\\.|#server)/(${folders.join('|')})/`,
  message: `This folder of the server toolkit is below ${folders.join(' and ')}, so it may not import them.`,
});

const serverToolkit = [...serverPackages, '#shared/**', '#server/**', ...ownLayer];
const serverFeature = [...serverPackages, ...publicFiles, '#server/**', ...queriesOfFeatures, sibling, '../*.ts'];
const partOfServerFeature = [...serverFeature, '../*/*.ts'];

const faceMessage =
  "A feature's face may import zod, shared and faces: no server or web folder, no toolkit, no Node, no React.";

/** Returns the boundary of a folder with server files of a feature. Only its queries may also import Kysely. */
function serverBoundaries(folder: string, mayImport: string[], order: Restriction[]) {
  return [
    ...boundary({
      files: [folder],
      mayImport,
      order,
      because:
        "A feature's server folder may import its own files, faces, the server toolkit and other features' *.queries.ts; Kysely only in *.queries.ts.",
    }),
    {
      files: [`${folder}/*.queries.ts`],
      rules: boundaryRule({
        files: [],
        mayImport: [...mayImport, ...kysely],
        order,
        because: 'Queries may import the same as their folder, and Kysely.',
      }),
    },
  ];
}

/** Refuses the features beside and above a feature. */
function orderOf(feature: string, floor: number): Restriction[] {
  const others = floors
    .slice(0, floor + 1)
    .flat()
    .filter((other) => other !== feature);
  const message = `${feature} may import features on lower floors only: see \`floors\` in oxlint.config.ts.`;
  return [{ regex: `^#features/(${others.join('|')})/`, message }];
}

/** Returns the boundaries of a feature, or of every folder of src/features for '*'. */
function featureBoundaries(feature: string, order: Restriction[]) {
  const folder = `src/features/${feature}`;
  return [
    ...boundary({
      files: [folder],
      mayImport: ['zod', ...publicFiles, sibling],
      order,
      because: faceMessage,
    }),
    ...boundary({
      files: [`${folder}/*`],
      mayImport: ['zod', ...publicFiles, sibling, ...otherPartsOfFace],
      order,
      because: faceMessage,
    }),
    ...serverBoundaries(`${folder}/server`, serverFeature, order),
    ...serverBoundaries(`${folder}/server/*`, partOfServerFeature, order),
    ...boundary({
      files: [`${folder}/worker/**`],
      mayImport: ['node:*', ...childPackages, ...publicFiles, sibling, '../*.ts'],
      order,
      because:
        "A feature's worker folder may import its own files, faces, and packages that read files: no server toolkit, no database.",
    }),
    ...boundary({
      files: [`${folder}/web/**`],
      mayImport: [...browserPackages, ...publicFiles, '#web/**', '#features/*/web/*.data.ts', sibling, '../*.ts'],
      order,
      because:
        "A feature's web folder may import its own files, faces, the browser toolkit and other features' *.data.ts: no server, no Node.",
    }),
    ...boundary({
      files: [`${folder}/web/*/**`],
      mayImport: [
        ...browserPackages,
        ...publicFiles,
        '#web/**',
        '#features/*/web/*.data.ts',
        sibling,
        '../*.{ts,tsx}',
        '../*/*',
      ],
      order,
      because:
        "A subfolder of a feature's web folder may import that folder, faces, the browser toolkit and other features' *.data.ts: no server, no Node.",
    }),
  ];
}

const boundaries = [
  ...boundary({
    files: ['src/shared/**'],
    mayImport: ['zod', '#shared/**', sibling],
    because: 'shared may import zod and its own files.',
  }),
  ...boundary({
    files: ['src/server/**'],
    mayImport: [...serverToolkit, ...kysely],
    also: [kyselyTypesOnly],
    because: serverToolkitMessage,
  }),
  ...boundary({
    files: ['src/server/access/**'],
    mayImport: [...serverToolkit, ...kysely],
    also: [kyselyTypesOnly, notAbove('http')],
    because: serverToolkitMessage,
  }),
  ...boundary({
    files: ['src/server/blobs/**'],
    mayImport: [...serverToolkit, ...kysely],
    also: [kyselyTypesOnly, notAbove('access', 'http')],
    because: serverToolkitMessage,
  }),
  ...boundary({
    files: ['src/server/database/**'],
    mayImport: [...serverToolkit, ...kysely],
    also: [notAbove('blobs', 'access', 'http')],
    because: serverToolkitMessage,
  }),
  {
    files: ['src/server/**/*.queries.ts'],
    rules: boundaryRule({ files: [], mayImport: [...serverToolkit, ...kysely], because: serverToolkitMessage }),
  },
  ...boundary({
    files: ['src/web/**'],
    mayImport: [...browserPackages, '#shared/**', '#web/**', ...ownLayer],
    because:
      'The browser toolkit may import shared, its own files and browser packages; no feature, no server package.',
  }),
  ...featureBoundaries('*', []),
  ...floors.flatMap((floor, index) => floor.flatMap((feature) => featureBoundaries(feature, orderOf(feature, index)))),
  ...boundary({
    files: ['src/app/server/**'],
    mayImport: [
      ...serverPackages,
      ...kysely,
      ...publicFiles,
      '#server/**',
      '#features/*/server/**',
      ...ownLayer,
      '!../browser/**',
    ],
    because: 'src/app/server may import everything of the server side, and nothing of the browser side.',
  }),
  ...boundary({
    files: ['tools/demo/**'],
    mayImport: [
      ...serverPackages,
      ...kysely,
      'fflate',
      ...publicFiles,
      '#server/**',
      '#features/*/server/**',
      '#app/server/data-folder.ts',
      '#app/server/run-server.ts',
      ...ownLayer,
    ],
    because:
      'The demo may import everything of the server side, lock the data folder and start the server; the product must not import the demo.',
  }),
  ...boundary({
    files: ['src/app/browser/**'],
    mayImport: [...browserPackages, ...publicFiles, '#web/**', '#features/*/web/**', ...ownLayer, '!../server/**'],
    because: 'src/app/browser may import everything of the browser side, and nothing of the server side.',
  }),
];

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'node'],
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['dist/**', 'data/**', 'demo-data/**'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    // Promises: without an await, a query loses its write and its error.
    'typescript/no-floating-promises': [
      'error',
      {
        allowForKnownSafeCalls: [{ from: 'package', package: 'node:test', name: ['test', 'describe', 'it', 'suite'] }],
      },
    ],
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/only-throw-error': ['error', { allowThrowingUnknown: true }], // A caught error may be rethrown.
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],

    // Types: no escape hatches, and no syntax that Node cannot strip.
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
    'typescript/no-unsafe-type-assertion': 'off', // Reviews check that each `as` has a reason.

    // Modules: one name for each export, and no cycles, not even of types.
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-named-as-default-member': 'off', // CommonJS packages have only a default export.
    'import/no-unassigned-import': 'off', // Style sheets are imported for their effect.
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'unicorn/prefer-node-protocol': 'error',

    // Only src/server/config.ts reads the environment. Messages use the log, and questions use dialogs.
    'node/no-process-env': 'error',
    'no-console': 'error',
    'no-alert': 'error',

    eqeqeq: 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreUsingDeclarations: true }],
    'no-underscore-dangle': ['error', { allow: ['_claim', '_keeping', '_progress'] }], // Held until the end of a block by `using`.
    'typescript/consistent-return': 'off', // An effect returns a cleanup function only if it started something.
    'no-param-reassign': 'error',
    'no-shadow': 'off', // Short names such as `file` refer to the nearest one.
    'no-await-in-loop': 'off', // Most loops here must run their steps one after the other.
    'unicorn/require-post-message-target-origin': 'off', // The rule is for windows; this code posts to worker threads.
    'unicorn/consistent-function-scoping': 'off', // A function stays beside the values that it uses.
  },
  overrides: [
    ...boundaries,
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
        'react/jsx-no-literals': 'error', // Texts are in *.texts.ts.
        'react/react-in-jsx-scope': 'off',
        'jsx-a11y/no-autofocus': ['error', { ignoreNonDOM: true }], // A field that opens on request takes the focus.
        'jsx-a11y/prefer-tag-over-role': 'off', // role="status" announces everywhere; <output> does not.
      },
    },
    { files: ['*.config.ts'], rules: { 'import/no-default-export': 'off', 'node/no-process-env': 'off' } },
    {
      files: ['src/server/config.ts', 'src/app/server/**', 'tests/**', 'tools/**'],
      rules: { 'node/no-process-env': 'off' },
    },
    {
      files: ['src/app/server/**', 'bootstrap/**', 'tests/**', 'bench/**', 'tools/**'],
      rules: { 'no-console': 'off' },
    },
    { files: ['bootstrap/**', 'bench/**'], rules: { 'node/no-process-env': 'off' } },
    {
      // Tests read HTTP responses without the types of the contract.
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
