import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

// OWASP's first recommendation: 19 MiB, two passes, one lane; about 0.1 s on a small machine.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

const deriveKey = (
  password: string,
  nonce: Buffer,
  parameters = cost as { memory: number; passes: number; parallelism: number; tagLength: number },
) => derive('argon2id', { message: password, nonce, ...parameters });

/** Returns a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await deriveKey(password, salt);
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
  return `$argon2id$v=19$${parameters}$${base64(salt)}$${base64(key)}`;
}

/** Returns whether the password has this hash. Takes the same time for a right and a wrong password. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!parts) return false;
  const [, memory, passes, parallelism, salt = '', key = ''] = parts;
  const expected = Buffer.from(key, 'base64');
  const actual = await deriveKey(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/**
 * Returns a hash that no password matches, for an account whose user sets the first password by a link. Checking it takes
 * the same time as any other.
 */
export const unusableHash = (): string =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(randomBytes(16))}$${base64(randomBytes(32))}`;

/**
 * Checked for unknown e-mail addresses, so that the response takes the same time for unknown and known ones. No
 * password matches this hash.
 */
export const unknownUserHash = unusableHash();
