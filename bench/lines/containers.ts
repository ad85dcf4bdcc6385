import { dateFields, presets, sorts } from '#features/containers/core/container-fields.rules.ts';
import { freshSchema } from '#tests/postgres-schema.ts';
import { maxRow, quantile } from '../measure.ts';
import type { Row, Sizes } from '../measure.ts';
import {
  cookiesOf,
  demoPerson,
  memoryOf,
  newFolder,
  resetPeak,
  runJob,
  settleDatabase,
  startDemo,
} from '../programs.ts';
import type { Program } from '../programs.ts';
import { waitsDuring } from './waits-during.ts';

const page = '/api/containers/page';

/** The first page is the same in both layouts: see `firstPage` in the list of the screen. */
const firstPage = 'limit=40';

const orders = sorts.flatMap((sort) => [`sort=${sort}`, `sort=${sort}&order=desc`]);

const filters = [
  ...['Not Received', 'Received', 'Departed', 'Delayed'].map((status) => `status=${encodeURIComponent(status)}`),
  ...presets.map((preset) => `preset=${preset}`),
  ...dateFields.map((field) => `${field}_from=2026-01-01&${field}_to=2026-12-31`),
  'pfi_month=3',
  'ex_factory_month=3',
  'supplier_id=1',
  'customer_id=19',
  'carrier_id=24',
  'assignee_id=3',
  'team_id=3',
  'vessel=Aurora%20Strait',
  'port=BDCGP',
  'pol=BDCGP',
  'pod=DEHAM',
  'without=supplier_id',
  'outcome=pfi&result=first_late',
  'delay_cause=supplier&delayed_from=2025-12-01&delayed_to=2026-11-30',
];

// Several terms each, because the database would hold the pages of a single term in its cache.
const searches = {
  frequent: ['qk', 'wine', 'a', 'po'],
  rare: ['qkyu 234 623', 'PO 2701 00413', 'wine red 2701'],
  nothing: ['zzqqxx', 'zzqqyy'],
  'two letters': ['zq', 'xw', 'jv'],
};

const callsPerPath = 20;

type Goals = { pageMs: number; searchMs: number; slowSearchMs: number };

/** Queries read the whole table, so their time grows with the number of containers. */
const goalsOf = (count: number): Goals =>
  count > 10_000 ? { pageMs: 250, searchMs: 150, slowSearchMs: 250 } : { pageMs: 30, searchMs: 20, slowSearchMs: 100 };

/**
 * Line 18: the list of containers with each order and filter, its searches, and how long a signed-in call
 * waits while the whole list is exported. With DATABASE_URL on that PostgreSQL server.
 */
export async function containerLists({ containers }: Sizes): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of containers) {
    const schema = await freshSchema(process.env['DATABASE_URL']);
    const program = await startDemo(await newFolder(), 1_000, { containers: count, databaseUrl: schema?.url });
    await settleDatabase(schema?.url);
    const headers = await cookiesOf(program, demoPerson.email, demoPerson.password);
    const size = `${count.toLocaleString('en-US')} containers${schema ? ', PostgreSQL' : ''}`;
    const goals = goalsOf(count);
    rows.push(
      ...(await firstPages(program, headers, size, goals)),
      ...(await searching(program, headers, size, goals)),
    );
    rows.push(...(await exporting(program, headers, size)), ...(await changing(program, headers, size)));
    await program.stop();
    await schema?.drop();
  }
  return rows;
}

/** The slowest path: one path with 20 calls would hardly change the p99 of all. */
async function slowestOf(program: Program, headers: Record<string, string>, queries: readonly string[]) {
  const medians: { query: string; p50: number }[] = [];
  for (const query of queries) {
    const { each } = await calls(program, headers, [query]);
    medians.push({ query, p50: quantile(each, 0.5) });
  }
  return medians.toSorted((one, other) => other.p50 - one.p50);
}

const calls = async ({ origin }: Program, headers: Record<string, string>, queries: readonly string[]) => {
  const job = { kind: 'calls', origin, headers, atOnce: 1, paths: queries.map((query) => `${page}?${query}`) } as const;
  // Warm-up: the first calls include compilation.
  await runJob({ ...job, count: queries.length });
  return runJob({ ...job, count: queries.length * callsPerPath });
};

async function firstPages(
  program: Program,
  headers: Record<string, string>,
  size: string,
  { pageMs }: Goals,
): Promise<Row[]> {
  const queries = [...orders, ...filters.map((filter) => `${filter}&sort=late`)].map(
    (query) => `${query}&${firstPage}`,
  );
  const { each, maxBytes } = await calls(program, headers, queries);
  const [slowest] = await slowestOf(program, headers, queries);
  const workload = `containers page, ${size}`;
  return [
    maxRow(
      { line: 18, workload: `${workload}, p99 of every order and filter`, unit: 'ms', max: pageMs },
      quantile(each, 0.99),
    ),
    maxRow(
      { line: 18, workload: `${workload}, p50 of the slowest: \`${slowest?.query}\``, unit: 'ms', max: pageMs },
      slowest?.p50 ?? NaN,
    ),
    maxRow({ line: 18, workload: `${workload}, largest answer`, unit: 'KB', max: 60 }, maxBytes / 1000),
  ];
}

async function searching(
  program: Program,
  headers: Record<string, string>,
  size: string,
  { searchMs, slowSearchMs }: Goals,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [kind, texts] of Object.entries(searches)) {
    const queries = texts.map((text) => `sort=late&${firstPage}&search=${encodeURIComponent(text)}`);
    const { each } = await calls(program, headers, queries);
    const workload = `search, ${kind}, ${size}`;
    rows.push(
      maxRow({ line: 18, workload: `${workload}, p50`, unit: 'ms', max: searchMs }, quantile(each, 0.5)),
      maxRow({ line: 18, workload: `${workload}, p99`, unit: 'ms', max: slowSearchMs }, quantile(each, 0.99)),
    );
  }
  return rows;
}

async function exporting(program: Program, headers: Record<string, string>, size: string): Promise<Row[]> {
  resetPeak(program);
  const memoryBefore = memoryOf(program).now;
  const seconds: Record<string, number> = {};
  const waits = await waitsDuring(
    program,
    async () => {
      for (const name of ['CSV', 'XLSX']) {
        const from = performance.now();
        const { body } = await fetch(`${program.origin}/api/containers.${name.toLowerCase()}`, { headers });
        await body?.pipeTo(new WritableStream());
        seconds[name] = (performance.now() - from) / 1_000;
      }
    },
    headers,
  );
  const workload = `other calls during both exports, ${size}, p99`;
  return [
    maxRow({ line: 18, workload, unit: 'ms', max: 60 }, quantile(waits, 0.99)),
    ...Object.entries(seconds).map(([name, took]) =>
      maxRow({ line: 14, workload: `export as ${name}, ${size}`, unit: 's', max: 10 }, took),
    ),
    maxRow(
      { line: 14, workload: `both exports, ${size}, more memory`, unit: 'MiB', max: 60 },
      memoryOf(program).peak - memoryBefore,
    ),
  ];
}

/** Line 14b: one changed field, and one new container. */
async function changing({ origin }: Program, headers: Record<string, string>, size: string): Promise<Row[]> {
  const details = { container_no: 'PO 17', pfi_date: '2027-03-01', ex_factory_date: '2027-02-01' };
  const send = async (method: string, path: string, body: object) => {
    const from = performance.now();
    const response = await fetch(`${origin}/api/containers${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${answer}`);
    return performance.now() - from;
  };
  const rows: Row[] = [];
  for (const [what, act] of [
    [
      'one changed field',
      (round: number) => send('PUT', '/17', { ...details, name: 'Container 17', vessel: `Vessel ${round}` }),
    ],
    ['one new container', (round: number) => send('POST', '', { ...details, name: `Container of round ${round}` })],
  ] as const) {
    const each: number[] = [];
    for (let round = 0; round < 220; round += 1) {
      const took = await act(round);
      // Warm-up: the first calls include compilation.
      if (round >= 20) each.push(took);
    }
    const workload = `${what}, ${size}`;
    rows.push(
      maxRow({ line: 14, workload: `${workload}, p50`, unit: 'ms', max: 10 }, quantile(each, 0.5)),
      maxRow({ line: 14, workload: `${workload}, p99`, unit: 'ms', max: 30 }, quantile(each, 0.99)),
    );
  }
  return rows;
}
