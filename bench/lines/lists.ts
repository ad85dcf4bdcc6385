import { execFileSync } from 'node:child_process';
import { mostRow, quantile } from '../measure.ts';
import type { Row, Sizes } from '../measure.ts';
import { ask, askBeside, cookiesOf, forgetPeak, memoryOf, newFolder, startDemo } from '../programs.ts';
import type { Program } from '../programs.ts';

/** A person of the demo who sees every file. */
export const demoPerson = { email: 'ingrid.solheim@northquay.example', password: 'harbour-lights-26' };

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

// Never the same one twice in a row: what was found last is remembered for whoever turns a page.
const searches = {
  frequent: ['an', 'er', 'in', 're'],
  rare: ['northquay 17', 'northquay 23', 'northquay 41'],
  nothing: ['zzqqxx', 'zzqqyy'],
  'two letters': ['qu', 'ix', 'ob'],
};

const timesEach = 40;

/** Lines 4, 5 and 10: what grows with the number of files. */
async function atEachSize(sizes: Sizes, measure: (demo: Demo) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const files of sizes.fillings) {
    const program = await startDemo(await newFolder(), files);
    // What was just made is still on its way to the disk, and would be measured with the rest.
    execFileSync('sync');
    const headers = await cookiesOf(program, demoPerson.email, demoPerson.password);
    rows.push(...(await measure({ program, headers, files, name: `${files.toLocaleString('en-US')} files` })));
    await program.stop();
  }
  return rows;
}

type Demo = { program: Program; headers: Record<string, string>; files: number; name: string };

const get = async ({ program, headers }: Demo, paths: readonly string[], count: number) => {
  const job = { kind: 'calls', origin: program.origin, headers, atOnce: 1 } as const;
  // The first calls compile what the later ones use.
  await ask({ ...job, paths, count: paths.length * 3 });
  return ask({ ...job, paths, count });
};

/** Line 4: the first screen of the files page, and every way to narrow and sort it. */
export async function firstScreens(sizes: Sizes): Promise<Row[]> {
  return atEachSize(sizes, async (demo) => {
    const { each, mostBytes } = await get(demo, views, views.length * timesEach);
    const workload = `files page, ${demo.name}`;
    const most = demo.files > 100_000 ? 50 : 20;
    return [
      mostRow({ line: 4, workload: `${workload}, p99 of 9 views`, unit: 'ms', most }, quantile(each, 0.99)),
      mostRow({ line: 4, workload: `${workload}, largest answer`, unit: 'KB', most: 60 }, mostBytes / 1000),
    ];
  });
}

/** Line 5: a part of a name, a team or an uploader, with exact totals. */
export async function searching(sizes: Sizes): Promise<Row[]> {
  return atEachSize(sizes, async (demo) => {
    const rows: Row[] = [];
    for (const [kind, texts] of Object.entries(searches)) {
      const paths = texts.map((text) => `${overview}?search=${encodeURIComponent(text)}`);
      const { each } = await get(demo, paths, timesEach * 5);
      const workload = `search, ${kind}, ${demo.name}`;
      const most = kind === 'frequent' ? 50 : 20;
      rows.push(
        mostRow({ line: 5, workload: `${workload}, p50`, unit: 'ms', most }, quantile(each, 0.5)),
        mostRow({ line: 5, workload: `${workload}, p99`, unit: 'ms', most: 100 }, quantile(each, 0.99)),
      );
    }
    return rows;
  });
}

/** Line 10: everything in one answer. */
export async function everyFile(sizes: Sizes): Promise<Row[]> {
  return atEachSize(sizes, async (demo) => {
    const { program, headers, name } = demo;
    const job = { kind: 'calls', origin: program.origin, headers } as const;
    const all = { ...job, paths: ['/api/teams_with_files'], atOnce: 1 } as const;
    await ask({ ...all, count: 1 });
    forgetPeak(program);
    const before = memoryOf(program).now;
    const others = ask({ ...job, paths: ['/api/user'], atOnce: 4, count: 400, everyMs: 10 });
    await askBeside({ ...all, count: 1 });
    const { each } = await others;
    const workload = `\`/api/teams_with_files\`, ${name}`;
    return [
      mostRow(
        { line: 10, workload: `${workload}, more memory`, unit: 'MiB', most: 40 },
        memoryOf(program).peak - before,
      ),
      mostRow({ line: 10, workload: `${workload}, other calls, p99`, unit: 'ms', most: 100 }, quantile(each, 0.99)),
    ];
  });
}
