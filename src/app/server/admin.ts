import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Config } from '#server/config.ts';
import { CannotStart, readConfig } from '#server/config.ts';
import { giveToFolderOwner } from '#server/database/folder-owner.ts';
import { asCannotStart, existingDatabase } from '#server/database/open.ts';
import { productVersion } from '#server/product-version.ts';
import { Refusal } from '#server/refusal.ts';
import { isSystemError } from '#server/system-errors.ts';
import { listAccounts, reactivateAccount, suspendAccount } from './admin/accounts.ts';
import { withAdminContext } from './admin/admin-context.ts';
import { texts } from './admin/admin.texts.ts';
import { backup } from './admin/backup.ts';
import { doctor } from './admin/doctor.ts';
import { backupFile, keepNewest } from './admin/keep-backups.ts';
import { move } from './admin/move.ts';
import { createAdmin, resetPassword, resetTwoFactor } from './admin/people.ts';
import { restore } from './admin/restore.ts';
import { openTerminal } from './admin/terminal.ts';
import type { Terminal } from './admin/terminal.ts';
import { verify } from './admin/verify.ts';
import { backUpNow, isRepository, listRestorePoints, restorePoint, verifyRestorePoints } from './backups/commands.ts';
import { importFolder } from './import/import-folder.ts';
import type { ImportOptions } from './import/import-folder.ts';

// Only the owner may read the files that this program creates, even in a folder that others may read.
process.umask(0o077);

// The commands for an administrator at the terminal. All but `restore` and `move` work while the server runs.

type Arguments = {
  operands: string[];
  json: boolean;
  toDatabase: string | undefined;
  toStorage: string | undefined;
  keep: number | undefined;
  takeOver: boolean;
  imported: ImportOptions;
};

type Command = {
  usage: string;
  description: string;
  /** The names of the positional arguments, as the usage shows them. */
  operands: readonly string[];
  /** All positional arguments may be omitted. */
  operandsAreOptional?: true;
  allowsTakeOver?: true;
  allowsJson?: true;
  /** Accepts --to-database and --to-storage. */
  allowsTargets?: true;
  allowsKeep?: true;
  /** Accepts the options of the import of a folder. */
  allowsImport?: true;
  /** Returns the exit code. */
  run: (config: Config, given: Arguments, terminal: Terminal) => Promise<number>;
};

const withDatabase =
  (work: typeof createAdmin): Command['run'] =>
  async (config, { operands: [email = ''] }, terminal) => {
    const now = new Date();
    const db = await existingDatabase(config, now);
    try {
      terminal.say(await work(db, email, now));
      return 0;
    } finally {
      await db.destroy();
    }
  };

const commands: Record<string, Command> = {
  'create-admin': {
    usage: 'create-admin EMAIL',
    description: 'creates an administrator and prints the password',
    operands: ['EMAIL'],
    run: withDatabase(createAdmin),
  },
  'reset-password': {
    usage: 'reset-password EMAIL',
    description: "sets a new password, prints it, and ends the user's sessions",
    operands: ['EMAIL'],
    run: withDatabase(resetPassword),
  },
  'reset-two-factor': {
    usage: 'reset-two-factor EMAIL',
    description: 'turns two-factor sign-in off for a user who has lost their phone',
    operands: ['EMAIL'],
    run: withDatabase(resetTwoFactor),
  },
  'users list': {
    usage: 'users list',
    description: 'prints the e-mail address, name, role, team and state of each user',
    operands: [],
    run: async (config, _given, terminal) => {
      const db = await existingDatabase(config, new Date());
      try {
        await listAccounts(db, terminal.say);
        return 0;
      } finally {
        await db.destroy();
      }
    },
  },
  'users suspend': {
    usage: 'users suspend EMAIL',
    description: 'signs a user out everywhere and keeps them from signing in',
    operands: ['EMAIL'],
    run: withDatabase(suspendAccount),
  },
  'users reactivate': {
    usage: 'users reactivate EMAIL',
    description: 'lets a suspended user sign in again',
    operands: ['EMAIL'],
    run: withDatabase(reactivateAccount),
  },
  'users reset': {
    usage: 'users reset EMAIL',
    description: 'the same as reset-password',
    operands: ['EMAIL'],
    run: withDatabase(resetPassword),
  },
  verify: {
    usage: 'verify [--json]',
    description: 'reads every stored file and the audit log, and lists damaged, missing and changed ones',
    operands: [],
    allowsJson: true,
    run: (config, { json }, terminal) => withAdminContext(config, (context) => verify(context, { json }, terminal)),
  },
  backup: {
    usage: 'backup [FILE] [--keep N] [--take-over]',
    description:
      'makes a restore point in BACKUP_TARGET; with FILE, writes everything into one new file, and in a folder keeps the newest N',
    operands: ['FILE'],
    operandsAreOptional: true,
    allowsKeep: true,
    allowsTakeOver: true,
    run: (config, { operands: [target], keep, takeOver }, terminal) =>
      withAdminContext(config, async (context) => {
        if (target === undefined) return backUpNow(context, { takeOver, signal: stopSignal() }, terminal);
        const file = backupFile(target, keep, context.clock());
        const code = await backup(context, { file, signal: stopSignal() }, terminal);
        if (keep !== undefined && code === 0) await keepNewest(file, keep, terminal);
        return code;
      }),
  },
  restore: {
    usage: 'restore FILE|TARGET[@POINT]',
    description:
      'restores a file, or the newest or the named restore point of a target, into an empty DATA_DIR and an empty database',
    operands: ['FILE'],
    run: (config, { operands: [file = ''] }, terminal) =>
      isRepository(file) ? restorePoint(config, file, terminal) : restore(config, { file }, terminal),
  },
  'backups list': {
    usage: 'backups list',
    description: 'prints the restore points in BACKUP_TARGET',
    operands: [],
    run: (config, _given, terminal) => listRestorePoints(config, terminal),
  },
  'backups verify': {
    usage: 'backups verify',
    description: 'reads everything in BACKUP_TARGET, and lists what is damaged or missing',
    operands: [],
    run: (config, _given, terminal) => verifyRestorePoints(config, stopSignal(), terminal),
  },
  import: {
    usage: 'import DIR --team NAME --type NAME [--rules FILE] [--into FOLDER] [--as EMAIL] [--update]',
    description: 'stores all files below a folder, skips what is stored already, and lists what it leaves out',
    operands: ['DIR'],
    allowsImport: true,
    run: (config, { operands: [folder = ''], imported }, terminal) =>
      withAdminContext(config, (context) =>
        importFolder(context, { ...imported, folder, signal: stopSignal() }, terminal),
      ),
  },
  doctor: {
    usage: 'doctor',
    description: 'checks the settings, folder, disk, port, database, clock, store, mail and address',
    operands: [],
    run: (config, _given, terminal) => doctor(config, terminal),
  },
  version: {
    usage: 'version',
    description: 'prints the version of this program',
    operands: [],
    run: async (_config, _given, terminal) => {
      terminal.say(productVersion());
      return 0;
    },
  },
  move: {
    usage: 'move [--to-database postgres://…] [--to-storage s3://…]',
    description: 'copies everything to another database or store, while the server is stopped',
    operands: [],
    allowsTargets: true,
    run: (config, { toDatabase, toStorage }, terminal) => {
      const to = readConfig({ ...process.env, ...moveTargets(process.env, { toDatabase, toStorage }) });
      return move(config, { to, signal: stopSignal() }, terminal);
    },
  },
};

/**
 * Returns the settings that name the targets of a move. All users of the machine can read the arguments of a process, so
 * an address with a password has to come from the environment.
 */
function moveTargets(
  environment: NodeJS.ProcessEnv,
  { toDatabase, toStorage }: Pick<Arguments, 'toDatabase' | 'toStorage'>,
): NodeJS.ProcessEnv {
  const { TO_DATABASE_URL: url, TO_DATABASE_URL_FILE: file } = environment;
  if (URL.canParse(toDatabase ?? '') && new URL(toDatabase as string).password)
    throw new CannotStart(texts.passwordShown);
  const database = toDatabase ?? url;
  return {
    ...(database || file ? { DATABASE_URL: database, DATABASE_URL_FILE: database ? undefined : file } : {}),
    ...(toStorage ? { STORAGE_URL: toStorage } : {}),
  };
}

/** Returns a signal that SIGTERM and SIGINT abort, so that a command can clean up. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
  return stopping.signal;
}

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

/** Returns the words that may follow `first`, such as 'list' in 'users list'. */
function secondWords(first: string): string[] {
  const names = Object.keys(commands).filter((name) => name.startsWith(`${first} `));
  return names.map((name) => name.slice(first.length + 1));
}

/** Returns undefined if the help is asked for. Throws CannotStart with a sentence that names the mistake. */
function readArguments(): { command: Command; given: Arguments } | undefined {
  // Unknown options are reported below, with the usage of the command.
  const { positionals, values } = parseArgs({ options, allowPositionals: true, strict: false });
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

const targetOptions = ['to-database', 'to-storage'] as const;
const importOptions = ['team', 'type', 'rules', 'into', 'as'] as const;

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

async function run(): Promise<number> {
  const read = readArguments();
  if (!read) {
    process.stdout.write(`${texts.usage(Object.values(commands))}\n`);
    return 0;
  }
  const config = readConfig(process.env);
  try {
    return await read.command.run(config, read.given, openTerminal());
  } catch (error) {
    throw asCannotStart(config, error);
  } finally {
    giveToFolderOwner(config.dataDir);
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  // The blob store throws a Refusal while it is unavailable.
  if (!(error instanceof CannotStart || error instanceof Refusal || isSystemError(error))) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
