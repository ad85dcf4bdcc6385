import type { Config } from '#server/config.ts';
import { CannotStart, readConfig } from '#server/config.ts';
import { existingDatabase } from '#server/database/open.ts';
import { productVersion } from '#server/product-version.ts';
import {
  backUpNow,
  isRepository,
  listRestorePoints,
  restoreFile,
  restorePoint,
  verifyRestorePoints,
} from '../backups/commands.ts';
import { importFolder } from '../import/import-folder.ts';
import { listAccounts, reactivateAccount, suspendAccount } from './accounts.ts';
import { withAdminContext } from './admin-context.ts';
import { texts } from './admin.texts.ts';
import { backupFile, numberToKeep } from './backup-files.ts';
import { backup } from './backup.ts';
import { doctor } from './doctor.ts';
import { keepNewest } from './keep-backups.ts';
import { move } from './move.ts';
import { createAdmin, resetPassword, resetTwoFactor } from './people.ts';
import { scanAgain } from './scan-again.ts';
import type { Terminal } from './terminal.ts';
import { verify } from './verify.ts';

/** The options of all commands, as `parseArgs` reads them. */
export const options = {
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

export type Option = keyof typeof options;

type Values = { [O in Option]?: (typeof options)[O]['type'] extends 'string' ? string : boolean };

export type Arguments = { operands: string[]; values: Values };

/** What a command uses of the process that runs it. */
export type CommandProcess = {
  environment: NodeJS.ProcessEnv;
  terminal: Terminal;
  /** Returns a signal that is aborted when the process is to stop, so that a command can clean up. */
  stopSignal: () => AbortSignal;
};

export type Command = {
  description: string;
  /** What follows the name in the usage. Without it, the operands do. */
  usage?: string;
  /** The names of the positional arguments. */
  operands?: readonly string[];
  /** All positional arguments may be omitted. */
  operandsAreOptional?: true;
  options?: readonly Option[];
  /** Returns the exit code. */
  run: (config: Config, given: Arguments, process: CommandProcess) => Promise<number>;
};

const withDatabase =
  (work: typeof createAdmin): Command['run'] =>
  async (config, { operands: [email = ''] }, { terminal }) => {
    const now = new Date();
    await using db = await existingDatabase(config, now);
    terminal.say(await work(db, email, now));
    return 0;
  };

/** The commands for an administrator at the terminal. All but `restore` and `move` work while the server runs. */
export const commands: Record<string, Command> = {
  'create-admin': {
    description: 'creates an administrator and prints the password',
    operands: ['EMAIL'],
    run: withDatabase(createAdmin),
  },
  'reset-password': {
    description: "sets a new password, prints it, and ends the user's sessions",
    operands: ['EMAIL'],
    run: withDatabase(resetPassword),
  },
  'reset-two-factor': {
    description: 'turns two-factor sign-in off for a user who has lost their phone',
    operands: ['EMAIL'],
    run: withDatabase(resetTwoFactor),
  },
  'users list': {
    description: 'prints the e-mail address, name, role, team and state of each user',
    run: async (config, _given, { terminal }) => {
      await using db = await existingDatabase(config, new Date());
      await listAccounts(db, terminal.say);
      return 0;
    },
  },
  'users suspend': {
    description: 'signs a user out everywhere and keeps them from signing in',
    operands: ['EMAIL'],
    run: withDatabase(suspendAccount),
  },
  'users reactivate': {
    description: 'lets a suspended user sign in again',
    operands: ['EMAIL'],
    run: withDatabase(reactivateAccount),
  },
  'users reset': {
    description: 'the same as reset-password',
    operands: ['EMAIL'],
    run: withDatabase(resetPassword),
  },
  verify: {
    usage: '[--json]',
    description: 'reads every stored file and the audit log, and lists damaged, missing and changed ones',
    options: ['json'],
    run: (config, { values: { json = false } }, { terminal }) =>
      withAdminContext(config, (context) => verify(context, { json }, terminal)),
  },
  'scan-again': {
    description: 'has clamd scan the stored files again, with its newer signatures',
    run: (config, _given, { terminal }) => withAdminContext(config, (context) => scanAgain(context, terminal)),
  },
  backup: {
    usage: '[FILE] [--keep N] [--take-over]',
    description:
      'makes a restore point in BACKUP_TARGET; with FILE, writes everything into one new file, and in a folder keeps the newest N',
    operands: ['FILE'],
    operandsAreOptional: true,
    options: ['keep', 'take-over'],
    run: (config, { operands: [target], values }, { stopSignal, terminal }) => {
      const keep = numberToKeep(values.keep);
      const takeOver = values['take-over'] ?? false;
      return withAdminContext(config, async (context) => {
        if (target === undefined) return backUpNow(context, { takeOver, signal: stopSignal() }, terminal);
        const file = backupFile(target, keep, context.clock());
        const code = await backup(context, { file, signal: stopSignal() }, terminal);
        if (keep !== undefined && code === 0) await keepNewest(file, keep, terminal);
        return code;
      });
    },
  },
  restore: {
    usage: 'FILE|TARGET[@POINT]',
    description:
      'restores a file, or the newest or the named restore point of a target, into an empty DATA_DIR and an empty database',
    operands: ['FILE'],
    run: (config, { operands: [file = ''] }, { terminal }) =>
      isRepository(file) ? restorePoint(config, file, terminal) : restoreFile(config, file, terminal),
  },
  'backups list': {
    description: 'prints the restore points in BACKUP_TARGET',
    run: (config, _given, { terminal }) => listRestorePoints(config, terminal),
  },
  'backups verify': {
    description: 'reads everything in BACKUP_TARGET, and lists what is damaged or missing',
    run: (config, _given, { stopSignal, terminal }) => verifyRestorePoints(config, stopSignal(), terminal),
  },
  import: {
    usage: 'DIR --team NAME --type NAME [--rules FILE] [--into FOLDER] [--as EMAIL] [--update]',
    description: 'stores all files below a folder, skips what is stored already, and lists what it leaves out',
    operands: ['DIR'],
    options: ['team', 'type', 'rules', 'into', 'as', 'update'],
    run: (config, { operands: [folder = ''], values }, { stopSignal, terminal }) =>
      withAdminContext(config, (context) =>
        importFolder(context, { ...values, folder, signal: stopSignal() }, terminal),
      ),
  },
  doctor: {
    description: 'checks the settings, folder, disk, port, database, clock, store, mail and address',
    run: (config, _given, { terminal }) => doctor(config, terminal),
  },
  version: {
    description: 'prints the version of this program',
    run: async (_config, _given, { terminal }) => {
      terminal.say(productVersion());
      return 0;
    },
  },
  move: {
    usage: '[--to-database postgres://…] [--to-storage s3://…]',
    description: 'copies everything to another database or store, while the server is stopped',
    options: ['to-database', 'to-storage'],
    run: (config, { values }, { environment, stopSignal, terminal }) => {
      const to = readConfig({ ...environment, ...moveTargets(environment, values) });
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
  { 'to-database': toDatabase, 'to-storage': toStorage }: Values,
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

/** Returns what the usage says of a command. */
export const usageOf = (name: string, { usage, operands = [] }: Command): string =>
  [name, ...(usage === undefined ? operands : [usage])].join(' ');

export const listUsages = () =>
  Object.entries(commands).map(([name, command]) => ({
    usage: usageOf(name, command),
    description: command.description,
  }));
