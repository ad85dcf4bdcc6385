import { z } from 'zod';
import { charsets } from '#features/extraction/charset.rules.ts';
import { maxTableColumns, maxTableRows, maxTableSheets } from '#features/extraction/table.rules.ts';
import { rowStates } from '#features/imports/imports.rules.ts';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText, instant } from '#shared/fields.ts';
import { reason } from '../core/containers.contract.ts';
import { maxHeadingRow } from './import-columns.rules.ts';
import { complaintCodes, maxCorrections, maxWrittenLetters } from './import-complaints.rules.ts';
import { importFields } from './import-fields.rules.ts';

const params = z.object({ id: idText });
const field = z.enum(importFields).nullable();
const count = z.number().int();

const described = z.object({
  /** The row with the headings, as in the spreadsheet, from 1; 0 if there is none. */
  heading_row: count,
  columns: z.array(
    z.object({
      heading: z.string(),
      samples: z.array(z.string()),
      /** The field chosen for the same headings before, by the caller or else by the caller's team. Otherwise a guess. */
      field,
      /** The part that dates have first; `open` if day and month of every date can be exchanged. */
      day_order: z.enum(['day', 'month', 'year', 'open']).nullable(),
      /** The file hides the column. A visible one with the same field comes first. */
      is_hidden: z.boolean(),
    }),
  ),
});

const readFile = z.object({
  id,
  name: z.string(),
  sheets: z.array(
    described.extend({
      name: z.string(),
      rows: count,
      /** The sheet has more rows or columns than an import may have. */
      is_cut: z.boolean(),
      /** The rows with a value that a filter or a person has hidden in the file. */
      hidden_rows: count,
    }),
  ),
  /** The number of further sheets, which were not read. */
  sheets_left: count,
  /** The charset of a text, detected or chosen; null for a workbook. Send the file again with another `charset` to change it. */
  charset: z.enum(charsets).nullable(),
});
export type ReadFile = z.infer<typeof readFile>;

const choices = z.object({
  sheet: count.min(0).max(maxTableSheets),
  columns: z.array(field).max(maxTableColumns),
  /** For columns that leave the order of day and month open, if the other date columns of the sheet do not show it. */
  day_first: z.boolean().default(true),
  /** For a row without an id whose number a container has already. */
  existing: z.enum(['update', 'skip', 'add']).default('update'),
  /** For rows that are hidden in the file. */
  hidden_rows: z.enum(['keep', 'omit']).default('keep'),
  /** For rows that look like a total of others. Without `keep` they have the complaint `total` and are not imported. */
  totals: z.enum(['keep', 'omit']).default('omit'),
  /**
   * Cells that are read as another text: those of the column of `field` with this value, in one row or in all. An empty text
   * leaves the cell out. A correction of one row comes before one of all rows.
   */
  corrections: z
    .array(
      z.object({
        field: z.enum(importFields),
        /** As in a complaint; null: an empty cell. */
        value: z.string().max(maxWrittenLetters).nullable(),
        to: z.string().max(1000),
        row: count.min(1).optional(),
      }),
    )
    .max(maxCorrections)
    .default([]),
});
export type ImportChoices = z.output<typeof choices>;

const draft = choices.extend({
  reason,
  /** Whether the user was reviewing the changes. */
  is_reviewed: z.boolean().default(false),
});
/** As in an answer. */
const keptDraft = draft.extend({ reason: z.string().nullish() });
export type ImportDraft = z.output<typeof draft>;

/** A thousand corrections. */
const maxChoicesBytes = 2 * 1024 * 1024;

const counts = z.object({ new: count, changed: count, same: count, there: count, duplicate: count, wrong: count });

/** A remark about a cell or a row. */
const complaint = z.object({
  /** The field of the cell; null: the whole row. */
  field,
  /** The cell as it is written in the file, or null. */
  value: z.string().nullable(),
  /** With a problem, the row is not imported. A cell that cannot be read is a warning if its field may be empty. */
  kind: z.enum(['problem', 'warning']),
  code: z.enum(complaintCodes),
  text: z.string(),
});
const answeredComplaint = complaint.extend({
  /** Texts for `to` of a correction, the most likely one first. */
  proposals: z.array(z.object({ value: z.string(), label: z.string() })),
});
export type AnsweredComplaint = z.infer<typeof answeredComplaint>;
/** Proposals that take time are looked up only for the shown rows and groups. */
export type FoundComplaint = z.infer<typeof complaint> & Partial<Pick<AnsweredComplaint, 'proposals'>>;

const complaintGroup = answeredComplaint.extend({
  /** The number of rows with this complaint about this value, and the first of them. */
  rows: count,
  row: count,
});
export type ComplaintGroup = z.infer<typeof complaintGroup>;

const checkedRow = z.object({
  /** The number of the row in the spreadsheet, from 1. */
  row: count,
  state: z.enum(rowStates),
  label: z.string(),
  container_id: id.nullable(),
  /** The cells of the row that are not empty, as they are written in the file. */
  cells: z.array(z.object({ field: z.enum(importFields), value: z.string() })),
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  complaints: z.array(answeredComplaint),
  /** The texts of the complaints: the reasons why the row is left out, and what is probably wrong in a row that is imported. */
  problems: z.array(z.string()),
  warnings: z.array(z.string()),
});
export type CheckedRow = z.infer<typeof checkedRow>;

export const containerImportContract = {
  read: {
    method: 'POST',
    path: '/api/containers/imports',
    summary:
      'Reads a spreadsheet (XLSX, XLS, ODS, CSV or copied cells) and guesses the field of each column. The charset of a text is detected, unless it is given.',
    files: { field: 'file', max: 1 },
    body: z.object({ charset: z.enum(charsets).optional() }),
    answer: readFile,
    status: 201,
    refuses: ['upload.no_file', 'upload.too_large', 'import.unreadable'],
  },
  list: {
    method: 'GET',
    path: '/api/containers/imports',
    summary: 'The imports that the caller can undo, newest first: the own ones, and for an administrator all.',
    answer: z.array(
      z.object({
        id,
        name: z.string(),
        done_at: instant,
        user_name: z.string(),
        /** Whether `leftOut` has rows. */
        has_left_out: z.boolean(),
      }),
    ),
  },
  unfinished: {
    method: 'GET',
    path: '/api/containers/imports/unfinished',
    summary: 'The newest file that the caller has read and not imported, with the choices that were saved.',
    answer: z.object({
      unfinished: z.object({ file: readFile, read_at: instant, draft: keptDraft.nullable() }).nullable(),
    }),
  },
  saveDraft: {
    method: 'PUT',
    path: '/api/containers/imports/:id/draft',
    summary: 'Keeps the choices of the caller for a file until it is imported or expires.',
    params,
    maxBodyBytes: maxChoicesBytes,
    body: draft,
    refuses: ['import.not_found'],
  },
  discard: {
    method: 'DELETE',
    path: '/api/containers/imports/:id',
    summary: 'Deletes a file that was read and not imported, with its choices.',
    params,
  },
  leftOut: {
    method: 'GET',
    path: '/api/containers/imports/:id/left-out',
    summary: 'The rows that an import did not take, with the reasons. For further rows, send `next` as `after`.',
    params,
    query: z.object({ after: z.coerce.number().int().min(0).max(maxTableRows).default(0) }),
    answer: z.object({
      rows: z.array(z.object({ row: count, label: z.string(), reasons: z.array(z.string()) })),
      next: count.nullable(),
    }),
    refuses: ['import.not_found'],
  },
  leftOutXlsx: {
    method: 'GET',
    path: '/api/containers/imports/:id/left-out.xlsx',
    summary:
      'The rows that the saved choices do not import, or that the import did not take, with the reasons beside them.',
    params,
    sends: 'xlsx',
    refuses: ['import.not_found', 'import.no_such_sheet'],
  },
  template: {
    method: 'GET',
    path: '/api/containers/imports/template.csv',
    summary: 'An empty spreadsheet with a heading for each field.',
    sends: 'csv',
  },
  headings: {
    method: 'POST',
    path: '/api/containers/imports/:id/headings',
    summary:
      'Takes another row of a sheet as the headings, from 1 to 50, or 0 for none, and describes the columns again.',
    params,
    body: z.object({ sheet: count.min(0).max(maxTableSheets), heading_row: count.min(0).max(maxHeadingRow) }),
    answer: described,
    refuses: ['import.not_found', 'import.no_such_sheet', 'import.done'],
  },
  check: {
    method: 'POST',
    path: '/api/containers/imports/:id/check',
    summary: 'Compares the rows with the containers. Changes nothing. For further rows, send `next` as `after`.',
    params,
    maxBodyBytes: maxChoicesBytes,
    body: choices.extend({
      /** `warned`: rows with a value that is probably wrong. `delayed`: rows that make a container overdue at once. */
      show: z.enum([...rowStates, 'warned', 'delayed']).optional(),
      after: count.min(0).max(maxTableRows).default(0),
      limit: count.min(1).max(500).default(100),
    }),
    answer: z.object({
      counts,
      /** Rows that move a date of a container. */
      moved: count,
      warned: count,
      /** Rows that make a container overdue at once, and the numbers of the first thousand. */
      delayed: count,
      delayed_rows: z.array(count),
      /** Names what the check shows of all rows. A run with it imports nothing else. */
      preview: z.string(),
      rows: z.array(checkedRow),
      next: count.nullable(),
      /** Equal complaints of all rows: problems first, then by their number of rows. At most 200. */
      complaints: z.array(complaintGroup),
    }),
    refuses: ['import.not_found', 'import.no_such_sheet', 'import.done'],
  },
  run: {
    method: 'POST',
    path: '/api/containers/imports/:id/run',
    summary:
      'Imports the new and changed rows in one transaction, and remembers the fields of the columns. With `preview`, refuses with 409 rows that differ from those of this check.',
    params,
    maxBodyBytes: maxChoicesBytes,
    body: choices.extend({ reason, preview: z.string().max(64).optional() }),
    answer: z.object({
      created: count,
      updated: count,
      /** The rows that were not imported. `unchanged` of them equal their containers. */
      left_out: count,
      unchanged: count,
    }),
    refuses: ['import.not_found', 'import.no_such_sheet', 'import.done', 'import.nothing', 'container.changed'],
  },
  undo: {
    method: 'POST',
    path: '/api/containers/imports/:id/undo',
    summary:
      'Undoes an import within a day: an own one, or as an administrator any. Containers that were changed since stay as they are.',
    params,
    answer: z.object({ restored: count, removed: count, kept: count }),
    refuses: ['import.not_found'],
  },
} as const satisfies Contract;
