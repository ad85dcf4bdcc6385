import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Config } from '#server/config.ts';
import { CannotStart, readConfig } from '#server/config.ts';
import { asCannotStart, existingDatabase } from '#server/database/open.ts';
import { Refusal } from '#server/refusal.ts';
import { isSystemError } from '#server/system-errors.ts';
import { withAdminContext } from './admin/admin-context.ts';
import { texts } from './admin/admin.texts.ts';
import { backup } from './admin/backup.ts';
import { move } from './admin/move.ts';
import { createAdmin, resetPassword, resetTwoFactor } from './admin/people.ts';
import { restore } from './admin/restore.ts';
import { openTerminal } from './admin/terminal.ts';
import type { Terminal } from './admin/terminal.ts';
import { verify } from './admin/verify.ts';

// Only the owner may read the files that this program creates, even in a folder that others may read.
process.umask(0o077);

// The commands for an administrator at the terminal. All but `restore` and `move` work while the server runs.

type Arguments = { operands: string[]; json: boolean; toDatabase: string | undefined; toStorage: string | undefined };

type Command = {
  usage: string;
  description: string;
  /** The number of positional arguments. */
  operandCount: number;
  allowsJson?: true;
  /** Accepts --to-database and --to-storage. */
  allowsTargets?: true;
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
    operandCount: 1,
    run: withDatabase(createAdmin),
  },
  'reset-password': {
    usage: 'reset-password EMAIL',
    description: "sets a new password, prints it, and ends the user's sessions",
    operandCount: 1,
    run: withDatabase(resetPassword),
  },
  'reset-two-factor': {
    usage: 'reset-two-factor EMAIL',
    description: 'turns two-factor sign-in off for a user who has lost their phone',
    operandCount: 1,
    run: withDatabase(resetTwoFactor),
  },
  verify: {
    usage: 'verify [--json]',
    description: 'reads every stored file and the audit log, and lists damaged, missing and changed ones',
    operandCount: 0,
    allowsJson: true,
    run: (config, { json }, terminal) => withAdminContext(config, (context) => verify(context, { json }, terminal)),
  },
  backup: {
    usage: 'backup FILE',
    description: 'writes all records and stored files into one new file',
    operandCount: 1,
    run: (config, { operands: [file = ''] }, terminal) =>
      withAdminContext(config, (context) => backup(context, { file, signal: stopSignal() }, terminal)),
  },
  restore: {
    usage: 'restore FILE',
    description: 'restores a backup into an empty DATA_DIR and an empty database',
    operandCount: 1,
    run: (config, { operands: [file = ''] }, terminal) => restore(config, { file }, terminal),
  },
  move: {
    usage: 'move [--to-database postgres://…] [--to-storage s3://…]',
    description: 'copies everything to another database or store, while the server is stopped',
    operandCount: 0,
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

function readArguments(): { command: Command; given: Arguments } {
  try {
    const { positionals, values } = parseArgs({
      options: { json: { type: 'boolean' }, 'to-database': { type: 'string' }, 'to-storage': { type: 'string' } },
      allowPositionals: true,
    });
    const [name = '', ...operands] = positionals;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    const { json = false, 'to-database': toDatabase, 'to-storage': toStorage } = values;
    const isMove = toDatabase !== undefined || toStorage !== undefined;
    if (
      command &&
      operands.length === command.operandCount &&
      (command.allowsJson || !json) &&
      (command.allowsTargets || !isMove)
    ) {
      return { command, given: { operands, json, toDatabase, toStorage } };
    }
  } catch {
    // An unknown option: the usage is shown.
  }
  throw new CannotStart(texts.usage(Object.values(commands)));
}

async function run(): Promise<number> {
  const { command, given } = readArguments();
  const config = readConfig(process.env);
  try {
    return await command.run(config, given, openTerminal());
  } catch (error) {
    throw asCannotStart(config, error);
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
