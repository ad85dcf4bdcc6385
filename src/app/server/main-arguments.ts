import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const usage = 'Usage: node src/app/server/main.ts [--help]';

/** The server takes its settings from the environment. Ends the process after `--help` and after any other argument. */
export function answerArguments([first]: string[]): void {
  if (first === undefined) return;
  if (first === '--help' || first === '-h') {
    const settings = readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8');
    process.stdout.write(`${usage}\n\nStarts the server. Ctrl-C stops it.\n\n${settings}`);
    process.exit(0);
  }
  process.stderr.write(`${first} is not an option of the server. ${usage}\n`);
  process.exit(2);
}
