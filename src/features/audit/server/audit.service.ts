import type { Caller } from '#server/access/caller.ts';
import type { CsvAnswer } from '#server/http/send-pieces.ts';
import type { Parts } from '#server/parts.ts';
import { localDate } from '#shared/calendar.ts';
import type { AuditEntry, AuditFilters } from '../audit.contract.ts';
import { csvLine } from '../audit.rules.ts';
import { actNames, csvHeadings } from '../audit.texts.ts';
import { listEntries, note } from './audit.queries.ts';

/** Exactly what the filters leave; that somebody took it with them is noted as well. */
export async function exportEntries(
  parts: Parts,
  caller: Caller,
  filters: AuditFilters,
  isHead: boolean,
): Promise<CsvAnswer> {
  const now = parts.clock();
  const asked = Object.entries(filters).map(([name, value]) => `${name}=${value}`);
  const name = `${parts.config.brandName} audit log ${localDate(now)}.csv`;
  if (isHead) return { name, lines: nothing() };
  // Before it is noted: newest first, so this very entry is on no later page either.
  const first = await listEntries(parts.reader, { ...filters, limit: linesAtOnce });
  await note(parts.db, caller, now.toISOString(), 'records.exported_log', { detail: asked.join(', ') });
  return { name, lines: linesOf(parts, filters, first) };
}

async function* nothing(): AsyncGenerator<string> {}

const linesAtOnce = 500;

type Page = Awaited<ReturnType<typeof listEntries>>;

async function* linesOf({ reader }: Parts, filters: AuditFilters, first: Page): AsyncGenerator<string> {
  // The mark by which spreadsheets know UTF-8.
  yield `\ufeff${csvLine(csvHeadings)}`;
  for (let page = first; ;) {
    if (page.entries.length > 0) yield page.entries.map((entry) => csvLine(cellsOf(entry))).join('');
    if (page.next === null) return;
    const [at, id] = page.next.split(',') as [string, string];
    // Lets other calls in between.
    await new Promise((resolve) => setImmediate(resolve));
    page = await listEntries(reader, { ...filters, after: [at, Number(id)], limit: linesAtOnce });
  }
}

const cellsOf = ({ number, at, user, address, act, thing, detail, hash }: AuditEntry) => [
  number,
  at,
  user.name,
  user.id,
  address,
  actNames[act],
  act,
  thing.name,
  thing.id,
  detail,
  hash,
];
