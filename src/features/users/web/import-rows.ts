import type { ReadUsers, UserRow } from '#features/users/users-import.contract.ts';
import type { UserField } from '#features/users/users-import.rules.ts';

type Sheet = ReadUsers['sheets'][number];

/** Returns the rows of a sheet by the fields of its columns. First and last names are joined. */
export function rowsOf(sheet: Sheet, fields: readonly (UserField | null)[]): UserRow[] {
  return sheet.rows.map(({ row, cells }) => {
    const cellOf = (field: UserField) => cells[fields.indexOf(field)] || undefined;
    const joined = [cellOf('first_name'), cellOf('last_name')].filter(Boolean).join(' ').slice(0, 255);
    return {
      row,
      name: cellOf('name') ?? (joined || undefined),
      email: cellOf('email'),
      role: cellOf('role'),
      team: cellOf('team'),
      views: cellOf('views'),
    };
  });
}

/** Returns a cell of a CSV file. A text that a spreadsheet would take for a formula begins with an apostrophe. */
const csvCell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;

/** Saves a text as a file of the browser's downloads. */
export function saveText(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
