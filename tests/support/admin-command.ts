import { isAdvice, runCommand } from '#app/server/admin/run-command.ts';
import type { Ended } from './admin-program.ts';

/**
 * Runs a command of `npm run admin` in this process. Returns what `runAdmin` returns. A start of the program takes half a
 * second of processor time, so only tests that are about the process or its user start it.
 */
export async function runAdminHere(args: string[], environment: NodeJS.ProcessEnv): Promise<Ended> {
  let stdout = '';
  const terminal = { say: (text: string) => void (stdout += `${text}\n`), showProgress: () => new DisposableStack() };
  const stopSignal = () => new AbortController().signal;
  try {
    return { code: await runCommand(args, { environment, terminal, stopSignal }), stdout, stderr: '' };
  } catch (error) {
    if (!isAdvice(error)) throw error;
    return { code: 1, stdout, stderr: `${error.message}\n` };
  }
}
