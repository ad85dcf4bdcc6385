import { roles } from '#shared/access.ts';
import { normalForm } from '#shared/fold.ts';

export type ImportKind = 'containers' | 'users';

/** `there`: another record has the number or the address, and the row is left out. */
export const rowStates = ['new', 'changed', 'same', 'there', 'duplicate', 'wrong'] as const;
export type RowState = (typeof rowStates)[number];

/** An import can be undone for a day. */
export const importUndoMs = 24 * 60 * 60 * 1000;

/** The values before an import are kept for this time, until the next import deletes them. */
export const importKeptMs = 2 * importUndoMs;

/** Returns the user whose imports a caller may undo: an administrator undoes those of all users. */
export const undoneBy = ({ id, role_id }: { id: number; role_id: number }): number | undefined =>
  role_id === roles.administrator ? undefined : id;

/** Returns the key under which the fields of a file with these headings are stored. */
export const headingsKey = (kind: ImportKind, headings: readonly string[]): string =>
  // The keys of containers are older and have no prefix. A normal form has no small letters.
  (kind === 'users' ? 'users:' : '') + headings.map(normalForm).join('|').slice(0, 600);
