import { parseArgs } from 'node:util';
import { CannotStart } from '#server/config.ts';

const mostFiles = 2_000_000;

const usage = 'Use it like this: npm run demo -- --files 100000';

/** What was typed behind `npm run demo --`. Throws CannotStart when it is not understood. */
export function readArguments(args: string[]): { files: number | undefined } {
  const { files } = parse(args);
  if (files === undefined) return { files: undefined };
  const count = /^\d+$/.test(files) ? Number(files) : 0;
  if (count < 1 || count > mostFiles) {
    throw new CannotStart(`--files: must be a whole number from 1 to ${mostFiles.toLocaleString('en-US')}. ${usage}`);
  }
  return { files: count };
}

function parse(args: string[]): { files?: string | undefined } {
  try {
    return parseArgs({ args, options: { files: { type: 'string' } } }).values;
  } catch (error) {
    throw new CannotStart(`${(error as Error).message.split('. ')[0]}. ${usage}`, { cause: error });
  }
}
