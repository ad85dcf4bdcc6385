import { domainToASCII, domainToUnicode } from 'node:url';

/** Addresses of users have at most 254 characters. */
const maxLength = 254;

const letters = /^[\p{L}\p{M}\p{N}.-]+$/u;
const endsInNumber = /(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/;

/**
 * Returns the form in which e-mail addresses are compared, stored as `email_key` and searched: lower case, NFC, and the domain
 * as IDNA maps it. The domain is in the letters of its script, so that a search finds it as people write it.
 */
export function emailKey(email: string): string {
  const text = email.trim().toLowerCase().normalize('NFC');
  const at = text.lastIndexOf('@') + 1;
  const domain = text.slice(at);
  // `domainToASCII` reads the host of a URL: it drops a port and a path, and reads '127.1' as an address.
  const isMapped = at > 0 && letters.test(domain) && !endsInNumber.test(domain);
  const mapped = isMapped ? domainToUnicode(domainToASCII(domain)) : '';
  return (mapped === '' ? text : text.slice(0, at) + mapped).slice(0, maxLength);
}
