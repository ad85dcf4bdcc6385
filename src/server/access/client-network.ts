import { isIPv4, isIPv6 } from 'node:net';

/** The keys under which attempts of a client are counted. `network` is wider than `address`, and null for IPv4. */
export type ClientNetwork = { address: string; network: string | null };

const maxKeyLength = 100;

/**
 * Returns the IPv4 address of a client, or the /64 and the /48 of an IPv6 address: each customer of a provider has at
 * least a whole /64, and may use a new address for every attempt.
 */
export function networkOf(ip: string): ClientNetwork {
  const [plain = ''] = ip.split('%', 1);
  if (!isIPv6(plain)) return { address: isIPv4(plain) ? plain : ip.slice(0, maxKeyLength), network: null };
  const groups = groupsOf(plain);
  const isMappedIPv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMappedIPv4) {
    const [high = 0, low = 0] = groups.slice(6);
    return { address: [high >> 8, high & 255, low >> 8, low & 255].join('.'), network: null };
  }
  const prefix = (length: number) =>
    groups
      .slice(0, length)
      .map((group) => group.toString(16))
      .join(':');
  return { address: `${prefix(4)}::/64`, network: `${prefix(3)}::/48` };
}

/** Returns the eight numbers of an IPv6 address. A URL brings every spelling into the same form. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const numbers = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [first, last] = [numbers(head), numbers(tail ?? '')];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}
