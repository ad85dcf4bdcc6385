import { lookup as lookUp } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { lookup as lookUpAll } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#server/config.ts';
import { addressProblem } from '../webhooks.rules.ts';
import { failures, refusals } from '../webhooks.texts.ts';

/** The networks of IPv4 that are not the public internet. Source: IANA IPv4 Special-Purpose Address Registry. */
const specialNetworks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/**
 * The networks inside 2000::/3 that are special or lead to addresses of IPv4: Teredo and others, documentation, 6to4. What is
 * outside of 2000::/3, such as NAT64 and the mapped addresses of IPv4, is not public either.
 */
const specialNetworks6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

const special = listOf(specialNetworks);
const special6 = listOf(specialNetworks6);
const public6 = listOf(['2000::/3']);

/** Whether an address belongs to the public internet. Anything that is no address does not. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !special.check(address, 'ipv4');
  return isIP(address) === 6 && public6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
}

/** The address of a receiver is not allowed. The message is for the log. */
export class AddressRefused extends Error {}

export type AddressGuard = {
  /** Throws `AddressRefused` unless these addresses of a name are allowed. */
  check: (host: string, addresses: readonly string[]) => void;
  /** Looks a name up for the connection that is then made to the same addresses, so that no other answer comes in between. */
  lookup: LookupFunction;
};

/**
 * Returns the check of the addresses of a receiver: on the public internet or in one of these networks, and without TLS only in
 * these. `isPlain`: the request is sent without TLS.
 */
export function makeAddressGuard(networks: readonly string[], isPlain: boolean): AddressGuard {
  const allowed = listOf(networks);
  const check: AddressGuard['check'] = (host, addresses) => {
    for (const address of addresses) {
      if (isIP(address) !== 0 && allowed.check(address, familyOf(address))) continue;
      if (!isPublic(address)) throw new AddressRefused(failures.notAllowed(host));
      if (isPlain) throw new AddressRefused(failures.plain(host));
    }
  };
  const lookup: LookupFunction = (host, options, done) => {
    lookUp(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      let refused: Error | null = error;
      try {
        if (!error)
          check(
            host,
            found.map(({ address }) => address),
          );
      } catch (caught) {
        refused = caught as Error;
      }
      const [first] = found ?? [];
      if (refused || !first) done(refused ?? new Error('no address'), '', 0);
      else if (options.all) done(null, found);
      else done(null, first.address, first.family);
    });
  };
  return { check, lookup };
}

/** The host of an address, without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const lookupMs = 5_000;

/** Returns in a sentence why no message could be sent to an address, or undefined. */
export async function problemOfAddress(
  { webhookNetworks }: Pick<Config, 'webhookNetworks'>,
  text: string,
): Promise<string | undefined> {
  const problem = addressProblem(text, webhookNetworks.length > 0);
  if (problem) return refusals[problem];
  const url = new URL(text);
  const host = hostOf(url);
  const late = sleep(lookupMs, [], { ref: false });
  const addresses = await Promise.race([lookUpAll(host, { all: true }), late]).catch(() => []);
  if (addresses.length === 0) return refusals.unknownHost(host);
  try {
    const { check } = makeAddressGuard(webhookNetworks, url.protocol === 'http:');
    check(
      host,
      addresses.map(({ address }) => address),
    );
    return undefined;
  } catch (error) {
    if (error instanceof AddressRefused) return error.message;
    throw error;
  }
}
