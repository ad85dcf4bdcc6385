import { recordedTable } from '#features/audit/server/audit.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import type { Cursor } from '#server/database/page-of.ts';
import { batchedRows } from '#server/http/table-answer.ts';
import type { Table } from '#server/http/table-answer.ts';
import type { Cell } from '#server/http/workbook.ts';
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
  filters: ParsedInputOf<typeof usersExportContract.csv>,
): Promise<Table> {
  const { search = '', role_id: roleId, active } = filters;
  const filter = { search, roleId, active: active && activeTime(ctx.clock()) };
  const readBatch = async (after: Cursor | undefined) => {
    const { users, next } = await pageByName(ctx.listDb, { ...filter, after, limit: batchSize });
    return { rows: users.map(cellsOf), next: next ?? undefined };
  };
  const exported = { act: 'records.exported_users' as const, name: exportName, filters };
  return recordedTable(ctx, caller, exported, () => batchedRows(exportHeadings, readBatch));
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
