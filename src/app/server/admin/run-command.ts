import { CannotStart, readConfig } from '#server/config.ts';
import { giveToFolderOwner } from '#server/database/folder-owner.ts';
import { asCannotStart } from '#server/database/open.ts';
import { Refusal } from '#server/refusal.ts';
import { isSystemError } from '#server/system-errors.ts';
import { texts } from './admin.texts.ts';
import { listUsages } from './commands.ts';
import type { CommandProcess } from './commands.ts';
import { readArguments } from './read-arguments.ts';

/** Runs a command of `npm run admin`. Returns its exit code. Throws an error with advice if it cannot run: see `isAdvice`. */
export async function runCommand(args: string[], process: CommandProcess): Promise<number> {
  const read = readArguments(args);
  if (!read) {
    process.terminal.say(texts.usage(listUsages()));
    return 0;
  }
  const config = readConfig(process.environment);
  try {
    return await read.command.run(config, read.given, process);
  } catch (error) {
    throw asCannotStart(config, error);
  } finally {
    giveToFolderOwner(config.dataDir);
  }
}

/** Returns whether the message of an error is for the administrator. The blob store throws a Refusal while it is unavailable. */
export const isAdvice = (error: unknown): error is Error =>
  error instanceof CannotStart || error instanceof Refusal || isSystemError(error);
