import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Config } from '#server/config.ts';
import { CannotStart, readConfig } from '#server/config.ts';
import { existingDatabase } from '#server/database/open.ts';
import { Refusal } from '#server/refusal.ts';
import { texts } from './admin/admin.texts.ts';
import { backup } from './admin/backup.ts';
import { withKeeping } from './admin/keeping.ts';
import { move } from './admin/move.ts';
import { createAdmin, resetPassword, resetTwoFactor } from './admin/people.ts';
import { restore } from './admin/restore.ts';
import { openTerminal } from './admin/terminal.ts';
import type { Terminal } from './admin/terminal.ts';
import { verify } from './admin/verify.ts';

// What is done on the machine itself. Everything but `restore` works beside a running server, on the same records.

type Words = { words: string[]; json: boolean; toDatabase: string | undefined; toStorage: string | undefined };

type Command = {
  usage: string;
  says: string;
  /** How many words it takes. */
  takes: number;
  mayBeJson?: true;
  /** Takes --to-database and --to-storage. */
  moves?: true;
  /** Answers the exit code. */
  run: (config: Config, given: Words, terminal: Terminal) => Promise<number>;
};

const withDatabase =
  (work: typeof createAdmin): Command['run'] =>
  async (config, { words: [email = ''] }, terminal) => {
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
    says: 'makes an administrator and prints the password',
    takes: 1,
    run: withDatabase(createAdmin),
  },
  'reset-password': {
    usage: 'reset-password EMAIL',
    says: "sets a new password, prints it, and ends that person's sessions",
    takes: 1,
    run: withDatabase(resetPassword),
  },
  'reset-two-factor': {
    usage: 'reset-two-factor EMAIL',
    says: 'turns two-factor sign-in off for somebody who has lost their phone',
    takes: 1,
    run: withDatabase(resetTwoFactor),
  },
  verify: {
    usage: 'verify [--json]',
    says: 'reads every stored file and the audit log again and names what is damaged, missing or changed',
    takes: 0,
    mayBeJson: true,
    run: (config, { json }, terminal) => withKeeping(config, (keeping) => verify(keeping, { json }, terminal)),
  },
  backup: {
    usage: 'backup FILE',
    says: 'writes all records and stored files into one new file',
    takes: 1,
    run: (config, { words: [file = ''] }, terminal) =>
      withKeeping(config, (keeping) => backup(keeping, { file, signal: stopSignal() }, terminal)),
  },
  restore: {
    usage: 'restore FILE',
    says: 'puts a backup into an empty DATA_DIR and an empty database',
    takes: 1,
    run: (config, { words: [file = ''] }, terminal) => restore(config, { file }, terminal),
  },
  move: {
    usage: 'move [--to-database postgres://…] [--to-storage s3://…]',
    says: 'copies everything to another database or store, while the server is stopped',
    takes: 0,
    moves: true,
    run: (config, { toDatabase, toStorage }, terminal) => {
      const { DATABASE_URL, STORAGE_URL } = process.env;
      const settings = { DATABASE_URL: toDatabase ?? DATABASE_URL, STORAGE_URL: toStorage ?? STORAGE_URL };
      return move(config, { to: readConfig({ ...process.env, ...settings }), signal: stopSignal() }, terminal);
    },
  },
};

/** Ends what is under way in good order when the program is asked to stop. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
  return stopping.signal;
}

function readArguments(): { command: Command; given: Words } {
  try {
    const { positionals, values } = parseArgs({
      options: { json: { type: 'boolean' }, 'to-database': { type: 'string' }, 'to-storage': { type: 'string' } },
      allowPositionals: true,
    });
    const [name = '', ...words] = positionals;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    const { json = false, 'to-database': toDatabase, 'to-storage': toStorage } = values;
    const isMove = toDatabase !== undefined || toStorage !== undefined;
    if (command && words.length === command.takes && (command.mayBeJson || !json) && (command.moves || !isMove)) {
      return { command, given: { words, json, toDatabase, toStorage } };
    }
  } catch {
    // An option that nobody knows.
  }
  throw new CannotStart(texts.usage(Object.values(commands)));
}

try {
  const { command, given } = readArguments();
  process.exitCode = await command.run(readConfig(process.env), given, openTerminal());
} catch (error) {
  // A refusal is what the store says when it is away.
  if (!(error instanceof CannotStart || error instanceof Refusal)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
