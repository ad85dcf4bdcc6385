import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Http } from '../http/mount.ts';
import type { Db, Parts } from '../parts.ts';
import { refusal } from '../refusal.ts';
import { forgetLoginFailures } from './access.queries.ts';
import { noteFailedTry, refuseWhenThrottled } from './throttle.ts';
import { codeTries, findSecret, takeRecoveryCode, takeStep } from './two-factor.queries.ts';

// Source: docs/decisions/0032-two-factor-sign-in.md

const texts = { wrongCode: 'This code is not right, or it was used already. Wait for the next one and try again.' };

/** What every app for codes understands (RFC 6238). */
const periodSeconds = 30;
const codePattern = /^\d{6}$/;

/** A clock may be off by this many steps, either way. */
const driftSteps = 1;

const recoveryCodes = 10;
const recoveryPattern = /^\d{16}$/;

/** A secret in Base32, as it is typed into an app by hand. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

const codesOf = (secret: string, named: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...named, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: periodSeconds });

/** The `otpauth:` link of a secret, which is what a QR code holds. */
export function keyLink(secret: string, named: { issuer: string; label: string }): string {
  return codesOf(secret, named).toString();
}

/** Refuses 422 a code that is not right or was used, 429 after too many; counted apart from passwords, which a thief may know. */
export async function refuseWrongCode(
  parts: Parts,
  http: Http,
  { userId, code, onWrong }: { userId: number; code: string; onWrong: (tx: Db) => Promise<void> },
): Promise<void> {
  const who = { emailKey: codeTries(userId), address: http.request.ip };
  await refuseWhenThrottled(parts, who);
  // A few at a time, like passwords: tries sent together must not all pass the question before.
  await parts.hashing.run(async () => {
    await refuseWhenThrottled(parts, who);
    if (await takeCode(parts, userId, code.replace(/[\s-]/g, ''))) return;
    await parts.db.transaction().execute(async (tx) => {
      await noteFailedTry({ ...parts, db: tx }, who);
      await onWrong(tx);
    });
    throw refusal.invalid('code', texts.wrongCode);
  });
  await forgetLoginFailures(parts.db, who.emailKey);
}

/** Whether it is a code of now or a recovery code, neither used before; from now on it is. */
async function takeCode(parts: Parts, userId: number, code: string): Promise<boolean> {
  if (recoveryPattern.test(code)) return takeRecoveryCode(parts.db, userId, recoveryHash(parts.appKey, code));
  const sealed = codePattern.test(code) ? await findSecret(parts.db, userId) : undefined;
  if (sealed === undefined) return false;
  const timestamp = parts.clock().getTime();
  const codes = codesOf(unseal(parts.appKey, userId, sealed));
  const delta = codes.validate({ token: code, timestamp, window: driftSteps });
  const step = codes.counter({ timestamp });
  return delta !== null && takeStep(parts.db, userId, step + delta, step + driftSteps);
}

/** Ten new ones, as they are shown, and as they are kept. */
export function makeRecoveryCodes(appKey: Buffer): { shown: string[]; hashes: string[] } {
  const digits = () => String(randomInt(10_000)).padStart(4, '0');
  const shown = Array.from({ length: recoveryCodes }, () => [digits(), digits(), digits(), digits()].join('-'));
  return { shown, hashes: shown.map((code) => recoveryHash(appKey, code.replaceAll('-', ''))) };
}

const keyFor = (appKey: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', appKey, '', purpose, 32));

const recoveryHash = (appKey: Buffer, code: string): string =>
  createHmac('sha256', keyFor(appKey, 'recovery codes')).update(code).digest('base64url');

const sealing = { cipher: 'aes-256-gcm', ivBytes: 12, tagBytes: 16 } as const;

/** Encrypts somebody's secret, for them alone: in another's row it cannot be opened. */
export function seal(appKey: Buffer, userId: number, secret: string): string {
  const iv = randomBytes(sealing.ivBytes);
  const cipher = createCipheriv(sealing.cipher, keyFor(appKey, 'two-factor secrets'), iv).setAAD(ownerOf(userId));
  const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url');
}

function unseal(appKey: Buffer, userId: number, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const { ivBytes, tagBytes } = sealing;
  const key = keyFor(appKey, 'two-factor secrets');
  const decipher = createDecipheriv(sealing.cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAAD(ownerOf(userId)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
}

const ownerOf = (userId: number) => Buffer.from(String(userId));
