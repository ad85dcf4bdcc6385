import { maxRow, quantile } from '../measure.ts';
import type { Row, Sizes } from '../measure.ts';
import { cookiesOf, demoPerson, newFolder, processorSecondsOf, restedRow, startDemo } from '../programs.ts';
import type { Program } from '../programs.ts';
import { waitsDuring } from './waits-during.ts';

const searches = [
  'freight',
  'bill of lading',
  '"bill of lading"',
  'container -draft',
  'port&order=relevance',
  'zzqqxx',
];

const atOnce = 32;
const rounds = 5;

/** Line 16: searches in the text of documents, by one person and by 32 at once, and how long `/healthz` waits meanwhile. */
export async function searchingTexts({ fillings }: Sizes): Promise<Row[]> {
  const files = fillings.at(-1) ?? 1_000;
  const folder = await newFolder();
  await (await startDemo(folder, files)).stop();
  // Started again, because the creation of the demo takes more memory than the searches.
  const program = await startDemo(folder, files);
  const admin = await cookiesOf(program, demoPerson.email, demoPerson.password);
  for (const search of searches) await find(program, admin, search);
  const alone: number[] = [];
  for (let round = 0; round < 2 * rounds; round += 1)
    for (const search of searches) alone.push(await find(program, admin, search));
  const each: number[] = [];
  const before = processorSecondsOf(program);
  const waits = await waitsDuring(program, async () => {
    await Promise.all(
      Array.from({ length: atOnce }, async (_, first) => {
        for (let call = 0; call < rounds * searches.length; call += 1)
          each.push(await find(program, admin, searches[(first + call) % searches.length] ?? ''));
      }),
    );
  });
  const perSearch = (1_000 * (processorSecondsOf(program) - before)) / each.length;
  const rested = await restedRow(program, 16);
  await program.stop();
  const row = (workload: string, max: number, value: number) =>
    maxRow({ line: 16, workload: `${workload}, ${files.toLocaleString('en-US')} files`, unit: 'ms', max }, value);
  return [
    row('search in texts, alone, p50', 20, quantile(alone, 0.5)),
    row('`/healthz` during 32 searches in texts at once, p99', 100, quantile(waits, 0.99)),
    { ...row('processor time of one of 32 searches in texts', 0, perSearch), goal: '', met: undefined },
    rested,
  ];
}

async function find({ origin }: Program, headers: Record<string, string>, search: string): Promise<number> {
  const [text = '', order = ''] = search.split('&');
  const from = performance.now();
  const answer = await fetch(`${origin}/api/files/text-search?search=${encodeURIComponent(text)}&${order}`, {
    headers,
  });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`a search for ${search} was answered with ${answer.status}`);
  return performance.now() - from;
}
