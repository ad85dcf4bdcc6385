import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { instant, typedCode } from '#shared/fields.ts';
import { texts } from './passwords.texts.ts';

const current_password = z
  .string({ error: texts.currentRequired })
  .min(1, texts.currentRequired)
  .max(8192, texts.tooLongToRead);

const state = z.object({ enabled_at: instant.nullable(), recovery_codes_left: z.number(), required: z.boolean() });
export type TwoFactorState = z.infer<typeof state>;

const codes = z.object({ recovery_codes: z.array(z.string()) });

/** Signing in with a code of an app besides the password. */
export const twoFactorContract = {
  state: {
    method: 'GET',
    path: '/api/two-factor',
    beforeTwoFactor: true,
    summary: 'Since when one signs in with a code as well, how many recovery codes are left, and whether one has to.',
    answer: state,
  },
  begin: {
    method: 'POST',
    path: '/api/two-factor/begin',
    beforeTwoFactor: true,
    summary: 'Makes the secret for an app, as text and as an `otpauth:` link. It is not in use before `enable`.',
    body: z.object({ current_password }),
    answer: z.object({ secret: z.string(), link: z.string() }),
    refuses: [409, 429],
  },
  enable: {
    method: 'POST',
    path: '/api/two-factor/enable',
    beforeTwoFactor: true,
    summary:
      "Turns it on with a first code, ends one's other sessions, and answers the recovery codes, this once only.",
    body: z.object({ code: typedCode }),
    answer: codes,
    refuses: [409, 429],
  },
  renewCodes: {
    method: 'POST',
    path: '/api/two-factor/recovery-codes',
    summary: 'New recovery codes in place of the ones before.',
    body: z.object({ current_password, code: typedCode }),
    answer: codes,
    refuses: [409, 429],
  },
  disable: {
    method: 'POST',
    path: '/api/two-factor/disable',
    summary: 'Turns it off.',
    body: z.object({ current_password, code: typedCode }),
    answer: state,
    refuses: [409, 429],
  },
} as const satisfies Contract;
