import process from 'node:process';
import { CannotStart, readConfig } from '#server/config.ts';
import { existingDatabase } from '#server/database/open.ts';
import { createAdmin, resetPassword } from './admin/people.ts';

// For when everybody is locked out: works beside a running server, on the same records.

const usage = `Usage:
  npm run admin -- create-admin EMAIL      makes an administrator and prints the password
  npm run admin -- reset-password EMAIL    sets a new password, prints it, and ends that person's sessions`;

const commands = { 'create-admin': createAdmin, 'reset-password': resetPassword };

try {
  const [name = '', email, ...rest] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name) ? commands[name as keyof typeof commands] : undefined;
  if (!command || !email || rest.length > 0) throw new CannotStart(usage);
  const db = await existingDatabase(readConfig(process.env), new Date());
  try {
    process.stdout.write(`${await command(db, email, new Date())}\n`);
  } finally {
    await db.destroy();
  }
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
