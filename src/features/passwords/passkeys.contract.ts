import { z } from 'zod';
import { currentUser } from '#features/session/session.contract.ts';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText, instant, requiredLine } from '#shared/fields.ts';
import { refusals } from './passkeys.texts.ts';

const name = requiredLine(80, refusals.nameRequired, refusals.nameTooLong);

export const passkey = z
  .object({ id, name: z.string(), created_at: instant, last_used_at: instant.nullable() })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof passkey>;

/** Bytes in base64url. */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/);

// An id of a credential has at most 1023 bytes.
const credential = { id: bytes(1400), rawId: bytes(1400), type: z.literal('public-key') };

const attested = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(8000),
      attestationObject: bytes(16_000),
      transports: z
        .array(z.string().regex(/^[a-z-]{1,20}$/))
        .max(10)
        .optional(),
    }),
  })
  .meta({
    id: 'RegistrationResponseJSON',
    description: 'What `PublicKeyCredential.toJSON()` returns after `create()`.',
  });
export type Attested = z.infer<typeof attested>;

const asserted = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(8000),
      authenticatorData: bytes(8000),
      signature: bytes(8000),
    }),
  })
  .meta({
    id: 'AuthenticationResponseJSON',
    description: 'What `PublicKeyCredential.toJSON()` returns after `get()`.',
  });
export type Asserted = z.infer<typeof asserted>;

const options = (of: 'Creation' | 'Request') =>
  z
    .looseObject({ challenge: z.string() })
    .meta({ description: `The \`PublicKeyCredential${of}OptionsJSON\` of WebAuthn.` });

export const passkeysContract = {
  beginAdding: {
    method: 'POST',
    path: '/api/passkeys/begin',
    beforeTwoFactor: true,
    summary: 'Begins to add a passkey: the browser then creates one with these options, within five minutes.',
    answer: options('Creation'),
    refuses: ['passkey.unavailable', 'password.confirmation_required'],
  },
  add: {
    method: 'POST',
    path: '/api/passkeys',
    beforeTwoFactor: true,
    status: 201,
    summary:
      "Adds the created passkey. If two-factor sign-in was off, turns it on, ends one's other sessions, and returns recovery codes once.",
    body: z.object({ name, response: attested }),
    answer: z.object({ passkey, recovery_codes: z.array(z.string()) }),
    refuses: ['passkey.unavailable', 'passkey.refused', 'passkey.too_many', 'password.confirmation_required'],
  },
  rename: {
    method: 'PUT',
    path: '/api/passkeys/:id',
    summary: "Renames one of one's own passkeys.",
    params: z.object({ id: idText }),
    body: z.object({ name }),
    answer: passkey,
    refuses: ['passkey.not_found'],
  },
  revoke: {
    method: 'DELETE',
    path: '/api/passkeys/:id',
    summary:
      "Revokes one of one's own passkeys and ends one's other sessions. Without another second factor, turns two-factor sign-in off.",
    params: z.object({ id: idText }),
    refuses: ['passkey.not_found', 'password.confirmation_required'],
  },
  beginSignIn: {
    method: 'POST',
    path: '/api/login/passkey/begin',
    open: true,
    summary:
      'Begins a sign-in with a passkey: the browser then asks for one with these options, within five minutes. `after_password`: as the second step of a two-factor sign-in.',
    body: z.object({ after_password: z.boolean().optional() }),
    answer: options('Request'),
    refuses: ['passkey.unavailable', 'sign_in.expired', 'rate_limit.exceeded'],
  },
  signIn: {
    method: 'POST',
    path: '/api/login/passkey',
    open: true,
    summary: 'Signs in with the answer of the passkey.',
    body: z.object({ response: asserted, remember: z.boolean().optional() }),
    answer: z.object({ user: currentUser }),
    refuses: ['passkey.unavailable', 'sign_in.passkey_refused', 'rate_limit.exceeded'],
  },
} as const satisfies Contract;
