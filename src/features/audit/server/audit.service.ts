import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import type { Cursor } from '#server/database/page-of.ts';
import { batchedRows } from '#server/http/table-answer.ts';
import type { Table } from '#server/http/table-answer.ts';
import type { Cell } from '#server/http/workbook.ts';
import type { ParsedInputOf } from '#shared/endpoint.ts';
import { actNames } from '../audit-acts.texts.ts';
import type { auditContract, AuditEntry, AuditFilters } from '../audit.contract.ts';
import { exportHeadings } from '../audit.texts.ts';
import { listEntries, recordedTable } from './audit.queries.ts';

/** Returns one page, newest first. */
export async function pageOfEntries({ listDb }: Context, input: ParsedInputOf<typeof auditContract.list>) {
  const { entries, next } = await listEntries(listDb, input);
  return { entries, next: next && next.join(',') };
}

const pageSize = 500;

/** Returns the entries that match the filters, newest first, and records the export in the audit log. */
export async function exportEntries(ctx: Context, caller: Caller, filters: AuditFilters): Promise<Table> {
  return recordedTable(ctx, caller, { act: 'records.exported_log', name: 'audit log', filters }, async () => {
    // The first page is read before the export is recorded, so that the export does not contain its own entry. Later pages
    // are older.
    const first = await listEntries(ctx.listDb, { ...filters, limit: pageSize });
    return batchedRows(exportHeadings, async (after: Cursor | undefined) => {
      const page = after ? await listEntries(ctx.listDb, { ...filters, after, limit: pageSize }) : first;
      return { rows: page.entries.map(cellsOf), next: page.next ?? undefined };
    });
  });
}

const cellsOf = ({ number, at, user, address, act, thing, detail, hash }: AuditEntry): Cell[] => [
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
