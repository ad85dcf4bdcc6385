import type { Routes } from '#server/http/mount.ts';
import type { twoFactorContract } from '../two-factor.contract.ts';
import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  ownTwoFactor,
  renewRecoveryCodes,
} from './two-factor.service.ts';

export const twoFactorRoutes: Routes<typeof twoFactorContract> = {
  state: { gate: 'signed-in', handle: ({ parts, caller }) => ownTwoFactor(parts, caller) },
  begin: {
    gate: 'signed-in',
    handle: ({ parts, caller, http, input }) => beginTwoFactor(parts, caller, http, input),
  },
  enable: {
    gate: 'signed-in',
    handle: ({ parts, caller, http, input }) => enableTwoFactor(parts, caller, http, input.code),
  },
  renewCodes: {
    gate: 'signed-in',
    handle: ({ parts, caller, http, input }) => renewRecoveryCodes(parts, caller, http, input),
  },
  disable: {
    gate: 'signed-in',
    handle: ({ parts, caller, http, input }) => disableTwoFactor(parts, caller, http, input),
  },
};
