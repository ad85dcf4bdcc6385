import { z } from 'zod';
import { charsets } from '#features/extraction/charset.rules.ts';
import { rowStates } from '#features/imports/imports.rules.ts';
import type { AnswerOf, Contract } from '#shared/endpoint.ts';
import { id, idText, instant } from '#shared/fields.ts';
import { maxCellLetters, maxImportedColumns, maxImportedUsers, userFields } from './users-import.rules.ts';

const count = z.number().int();

const counts = z.object({ new: count, changed: count, same: count, there: count, duplicate: count, wrong: count });

const readUsers = z.object({
  name: z.string(),
  /** The charset of a text, detected or chosen; null for a workbook. Send the file again with another `charset` to change it. */
  charset: z.enum(charsets).nullable(),
  sheets: z.array(
    z.object({
      name: z.string(),
      /** There are more rows than an import may have. */
      is_cut: z.boolean(),
      /** The rows with a value that a filter or a person has hidden in the file. */
      hidden_rows: count,
      columns: z.array(z.object({ heading: z.string(), field: z.enum(userFields).nullable() })),
      /** The rows below the headings, with their numbers in the spreadsheet, from 1. */
      rows: z.array(z.object({ row: count, cells: z.array(z.string()), is_hidden: z.boolean() })),
    }),
  ),
});
export type ReadUsers = z.infer<typeof readUsers>;

const cell = z.string().max(maxCellLetters).optional();
const userRow = z.object({
  row: count.min(1),
  name: cell,
  email: cell,
  role: cell,
  team: cell,
  /** The teams that the user sees besides, by names or ids. */
  views: cell,
});
export type UserRow = z.output<typeof userRow>;

/** A thousand rows with long names, and with the names of several viewed teams in any script. */
const maxBodyBytes = 1024 * 1024;

const input = z.object({
  rows: z.array(userRow).min(1).max(maxImportedUsers),
  /** The team of new users in rows without one. */
  team_id: id.optional(),
  /** For a row whose e-mail address a user has. */
  existing: z.enum(['skip', 'update']).default('skip'),
});
export type UsersImport = z.output<typeof input>;

const source = z.object({
  /** The name of the file in the list of imports. */
  name: z.string().max(255).default(''),
  /** The chosen fields, which are remembered for files with the same headings. */
  columns: z
    .array(z.object({ heading: z.string().max(100), field: z.enum(userFields).nullable() }))
    .max(maxImportedColumns)
    .default([]),
});
export type UsersSource = z.output<typeof source>;

const checkedUser = z.object({
  row: count,
  state: z.enum(rowStates),
  label: z.string(),
  changes: z.array(
    z.object({
      field: z.enum(['name', 'email', 'role', 'team', 'views']),
      from: z.string().nullable(),
      to: z.string().nullable(),
    }),
  ),
  /** The reasons why the row is left out. */
  problems: z.array(z.string()),
});
export type CheckedUser = z.infer<typeof checkedUser>;

export const usersImportContract = {
  read: {
    method: 'POST',
    path: '/api/users/imports/read',
    summary:
      'Reads a list of users (XLSX, XLS, ODS, CSV or copied cells) and finds the field of each column: the one that the caller, else somebody of the team, chose for the same headings before, or a guess. Stores nothing.',
    files: { field: 'file', max: 1 },
    body: z.object({ charset: z.enum(charsets).optional() }),
    answer: readUsers,
    refuses: ['upload.no_file', 'upload.too_large', 'import.unreadable'],
  },
  check: {
    method: 'POST',
    path: '/api/users/imports/check',
    summary: 'Compares rows with the users. Changes nothing.',
    body: input,
    maxBodyBytes,
    answer: z.object({ counts, rows: z.array(checkedUser) }),
    refuses: ['team.unknown'],
  },
  run: {
    method: 'POST',
    path: '/api/users/imports/run',
    summary:
      'Creates and changes users in one transaction. Mails an invitation to each new user or, without a mail server, answers with a link for each that sets the password once, within seven days.',
    body: input.extend(source.shape),
    maxBodyBytes,
    answer: z.object({
      created: count,
      changed: count,
      left_out: count,
      /** Invitations were mailed. Otherwise `links` has the secret of each link, which is not stored. */
      mailed: z.boolean(),
      links: z.array(z.object({ name: z.string(), email: z.string(), token: z.string() })),
    }),
    refuses: ['team.unknown', 'import.nothing', 'user.email_taken'],
  },
  list: {
    method: 'GET',
    path: '/api/users/imports',
    summary: 'The imports of users that the caller can undo, newest first: the own ones, and for an administrator all.',
    answer: z.array(z.object({ id, name: z.string(), done_at: instant, user_name: z.string() })),
  },
  undo: {
    method: 'POST',
    path: '/api/users/imports/:id/undo',
    summary:
      'Undoes an import within a day: an own one, or as an administrator any. Deletes the users that it created and restores those that it changed. Users who have signed in, have files or containers, or were changed since stay as they are.',
    params: z.object({ id: idText }),
    answer: z.object({
      removed: count,
      restored: count,
      kept: z.array(z.object({ user: z.string(), reason: z.string() })),
    }),
    refuses: ['import.not_found'],
  },
} as const satisfies Contract;

export type ImportedUsers = AnswerOf<typeof usersImportContract.run>;
