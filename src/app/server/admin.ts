import process from 'node:process';
import { isAdvice, runCommand } from './admin/run-command.ts';
import { openTerminal } from './admin/terminal.ts';

// Only the owner may read the files that this program creates, even in a folder that others may read.
process.umask(0o077);

/** Returns a signal that SIGTERM and SIGINT abort. Without this call, they end the process at once. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
  return stopping.signal;
}

try {
  const given = { environment: process.env, terminal: openTerminal(), stopSignal };
  process.exitCode = await runCommand(process.argv.slice(2), given);
} catch (error) {
  if (!isAdvice(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
