import process from 'node:process';
import { isAdvice, runCommand } from './admin/run-command.ts';
import { openTerminal } from './admin/terminal.ts';

// Only the owner may read the files that this program creates, even in a folder that others may read.
process.umask(0o077);

try {
  process.exitCode = await runCommand(process.argv.slice(2), process.env, openTerminal());
} catch (error) {
  if (!isAdvice(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
