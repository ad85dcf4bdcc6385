import { parseArgs } from 'node:util';
import { CannotStart } from '#server/config.ts';
import type { DemoSize } from './demo.queries.ts';

const most: DemoSize = { files: 2_000_000, users: 100_000, containers: 100_000 };

const usage = 'Use it like this: npm run demo -- --files 100000 --users 1000 --containers 1000';

/** What was typed behind `npm run demo --`. Throws CannotStart when it is not understood. */
export function readArguments(args: string[]): Partial<DemoSize> {
  const wanted: Partial<DemoSize> = {};
  for (const [name, text] of Object.entries(parse(args)) as [keyof DemoSize, string][]) {
    const count = /^\d+$/.test(text) ? Number(text) : 0;
    if (count < 1 || count > most[name])
      throw new CannotStart(
        `--${name}: must be a whole number from 1 to ${most[name].toLocaleString('en-US')}. ${usage}`,
      );
    wanted[name] = count;
  }
  return wanted;
}

function parse(args: string[]): Record<string, string | undefined> {
  const count = { type: 'string' } as const;
  try {
    return parseArgs({ args, options: { files: count, users: count, containers: count } }).values;
  } catch (error) {
    throw new CannotStart(`${(error as Error).message.split('. ')[0]}. ${usage}`, { cause: error });
  }
}
