import { publicAddress } from '#web/public-address.ts';
import { relyingPartyOf } from '../passkeys.rules.ts';

/** The address at which passkeys work, if there is one. */
export const passkeyAddress = relyingPartyOf(publicAddress)?.origin;

export const supportsPasskeys = 'PublicKeyCredential' in window;

/** Whether this browser, at this address, can use passkeys of this server. */
export const offersPasskeys = supportsPasskeys && passkeyAddress === window.location.origin;
