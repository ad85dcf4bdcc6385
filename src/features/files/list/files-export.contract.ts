import { z } from 'zod';
import { exportCalls } from '#shared/export-calls.ts';
import { filesContract } from '../core/files.contract.ts';

const query = filesContract.overview.query.omit({ group_by: true, sort: true, order: true }).extend({
  /** Adds the files in whose text the search is found, after those that it finds by name. */
  texts: z.literal('yes').optional(),
});

export const filesExportContract = exportCalls(
  '/api/files',
  'The files that match the filters, newest first, with ids, sizes and dates',
  query,
);
