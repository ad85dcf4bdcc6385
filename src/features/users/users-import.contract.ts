import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id } from '#shared/fields.ts';
import { maxCellLetters, maxImportedUsers, userFields, userRowStates } from './users-import.rules.ts';

const count = z.number().int();

const counts = z.object({ new: count, changed: count, same: count, there: count, duplicate: count, wrong: count });

const readUsers = z.object({
  name: z.string(),
  sheets: z.array(
    z.object({
      name: z.string(),
      /** There are more rows than an import may have. */
      is_cut: z.boolean(),
      columns: z.array(z.object({ heading: z.string(), field: z.enum(userFields).nullable() })),
      /** The rows below the headings, with their numbers in the spreadsheet, from 1. */
      rows: z.array(z.object({ row: count, cells: z.array(z.string()) })),
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

const input = z.object({
  rows: z.array(userRow).min(1).max(maxImportedUsers),
  /** The team of new users in rows without one. */
  team_id: id.optional(),
  /** For a row whose e-mail address a user has. */
  existing: z.enum(['skip', 'update']).default('skip'),
});
export type UsersImport = z.output<typeof input>;

const checkedUser = z.object({
  row: count,
  state: z.enum(userRowStates),
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
    summary: 'Reads a list of users (XLSX, CSV or copied cells) and guesses the field of each column. Stores nothing.',
    files: { field: 'file', max: 1 },
    answer: readUsers,
    refuses: ['upload.no_file', 'upload.too_large', 'import.unreadable'],
  },
  check: {
    method: 'POST',
    path: '/api/users/imports/check',
    summary: 'Compares rows with the users. Changes nothing.',
    body: input,
    answer: z.object({ counts, rows: z.array(checkedUser) }),
    refuses: ['team.unknown'],
  },
  run: {
    method: 'POST',
    path: '/api/users/imports/run',
    summary:
      'Creates and changes users in one transaction. Mails an invitation to each new user or, without a mail server, answers with a link for each that sets the password once, within seven days.',
    body: input,
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
} as const satisfies Contract;
