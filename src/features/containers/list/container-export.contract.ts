import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { exportCalls } from '#shared/export-calls.ts';
import { idText } from '#shared/fields.ts';
import { filterFields, orderFields } from '../core/container-fields.contract.ts';
import { optionalFields } from '../core/container-fields.rules.ts';

/** The columns of an export, in their default order. */
export const exportColumns = [
  'id',
  'name',
  'container_no',
  'status',
  'days_late',
  'pfi_date',
  'ex_factory_date',
  'first_pfi_date',
  'first_ex_factory_date',
  'pfi_moves',
  'ex_factory_moves',
  'pfi_delays',
  'ex_factory_delays',
  ...optionalFields.filter((field) => !field.endsWith('_id')),
  'supplier_id',
  'supplier_name',
  'customer_id',
  'customer_name',
  'carrier_id',
  'carrier_name',
  'first_etd',
  'first_eta',
  'pol_name',
  'pod_name',
  'assignee_name',
  'team_name',
  'user_name',
  'checkedBy',
  'created_at',
  'updated_at',
  'days_over',
  'cost_over',
  'currency',
  'papers',
  'last_comment',
] as const;
export type ExportColumn = (typeof exportColumns)[number];

const columns = z
  .string()
  .max(2000)
  .transform((names) => names.split(','))
  .pipe(z.array(z.enum(exportColumns)).max(60))
  .optional();

const listQuery = z.object({
  ...filterFields,
  ...orderFields,
  sort: orderFields.sort.unwrap().default('late'),
  /** Column names separated by commas. Left out: all columns. */
  columns,
});

const logsQuery = z.object({ container_id: idText.optional() });

const delayLogs = exportCalls(
  '/api/containers/delay-logs',
  'The delays of all containers that the caller sees, or of one',
  logsQuery,
);

export const containerExportContract = {
  ...exportCalls('/api/containers', 'The filtered containers, with ids and dates', listQuery),
  delayLogsCsv: delayLogs.csv,
  delayLogsXlsx: delayLogs.xlsx,
} as const satisfies Contract;
