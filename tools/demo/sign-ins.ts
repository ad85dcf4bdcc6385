import { roleNames } from '#shared/access.ts';
import { demoPassword, introduced } from './company.ts';

/** Returns the sign-ins as a table for the terminal. */
export function signInTable(): string {
  const rows = [
    ['E-mail', 'Password', 'Role', 'Team'],
    ...introduced.map(({ email, role, team }) => [email, demoPassword, roleNames[role], team]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map(
    (row) =>
      `    ${row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}`,
  );
  return `  Sign in as one of these:\n\n${lines.join('\n')}\n\n`;
}
