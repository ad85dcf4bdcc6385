import process from 'node:process';
import type { Config } from '#server/config.ts';
import type { FirstSignIn } from '#server/database/first-run.ts';

const onlyHere =
  'Only this machine can open it. For others, set HOST=0.0.0.0, or put a proxy with HTTPS in front (docs/administration.md).';

const isReachable = (host: string) => host === '0.0.0.0' || host === '::';

/** Prints the address of the server and, at the first start, the administrator's sign-in. */
export function announce(port: number, config: Config, firstSignIn: FirstSignIn | undefined): void {
  const host = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(config.host) ? 'localhost' : config.host;
  const lines = ['', `  ${config.brandName} is ready: ${config.publicUrl ?? `http://${host}:${port}`}`];
  if (host === 'localhost' && !config.publicUrl && !isReachable(config.host)) lines.push(`  ${onlyHere}`);
  if (firstSignIn) {
    lines.push('', '  Sign in as the administrator and change the password; it is shown only this once.');
    lines.push(`    Email Address  ${firstSignIn.email}`, `    Password       ${firstSignIn.password}`);
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}
