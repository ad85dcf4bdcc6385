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
  await note(parts.db, caller, now.toISOString(), 'records.exported_log', { detail: asked.join(', ') });
  return { name, lines: linesOf(parts, filters) };
}

async function* nothing(): AsyncGenerator<string> {}

const linesAtOnce = 500;

async function* linesOf({ reader }: Parts, filters: AuditFilters): AsyncGenerator<string> {
  // The mark by which spreadsheets know UTF-8.
  yield `\ufeff${csvLine(csvHeadings)}`;
  let after: readonly [string, number] | undefined;
  for (;;) {
    const { entries, next } = await listEntries(reader, { ...filters, after, limit: linesAtOnce });
    if (entries.length > 0) yield entries.map((entry) => csvLine(cellsOf(entry))).join('');
    if (next === null) return;
    const [at, id] = next.split(',') as [string, string];
    after = [at, Number(id)];
    // Lets other calls in between.
    await new Promise((resolve) => setImmediate(resolve));
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
