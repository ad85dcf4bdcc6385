import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import process from 'node:process';
import type { Config } from '#server/config.ts';
import { isInContainer } from './commands.ts';
import type { FirstSignIn } from './first-run.ts';

const onlyHere =
  'Only this machine can open it. For others, set HOST=0.0.0.0, or put a proxy with HTTPS in front (docs/administration.md).';
const fromContainer =
  'This address is inside the container. Other machines use the address of its host, with the port that the container publishes.';
const fromOthers = (addresses: readonly string[]) =>
  `From other machines: ${addresses.join(' or ')}. HTTP is not encrypted; docs/administration.md describes HTTPS.`;

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');
const isEveryAddress = (host: string) => host === '0.0.0.0' || host === '::';

/**
 * Returns the IPv4 addresses of this machine in its networks. Returns none in the systemd unit, because it forbids the
 * address family AF_NETLINK.
 */
function ownAddresses(): string[] {
  try {
    return Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => address);
  } catch {
    return [];
  }
}

/** Returns the lines that say where to open Stowage, from this machine and from another one. */
export function readyLines(
  port: number,
  { brandName, host, publicUrl }: Pick<Config, 'brandName' | 'host' | 'publicUrl'>,
  { addresses, inContainer }: { addresses: readonly string[]; inContainer: boolean },
): string[] {
  const at = (name: string) => `http://${isIPv6(name) ? `[${name}]` : name}:${port}`;
  const isLocal = isLoopback(host) || isEveryAddress(host);
  const ready = `${brandName} is ready: ${publicUrl ?? at(isLocal ? 'localhost' : host)}`;
  if (publicUrl || !isLocal) return [ready];
  if (isLoopback(host)) return [ready, onlyHere];
  if (inContainer) return [ready, fromContainer];
  return addresses.length > 0 ? [ready, fromOthers(addresses.map(at))] : [ready];
}

/** Prints the address of the server and, at the first start, the administrator's sign-in. */
export function announce(port: number, config: Config, firstSignIn: FirstSignIn | undefined): void {
  const machine = { addresses: ownAddresses(), inContainer: isInContainer() };
  const lines = ['', ...readyLines(port, config, machine).map((line) => `  ${line}`)];
  if (firstSignIn) {
    lines.push('', '  Sign in as the administrator and change the password; it is shown only this once.');
    lines.push(`    Email Address  ${firstSignIn.email}`, `    Password       ${firstSignIn.password}`);
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}
