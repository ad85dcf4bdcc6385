import { freshSchema } from '#tests/postgres-schema.ts';
import { maxRow, quantile } from '../measure.ts';
import type { Row, Sizes } from '../measure.ts';
import {
  runJob,
  runJobBeside,
  cookiesOf,
  demoPerson,
  resetPeak,
  memoryOf,
  newFolder,
  settleDatabase,
  startDemo,
} from '../programs.ts';
import type { Program } from '../programs.ts';

const overview = '/api/files/overview';

const views = [
  '',
  '?group_by=team',
  '?sort=filename',
  '?sort=size',
  '?sort=file_type',
  '?group_by=team&sort=size',
  '?team_id=1',
  '?file_type_id=1',
  '?team_id=1&file_type_id=1&sort=filename',
].map((query) => overview + query);

// Several terms each, because the server caches the last result for the next page.
const searches = {
  frequent: ['an', 'er', 'in', 're'],
  rare: ['northquay 17', 'northquay 23', 'northquay 41'],
  nothing: ['zzqqxx', 'zzqqyy'],
  'two letters': ['qu', 'ix', 'ob'],
};

const callsPerPath = 40;

/** Lines 4, 5 and 10 run at each number of files. With DATABASE_URL on that PostgreSQL server, which may take twice as long. */
async function atEachSize(sizes: Sizes, measure: (demo: Demo) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const files of sizes.fillings) {
    const schema = await freshSchema(process.env['DATABASE_URL']);
    const program = await startDemo(await newFolder(), files, { databaseUrl: schema?.url });
    await settleDatabase(schema?.url);
    const headers = await cookiesOf(program, demoPerson.email, demoPerson.password);
    const name = `${files.toLocaleString('en-US')} files${schema ? ', PostgreSQL' : ''}`;
    rows.push(...(await measure({ program, headers, files, name, times: schema ? 2 : 1 })));
    await program.stop();
    await schema?.drop();
  }
  return rows;
}

type Demo = { program: Program; headers: Record<string, string>; files: number; name: string; times: number };

const get = async ({ program, headers }: Demo, paths: readonly string[], count: number) => {
  const job = { kind: 'calls', origin: program.origin, headers, atOnce: 1 } as const;
  // Warm-up: the first calls include compilation.
  await runJob({ ...job, paths, count: paths.length * 3 });
  return runJob({ ...job, paths, count });
};

/** Line 4: the first screen of the files page, with each filter and sort order. */
export async function firstScreens(sizes: Sizes): Promise<Row[]> {
  return atEachSize(sizes, async (demo) => {
    const { each, maxBytes } = await get(demo, views, views.length * callsPerPath);
    const workload = `files page, ${demo.name}`;
    const max = (demo.files > 100_000 ? 50 : 20) * demo.times;
    return [
      maxRow({ line: 4, workload: `${workload}, p99 of 9 views`, unit: 'ms', max }, quantile(each, 0.99)),
      maxRow({ line: 4, workload: `${workload}, largest answer`, unit: 'KB', max: 60 }, maxBytes / 1000),
    ];
  });
}

/** Line 5: a search for a part of a name, team or uploader, with exact totals. */
export async function searching(sizes: Sizes): Promise<Row[]> {
  return atEachSize(sizes, async (demo) => {
    const rows: Row[] = [];
    for (const [kind, texts] of Object.entries(searches)) {
      const paths = texts.map((text) => `${overview}?search=${encodeURIComponent(text)}`);
      const { each } = await get(demo, paths, callsPerPath * 5);
      const workload = `search, ${kind}, ${demo.name}`;
      const [p50, p99] = demo.files > 100_000 ? [500, 1_500] : [50, 150];
      rows.push(
        maxRow({ line: 5, workload: `${workload}, p50`, unit: 'ms', max: p50 * demo.times }, quantile(each, 0.5)),
        maxRow({ line: 5, workload: `${workload}, p99`, unit: 'ms', max: p99 * demo.times }, quantile(each, 0.99)),
      );
    }
    return rows;
  });
}

/** Line 10: all files in one response. */
export async function everyFile(sizes: Sizes): Promise<Row[]> {
  return atEachSize(sizes, async (demo) => {
    const { program, headers, name } = demo;
    const job = { kind: 'calls', origin: program.origin, headers } as const;
    const all = { ...job, paths: ['/api/teams_with_files'], atOnce: 1 } as const;
    await runJob({ ...all, count: 1 });
    resetPeak(program);
    const before = memoryOf(program).now;
    const others = runJob({ ...job, paths: ['/api/user'], atOnce: 4, count: 400, everyMs: 10 });
    await runJobBeside({ ...all, count: 1 });
    const { each } = await others;
    const workload = `\`/api/teams_with_files\`, ${name}`;
    return [
      maxRow({ line: 10, workload: `${workload}, more memory`, unit: 'MiB', max: 40 }, memoryOf(program).peak - before),
      maxRow({ line: 10, workload: `${workload}, other calls, p99`, unit: 'ms', max: 100 }, quantile(each, 0.99)),
    ];
  });
}
