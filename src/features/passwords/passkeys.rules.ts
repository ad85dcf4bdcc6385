/** The domain that passkeys belong to, and the only address at which they work. */
export type RelyingParty = { id: string; origin: string };

/** The most passkeys of one user. Our choice. */
export const maxPasskeys = 20;

/**
 * Returns undefined for an address at which browsers offer no passkeys: plain HTTP other than on this machine, or an IP address.
 * Source: https://www.w3.org/TR/webauthn-3/#relying-party-identifier
 */
export function relyingPartyOf(publicUrl: string | undefined): RelyingParty | undefined {
  if (publicUrl === undefined || !URL.canParse(publicUrl)) return undefined;
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  return isSecure && !isAddress ? { id: hostname, origin } : undefined;
}
