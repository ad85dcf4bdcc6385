import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { deleteLoginFailures } from '#server/access/throttle.queries.ts';
import { recordTry, refuseWhenThrottled } from '#server/access/throttle.ts';
import { transact } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Http } from '#server/http/mount.ts';
import { refusal } from '#server/refusal.ts';
import { codeFaults } from '../two-factor.texts.ts';
import { codeAttempts } from './attempts.ts';
import { findSecret, takeRecoveryCode, takeStep } from './two-factor.queries.ts';

// Source: docs/decisions/sessions-and-sign-in.md#two-factor-sign-in

/** The parameters that every authenticator app supports (RFC 6238). */
const periodSeconds = 30;
const codePattern = /^\d{6}$/;

/** The clock of the device may differ by this many steps in either direction. */
const driftSteps = 1;

const recoveryCodes = 10;
const recoveryPattern = /^\d{16}$/;

/** Returns a secret in Base32, the form in which a user types it into an app. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

const codesOf = (secret: string, named: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...named, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: periodSeconds });

/** Returns the `otpauth:` link of a secret for the QR code. */
export function keyLink(secret: string, named: { issuer: string; label: string }): string {
  return codesOf(secret, named).toString();
}

/**
 * Refuses with 422 a code that is wrong or already used, and with 429 after too many attempts. These are counted
 * separately from passwords, because an attacker may know the password.
 */
export async function refuseWrongCode(
  ctx: Context,
  http: Http,
  { userId, code, onWrong }: { userId: number; code: string; onWrong: (write: Write) => Promise<void> },
): Promise<void> {
  const attempts = codeAttempts(userId, http.request.ip);
  await refuseWhenThrottled(ctx, attempts);
  // Uses the slots for password hashing: otherwise simultaneous attempts could all pass the throttle before the first
  // one is counted.
  await ctx.hashing.run(async () => {
    await refuseWhenThrottled(ctx, attempts);
    const result = await takeCode(ctx, userId, code.replace(/[\s-]/g, ''));
    if (result === 'right') return;
    await transact(ctx, undefined, async (tx, write) => {
      await recordTry({ ...ctx, db: tx }, attempts);
      await onWrong(write);
    });
    throw wrongCode(result);
  }, http.request.ip);
  await deleteLoginFailures(ctx.db, attempts.failure.email_key);
}

type CodeResult = 'right' | keyof typeof codeFaults;

export const wrongCode = (reason: keyof typeof codeFaults = 'wrongCode') =>
  refusal.invalid('two_factor.wrong_code', 'code', codeFaults[reason]);

/** Checks a current code or a recovery code that has not been used before. Marks a right one as used. */
async function takeCode(ctx: Context, userId: number, code: string): Promise<CodeResult> {
  const resultOf = (isRight: boolean) => (isRight ? 'right' : 'wrongCode');
  if (recoveryPattern.test(code))
    return resultOf(await takeRecoveryCode(ctx.db, userId, recoveryHash(ctx.appKey, code)));
  const sealed = codePattern.test(code) ? await findSecret(ctx.db, userId) : undefined;
  if (sealed === undefined) return 'wrongCode';
  const secret = unseal(ctx.appKey, userId, sealed);
  if (secret === undefined) return 'keyReplaced';
  const timestamp = ctx.clock().getTime();
  const codes = codesOf(secret);
  const delta = codes.validate({ token: code, timestamp, window: driftSteps });
  const step = codes.counter({ timestamp });
  const latest = step + driftSteps;
  return resultOf(delta !== null && (await takeStep(ctx.db, { userId, secret: sealed, step: step + delta, latest })));
}

/** Returns ten new recovery codes for display, and their hashes for the database. */
export function makeRecoveryCodes(appKey: Buffer): { shown: string[]; hashes: string[] } {
  const digits = () => String(randomInt(10_000)).padStart(4, '0');
  const shown = Array.from({ length: recoveryCodes }, () => [digits(), digits(), digits(), digits()].join('-'));
  return { shown, hashes: shown.map((code) => recoveryHash(appKey, code.replaceAll('-', ''))) };
}

const keyFor = (appKey: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', appKey, '', purpose, 32));

const recoveryHash = (appKey: Buffer, code: string): string =>
  createHmac('sha256', keyFor(appKey, 'recovery codes')).update(code).digest('base64url');

const sealing = { cipher: 'aes-256-gcm', ivBytes: 12, tagBytes: 16 } as const;

/** Encrypts a secret for one user. It cannot be decrypted in the row of another user. */
export function seal(appKey: Buffer, userId: number, secret: string): string {
  const iv = randomBytes(sealing.ivBytes);
  const cipher = createCipheriv(sealing.cipher, keyFor(appKey, 'two-factor secrets'), iv).setAAD(ownerOf(userId));
  const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url');
}

/** Returns undefined for a secret that was encrypted with another key. */
function unseal(appKey: Buffer, userId: number, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const { ivBytes, tagBytes } = sealing;
  const key = keyFor(appKey, 'two-factor secrets');
  const decipher = createDecipheriv(sealing.cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAAD(ownerOf(userId)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

const ownerOf = (userId: number) => Buffer.from(String(userId));
