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
  state: { gate: 'signed-in', handle: ({ ctx, caller }) => ownTwoFactor(ctx, caller) },
  begin: {
    gate: 'signed-in',
    handle: ({ ctx, caller, http, input }) => beginTwoFactor(ctx, caller, http, input.current_password),
  },
  enable: {
    gate: 'signed-in',
    handle: ({ ctx, caller, http, input }) => enableTwoFactor(ctx, caller, http, input.code),
  },
  renewCodes: {
    gate: 'signed-in',
    handle: ({ ctx, caller, http, input }) => renewRecoveryCodes(ctx, caller, http, input),
  },
  disable: {
    gate: 'signed-in',
    handle: ({ ctx, caller, http, input }) => disableTwoFactor(ctx, caller, http, input),
  },
};
