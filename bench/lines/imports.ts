import { maxRow, quantile } from '../measure.ts';
import type { Row, Sizes } from '../measure.ts';
import { adminEmail, cookiesOf, restedRow, startOurs } from '../programs.ts';
import type { Program } from '../programs.ts';
import { waitsDuring } from './waits-during.ts';

const rows = 5_000;
const maxSeconds = 10;

type Imported = { id: number; sheets: { columns: { field: string | null }[] }[] };

/**
 * Line 14: an import of 5,000 rows that are all new, and its undo. Line 7: how long a signed-in call waits meanwhile.
 */
export async function imports({ rounds }: Sizes): Promise<Row[]> {
  const ours = await startOurs();
  const headers = await cookiesOf(ours, adminEmail);
  const seconds = { check: [] as number[], run: [] as number[] };
  const waits = { check: [] as number[], run: [] as number[], undo: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const { id, sheets } = await post<Imported>(ours, headers, '', spreadsheet(round));
    const columns = sheets[0]?.columns.map(({ field }) => field);
    const choices = JSON.stringify({ sheet: 0, columns, day_first: true, existing: 'add' });
    const timed = async (step: keyof typeof waits, body: string) => {
      const from = performance.now();
      waits[step].push(...(await waitsDuring(ours, () => post(ours, headers, `/${id}/${step}`, body), headers)));
      return (performance.now() - from) / 1000;
    };
    seconds.check.push(await timed('check', choices));
    seconds.run.push(await timed('run', choices));
    await timed('undo', '{}');
  }
  const rested = await restedRow(ours, 14);
  await ours.stop();
  const size = `${rows.toLocaleString('en-US')} rows`;
  const took = (what: string, values: readonly number[]) =>
    maxRow({ line: 14, workload: `${what} of ${size}`, unit: 's', max: maxSeconds }, Math.max(...values));
  const waited = (what: string, values: readonly number[]) =>
    maxRow(
      { line: 7, workload: `other calls during the ${what} of ${size}, p99`, unit: 'ms', max: 60 },
      quantile(values, 0.99),
    );
  return [
    took('check', seconds.check),
    took('import', seconds.run),
    waited('check', waits.check),
    waited('import', waits.run),
    waited('undo', waits.undo),
    rested,
  ];
}

function spreadsheet(round: number): FormData {
  const lines = ['Name,Order Number,PFI Date,Ex-Factory Date,Supplier,Vessel'];
  for (let row = 0; row < rows; row += 1)
    lines.push(
      `Container ${round}-${row},PO-${round}-${row},2027-03-0${(row % 9) + 1},2027-02-01,Supplier ${row % 40},MSC Gülsün`,
    );
  const form = new FormData();
  form.append('file', new Blob([lines.join('\n')]), 'containers.csv');
  return form;
}

async function post<T>(
  { origin }: Program,
  headers: Record<string, string>,
  path: string,
  body: FormData | string,
): Promise<T> {
  const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  const answer = await fetch(`${origin}/api/containers/imports${path}`, {
    method: 'POST',
    headers: { ...headers, ...type },
    body,
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
