import { filterDetail } from '#features/audit/audit.rules.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import type { Cursor } from '#server/database/page-of.ts';
import { batchedRows, noRows } from '#server/http/table-answer.ts';
import type { Table } from '#server/http/table-answer.ts';
import type { Cell } from '#server/http/workbook.ts';
import { localDate } from '#shared/calendar.ts';
import type { ParsedInputOf } from '#shared/endpoint.ts';
import type { usersExportContract } from '../users-export.contract.ts';
import { exportHeadings, exportName } from '../users-export.texts.ts';
import type { User } from '../users.contract.ts';
import { activeTime } from '../users.rules.ts';
import { pageByName } from './users.queries.ts';

const batchSize = 250;

/** Returns the users that match the search and have the role, by name, and records the export in the audit log. */
export async function exportUsers(
  ctx: Context,
  caller: Caller,
  input: ParsedInputOf<typeof usersExportContract.csv>,
  isHead: boolean,
): Promise<Table> {
  const now = ctx.clock();
  const name = `${ctx.config.brandName} ${exportName} ${localDate(now)}`;
  if (isHead) return { name, rows: noRows() };
  await recordAudit({ tx: ctx.db, by: caller, at: now.toISOString() }, 'records.exported_users', {
    detail: filterDetail(input),
  });
  const filter = { search: input.search ?? '', roleId: input.role_id, active: input.active && activeTime(now) };
  return {
    name,
    rows: batchedRows(exportHeadings, async (after: Cursor | undefined) => {
      const { users, next } = await pageByName(ctx.listDb, { ...filter, after, limit: batchSize });
      return { rows: users.map(cellsOf), next: next ?? undefined };
    }),
  };
}

const cellsOf = (user: User): Cell[] => [
  user.id,
  user.name,
  user.email,
  user.role_id,
  user.role.role_name,
  user.team_id,
  user.team?.name ?? null,
  user.teams_can_view.join(' '),
  user.files_count,
  user.downloads_count,
  user.last_login_at,
  user.created_at,
  user.suspended_at,
  user.two_factor_at,
];
