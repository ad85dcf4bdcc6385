import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { filesContract } from '../core/files.contract.ts';

const query = filesContract.overview.query.omit({ group_by: true, sort: true, order: true }).extend({
  /** Adds the files in whose text the search is found, after those that it finds by name. */
  texts: z.literal('yes').optional(),
});

export const filesExportContract = {
  csv: {
    method: 'GET',
    path: '/api/files.csv',
    summary: 'The files that match the filters, newest first, as CSV with ids, sizes and dates.',
    query,
    sends: 'csv',
    // The export is recorded in the audit log first.
    refuses: ['store.full'],
  },
  xlsx: {
    method: 'GET',
    path: '/api/files.xlsx',
    summary: 'The files that match the filters, newest first, as an Excel workbook.',
    query,
    sends: 'xlsx',
    refuses: ['store.full'],
  },
} as const satisfies Contract;
