import process from 'node:process';
import pino from 'pino';
import { CannotStart, readConfig } from '#server/config.ts';
import { readArguments } from './demo/arguments.ts';
import { people } from './demo/company.ts';
import { fillOnce } from './demo/fill.ts';
import { preparePlace } from './demo/place.ts';
import { demoEnvironment } from './demo/settings.ts';
import { usualContainers } from './demo/shipping-plan.ts';
import { signInTable } from './demo/sign-ins.ts';
import { runServer } from './run-server.ts';

const usualSize = { files: 240, users: people.length, containers: usualContainers };

const say = (line: string) => process.stdout.write(`  ${line}\n`);

try {
  const wanted = readArguments(process.argv.slice(2));
  const config = readConfig(demoEnvironment(process.env));
  await preparePlace(config, { wanted, otherwise: usualSize });
  const log = pino({
    level: config.logLevel,
    ...(process.stdout.isTTY
      ? { transport: { target: 'pino-pretty', options: { colorize: true, ignore: 'pid,hostname' } } }
      : {}),
  });
  await runServer(config, log, ({ parts }) => fillOnce(parts, say));
  process.stdout.write(signInTable());
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
