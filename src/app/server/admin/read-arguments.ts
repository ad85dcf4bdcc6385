import { parseArgs } from 'node:util';
import { CannotStart } from '#server/config.ts';
import { texts } from './admin.texts.ts';
import { commands, listUsages, options, usageOf } from './commands.ts';
import type { Arguments, Command } from './commands.ts';

/** Returns the words that may follow `first`, such as 'list' in 'users list'. */
function secondWords(first: string): string[] {
  const names = Object.keys(commands).filter((name) => name.startsWith(`${first} `));
  return names.map((name) => name.slice(first.length + 1));
}

/** Returns undefined if the help is asked for. Throws CannotStart with a sentence that names the mistake. */
export function readArguments(args: string[]): { command: Command; given: Arguments } | undefined {
  // Unknown options are reported below, with the usage of the command.
  const { positionals, values } = parseArgs({
    args,
    options: { ...options, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
    strict: false,
  });
  const [first, ...others] = positionals;
  const words = first === undefined ? [] : secondWords(first);
  const isPair = words.length > 0 && others.length > 0;
  const [name, operands] = isPair ? [`${first} ${others[0]}`, others.slice(1)] : [first, others];
  if (values.help || name === 'help') return undefined;
  const allUsages = texts.usage(listUsages());
  if (name === undefined) throw new CannotStart(`${texts.noCommand}\n${allUsages}`);
  if (words.length > 0 && !isPair) throw new CannotStart(`${texts.missingWord(name, words)}\n${allUsages}`);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new CannotStart(`${texts.unknownCommand(name)}\n${allUsages}`);
  const usage = usageOf(name, command);
  const accepted: readonly string[] = command.options ?? [];
  const unknown = Object.keys(values).find((option) => !accepted.includes(option));
  if (unknown !== undefined) throw new CannotStart(texts.unknownOption(usage, `--${unknown}`));
  const expected = command.operands ?? [];
  const [missing] = expected.slice(operands.length);
  if (missing !== undefined && !command.operandsAreOptional)
    throw new CannotStart(texts.missingOperand(usage, missing));
  const [extra] = operands.slice(expected.length);
  if (extra !== undefined) throw new CannotStart(texts.tooManyOperands(usage, extra));
  for (const option of command.options ?? [])
    if (options[option].type === 'string' && typeof values[option] === 'boolean')
      throw new CannotStart(texts.missingOperand(usage, `The value of --${option}`));
  return { command, given: { operands, values: values as Arguments['values'] } };
}
