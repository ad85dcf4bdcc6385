import { createHmac } from 'node:crypto';
import { twoFactorContract } from '#features/passwords/two-factor.contract.ts';
import { password } from './make.ts';
import type { TestApp } from './test-app.ts';
import type { Visitor } from './visitor.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the code that an authenticator app shows, computed after RFC 6238 without the product's library. */
export function codeAt(secret: string | Buffer, moment: Date): string {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(moment.getTime() / 30_000)));
  const key = typeof secret === 'string' ? fromBase32(secret) : secret;
  const hash = createHmac('sha1', key).update(step).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Moves the clock forward by one time step and returns its code, which is unused. */
export function nextCode(test: TestApp, secret: string): string {
  test.setNow(new Date(test.now().getTime() + 30_000));
  return codeAt(secret, test.now());
}

/** Enables two-factor sign-in for the signed-in user. */
export async function turnOnTwoFactor(
  test: TestApp,
  visitor: Visitor,
  current_password = password,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await visitor.call(twoFactorContract.begin, { current_password })).body;
  const enabled = await visitor.call(twoFactorContract.enable, { code: nextCode(test, secret) });
  if (enabled.status !== 200) throw new Error(`enabling two-factor sign-in failed: ${enabled.raw.body}`);
  return { secret, recoveryCodes: enabled.body.recovery_codes };
}
