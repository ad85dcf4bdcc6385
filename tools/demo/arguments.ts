import { parseArgs } from 'node:util';
import { CannotStart } from '#server/config.ts';
import type { DemoSize } from './demo.queries.ts';

const maxSize: DemoSize = { files: 2_000_000, users: 100_000, containers: 100_000 };

const usage = 'Example: npm run demo -- --files 100000 --users 1000 --containers 1000';

/** Parses the arguments after `npm run demo --`. Throws CannotStart if they are invalid. */
export function readArguments(args: string[]): Partial<DemoSize> {
  const requested: Partial<DemoSize> = {};
  for (const [name, text] of Object.entries(parse(args)) as [keyof DemoSize, string][]) {
    const count = /^\d+$/.test(text) ? Number(text) : 0;
    if (count < 1 || count > maxSize[name])
      throw new CannotStart(
        `--${name}: must be a whole number from 1 to ${maxSize[name].toLocaleString('en-US')}. ${usage}`,
      );
    requested[name] = count;
  }
  return requested;
}

function parse(args: string[]): Record<string, string | undefined> {
  const count = { type: 'string' } as const;
  try {
    return parseArgs({ args, options: { files: count, users: count, containers: count } }).values;
  } catch (error) {
    throw new CannotStart(`${(error as Error).message.split('. ')[0]}. ${usage}`, { cause: error });
  }
}
