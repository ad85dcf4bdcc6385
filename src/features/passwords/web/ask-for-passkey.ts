import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { toast } from '#web/toast.tsx';
import type { Asserted, Attested } from '../passkeys.contract.ts';
import { texts } from '../passkeys.texts.ts';

// The server's library makes the options, so the contract says no more of them than that they are an object.
type Options = { challenge: string };

/** Lets the browser create a passkey. Shows why there is none, and returns undefined. */
export async function createPasskey(options: Options): Promise<Attested | undefined> {
  const { startRegistration, WebAuthnError } = await import('@simplewebauthn/browser');
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return startRegistration({ optionsJSON }).catch((error: unknown) => {
    const isThere = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    toast.error(isThere ? texts.alreadyThere : texts.notCreated);
    return undefined;
  });
}

/** Lets the browser ask for a passkey. Shows that none was used, and returns undefined. */
export async function askForPasskey(options: Options): Promise<Asserted | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON }).catch(() => {
    toast.error(texts.notUsed);
    return undefined;
  });
}
