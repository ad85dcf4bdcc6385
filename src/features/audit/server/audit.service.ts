import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import type { CsvAnswer } from '#server/http/send-pieces.ts';
import { localDate } from '#shared/calendar.ts';
import type { AuditEntry, AuditFilters } from '../audit.contract.ts';
import { csvLine } from '../audit.rules.ts';
import { actNames, csvHeadings } from '../audit.texts.ts';
import { listEntries, recordAudit } from './audit.queries.ts';

/** Returns the entries that match the filters as CSV, and records the export in the audit log. */
export async function exportEntries(
  ctx: Context,
  caller: Caller,
  filters: AuditFilters,
  isHead: boolean,
): Promise<CsvAnswer> {
  const now = ctx.clock();
  const filterTexts = Object.entries(filters).map(([name, value]) => `${name}=${value}`);
  const name = `${ctx.config.brandName} audit log ${localDate(now)}.csv`;
  if (isHead) return { name, lines: noLines() };
  // The first page is read before the export is recorded, so that the export does not contain its own entry. Later pages
  // are older.
  const first = await listEntries(ctx.listDb, { ...filters, limit: pageSize });
  await recordAudit(ctx.db, caller, now.toISOString(), 'records.exported_log', { detail: filterTexts.join(', ') });
  return { name, lines: linesOf(ctx, filters, first) };
}

async function* noLines(): AsyncGenerator<string> {}

const pageSize = 500;

type Page = Awaited<ReturnType<typeof listEntries>>;

async function* linesOf({ listDb }: Context, filters: AuditFilters, first: Page): AsyncGenerator<string> {
  // The byte order mark, by which spreadsheets recognize UTF-8.
  yield `\ufeff${csvLine(csvHeadings)}`;
  for (let page = first; ;) {
    if (page.entries.length > 0) yield page.entries.map((entry) => csvLine(cellsOf(entry))).join('');
    if (page.next === null) return;
    const [at, id] = page.next.split(',') as [string, string];
    // Lets the event loop handle other requests.
    await new Promise((resolve) => setImmediate(resolve));
    page = await listEntries(listDb, { ...filters, after: [at, Number(id)], limit: pageSize });
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
