import type { Routes } from '#server/http/mount.ts';
import type { passkeysContract } from '../passkeys.contract.ts';
import { beginPasskeySignIn, signInByPasskey } from './passkey-sign-in.service.ts';
import { addPasskey, beginAddingPasskey, renameOwnPasskey, revokePasskey } from './passkeys.service.ts';

export const passkeysRoutes: Routes<typeof passkeysContract> = {
  beginAdding: { gate: 'signed-in', handle: ({ ctx, caller, http }) => beginAddingPasskey(ctx, caller, http) },
  add: { gate: 'signed-in', handle: ({ ctx, caller, http, input }) => addPasskey(ctx, caller, http, input) },
  rename: { gate: 'signed-in', handle: ({ ctx, caller, input }) => renameOwnPasskey(ctx, caller, input) },
  revoke: { gate: 'signed-in', handle: ({ ctx, caller, http, input }) => revokePasskey(ctx, caller, http, input.id) },
  beginSignIn: { gate: 'anyone', handle: ({ ctx, http, input }) => beginPasskeySignIn(ctx, http, input) },
  signIn: { gate: 'anyone', handle: ({ ctx, http, input }) => signInByPasskey(ctx, http, input) },
};
