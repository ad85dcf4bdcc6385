import type { z } from 'zod';
import type { Contract } from './endpoint.ts';

/** The two calls that send a list as CSV and as an Excel workbook. Each export is recorded in the audit log first. */
export const exportCalls = <Query extends z.ZodObject>(path: string, list: string, query: Query) =>
  ({
    csv: {
      method: 'GET',
      path: `${path}.csv`,
      summary: `${list}, as CSV.`,
      query,
      sends: 'csv',
      refuses: ['store.full'],
    },
    xlsx: {
      method: 'GET',
      path: `${path}.xlsx`,
      summary: `${list}, as an Excel workbook.`,
      query,
      sends: 'xlsx',
      refuses: ['store.full'],
    },
  }) as const satisfies Contract;
