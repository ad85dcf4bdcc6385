import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { refusal } from '../refusal.ts';

const derive = promisify(argon2);

// OWASP's first recommendation: 19 MiB, two passes, one lane; about 0.1 s on a small machine.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

const asKey = (
  password: string,
  nonce: Buffer,
  parameters = cost as { memory: number; passes: number; parallelism: number; tagLength: number },
) => derive('argon2id', { message: password, nonce, ...parameters });

/** A PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await asKey(password, salt);
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
  return `$argon2id$v=19$${parameters}$${base64(salt)}$${base64(key)}`;
}

/** Whether the password made this hash, in the same time for a right and a wrong one. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!parts) return false;
  const [, memory, passes, parallelism, salt = '', key = ''] = parts;
  const expected = Buffer.from(key, 'base64');
  const actual = await asKey(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Checked for an e-mail nobody has, so that the answer takes as long as for one somebody has. Its password is not known. */
export const nobodysHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(randomBytes(16))}$${base64(randomBytes(32))}`;

/** Runs a few hashes at a time, so that a flood of sign-ins leaves the other calls their processor. */
export type HashingSlots = { run: <T>(work: () => Promise<T>) => Promise<T> };

// On one machine, whatever the number of its workers; each has one at least, which is no more than a core of its own.
const hashesAtOnce = 2;
const mostWaiting = 100;

export function makeHashingSlots(busyMessage: string, workers = 1): HashingSlots {
  const slots = Math.ceil(hashesAtOnce / workers);
  const places = Math.ceil(mostWaiting / workers);
  let running = 0;
  const waiting: (() => void)[] = [];
  const enter = async () => {
    if (running < slots) {
      running += 1;
      return;
    }
    if (waiting.length >= places) throw refusal.unavailable(busyMessage);
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = () => {
    const next = waiting.shift();
    // The slot goes straight to the next in line.
    if (next) next();
    else running -= 1;
  };
  return {
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
