import { networkOf } from '#server/access/client-network.ts';
import type { Attempts } from '#server/access/throttle.ts';
import { throttle } from '#shared/session-lengths.ts';

/** Begun sign-ins, wrong answers and wrong logout tokens, each counted apart at an address. */
export function providerAttempts(kind: 'begin' | 'answer' | 'logout', ip: string): Attempts {
  const { address, network } = networkOf(ip);
  const max = kind === 'begin' ? throttle.begunSignIns : throttle.perAddress;
  return {
    failure: { email_key: `provider-${kind}`, address: `provider-${kind}:${address}`, network },
    limits: [{ by: ['address'], max }],
  };
}
