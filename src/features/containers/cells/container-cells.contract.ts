import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id } from '#shared/fields.ts';
import { plannedChange } from '../bulk/container-bulk.contract.ts';
import { container, reason } from '../core/containers.contract.ts';
import { editableFields } from '../core/field-changes.rules.ts';
import { maxCellRows, maxCells } from './container-cells.rules.ts';
import { cellRefusals } from './container-cells.texts.ts';

const value = z.union([z.string().max(8000), z.number(), z.null()]);

const row = z.object({
  id,
  /** The version that the client has read. */
  version: z.number().int().min(1),
  /** The new values of fields. Null or an empty text clears an optional field. A party is given by its name. */
  values: z.partialRecord(z.enum(editableFields), value),
});

const cellChange = z.object({
  rows: z
    .array(row)
    .min(1)
    .max(maxCellRows, cellRefusals.tooManyRows)
    .refine((rows) => new Set(rows.map((one) => one.id)).size === rows.length, cellRefusals.repeatedRow)
    .refine(
      (rows) => rows.reduce((sum, { values }) => sum + Object.keys(values).length, 0) <= maxCells,
      cellRefusals.tooManyCells,
    ),
  /**
   * `form`: values as the form of a container sends them, with people and teams by id. `spreadsheet`: texts, which are read as an
   * import reads the cells of a sheet, with people and teams by name. `export`: texts that the product has written.
   */
  reading: z.enum(['form', 'spreadsheet', 'export']).default('form'),
  /** The order of dates such as 03/04/26, if the other dates show none. */
  day_first: z.boolean().default(true),
  /** The reason in the entries of changed dates. */
  reason,
  /** Returns the changes without making them. */
  dry_run: z.boolean().default(false),
});
export type CellChange = z.output<typeof cellChange>;

const cellRemark = z.object({
  field: z.enum(editableFields),
  /** A problem refuses the change. */
  kind: z.enum(['problem', 'warning']),
  text: z.string(),
});
export type CellRemark = z.infer<typeof cellRemark>;

const plannedRow = plannedChange.extend({
  remarks: z.array(cellRemark),
  /** Another user has changed the container since the client has read it. */
  is_outdated: z.boolean(),
});
export type PlannedCells = z.infer<typeof plannedRow>;

export const cellsContract = {
  change: {
    method: 'PUT',
    path: '/api/containers/cells',
    summary:
      'Changes cells of the table of containers, all or none. With `dry_run`, only returns the changes. The same call sent again returns the change that it made, for a client that has lost the answer.',
    body: cellChange,
    answer: z.object({
      /** The id for the undo, which is that of a bulk change. Null for a dry run, and if nothing changed. */
      bulk_id: id.nullable(),
      changed: z.number(),
      /** Day and month of some dates can be exchanged. `day_first` decides. */
      dates_open: z.boolean(),
      /** The rows of a dry run, without containers that are gone. */
      rows: z.array(plannedRow),
      /** The containers after a change, if they are at most 200. */
      containers: z.array(container),
    }),
    maxBodyBytes: 2 * 1024 * 1024,
    refuses: ['container.not_found', 'container.changed'],
  },
} as const satisfies Contract;
