import { parseArgs } from 'node:util';
import { CannotStart } from '#server/config.ts';
import { texts } from './admin.texts.ts';
import { commands } from './commands.ts';
import type { Arguments, Command } from './commands.ts';

const options = {
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  keep: { type: 'string' },
  'take-over': { type: 'boolean' },
  'to-database': { type: 'string' },
  'to-storage': { type: 'string' },
  team: { type: 'string' },
  type: { type: 'string' },
  rules: { type: 'string' },
  into: { type: 'string' },
  as: { type: 'string' },
  update: { type: 'boolean' },
} as const;

const targetOptions = ['to-database', 'to-storage'] as const;
const importOptions = ['team', 'type', 'rules', 'into', 'as'] as const;

/** Returns the words that may follow `first`, such as 'list' in 'users list'. */
function secondWords(first: string): string[] {
  const names = Object.keys(commands).filter((name) => name.startsWith(`${first} `));
  return names.map((name) => name.slice(first.length + 1));
}

/** Returns undefined if the help is asked for. Throws CannotStart with a sentence that names the mistake. */
export function readArguments(args: string[]): { command: Command; given: Arguments } | undefined {
  // Unknown options are reported below, with the usage of the command.
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true, strict: false });
  const [first, ...others] = positionals;
  const words = first === undefined ? [] : secondWords(first);
  const isPair = words.length > 0 && others.length > 0;
  const [name, operands] = isPair ? [`${first} ${others[0]}`, others.slice(1)] : [first, others];
  if (values.help || name === 'help') return undefined;
  const usage = texts.usage(Object.values(commands));
  if (name === undefined) throw new CannotStart(`${texts.noCommand}\n${usage}`);
  if (words.length > 0 && !isPair) throw new CannotStart(`${texts.missingWord(name, words)}\n${usage}`);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new CannotStart(`${texts.unknownCommand(name)}\n${usage}`);
  const accepted = [
    ...(command.allowsJson ? ['json'] : []),
    ...(command.allowsKeep ? ['keep'] : []),
    ...(command.allowsTakeOver ? ['take-over'] : []),
    ...(command.allowsTargets ? targetOptions : []),
    ...(command.allowsImport ? [...importOptions, 'update'] : []),
  ];
  const unknown = Object.keys(values).find((option) => !accepted.includes(option));
  if (unknown !== undefined) throw new CannotStart(texts.unknownOption(command.usage, `--${unknown}`));
  const [missing] = command.operands.slice(operands.length);
  if (missing !== undefined && !command.operandsAreOptional)
    throw new CannotStart(texts.missingOperand(command.usage, missing));
  const [extra] = operands.slice(command.operands.length);
  if (extra !== undefined) throw new CannotStart(texts.tooManyOperands(command.usage, extra));
  const [toDatabase, toStorage] = targetOptions.map((option) => textOf(command.usage, option, values[option]));
  const [team, type, rules, into, as] = importOptions.map((option) => textOf(command.usage, option, values[option]));
  const keep = numberOf(textOf(command.usage, 'keep', values.keep));
  return {
    command,
    given: {
      operands,
      json: values.json === true,
      toDatabase,
      toStorage,
      keep,
      takeOver: values['take-over'] === true,
      imported: { team, type, rules, into, as, update: values.update === true },
    },
  };
}

/** Throws CannotStart for an option whose value is missing. */
function textOf(usage: string, option: string, value: string | boolean | undefined): string | undefined {
  if (typeof value === 'boolean') throw new CannotStart(texts.missingOperand(usage, `The value of --${option}`));
  return value;
}

/** Throws CannotStart for a number of backups that is not from 1 to 10,000. */
function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$|^10000$/.test(text)) throw new CannotStart(texts.notANumber('--keep'));
  return Number(text);
}
