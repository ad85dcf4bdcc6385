import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { instant, typedCode, typedPassword } from '#shared/fields.ts';
import { passkey } from './passkeys.contract.ts';
import { texts } from './passwords.texts.ts';

const current_password = typedPassword(texts.currentRequired);

const state = z.object({
  enabled_at: instant.nullable(),
  /** Whether codes of an app are set up. */
  app: z.boolean(),
  passkeys: z.array(passkey),
  /** Whether only single sign-on signs the user in, so that no passkey does. */
  passkeys_refused: z.boolean(),
  recovery_codes_left: z.number(),
  required: z.boolean(),
});
export type TwoFactorState = z.infer<typeof state>;

const codes = z.object({ recovery_codes: z.array(z.string()) });

/** Two-factor sign-in with the code of an app. */
export const twoFactorContract = {
  state: {
    method: 'GET',
    path: '/api/two-factor',
    beforeTwoFactor: true,
    summary:
      'The time at which two-factor sign-in was turned on, its factors, the number of recovery codes left, and whether it is required.',
    answer: state,
  },
  begin: {
    method: 'POST',
    path: '/api/two-factor/begin',
    beforeTwoFactor: true,
    summary: 'Creates the secret for an app, as text and as an `otpauth:` link. It is not active before `enable`.',
    body: z.object({ current_password }),
    answer: z.object({ secret: z.string(), link: z.string() }),
    refuses: ['two_factor.already_on', 'password.wrong', 'rate_limit.exceeded'],
  },
  enable: {
    method: 'POST',
    path: '/api/two-factor/enable',
    beforeTwoFactor: true,
    summary:
      "Turns two-factor sign-in on with a first code, ends one's other sessions, and returns the recovery codes once. With a passkey, it is on already, and the recovery codes stay.",
    body: z.object({ code: typedCode }),
    answer: codes,
    refuses: ['two_factor.already_on', 'two_factor.wrong_code', 'rate_limit.exceeded'],
  },
  renewCodes: {
    method: 'POST',
    path: '/api/two-factor/recovery-codes',
    summary: 'Replaces the recovery codes. With codes of an app, requires `code`.',
    body: z.object({ current_password, code: typedCode.optional() }),
    answer: codes,
    refuses: ['two_factor.off', 'password.wrong', 'two_factor.wrong_code', 'rate_limit.exceeded'],
  },
  disable: {
    method: 'POST',
    path: '/api/two-factor/disable',
    summary: 'Removes the codes of the app. Without a passkey, turns two-factor sign-in off.',
    body: z.object({ current_password, code: typedCode }),
    answer: state,
    refuses: ['two_factor.off', 'password.wrong', 'two_factor.wrong_code', 'rate_limit.exceeded'],
  },
} as const satisfies Contract;
