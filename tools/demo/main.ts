import process from 'node:process';
import { runServer } from '#app/server/run-server.ts';
import { CannotStart, readConfig } from '#server/config.ts';
import { readArguments } from './arguments.ts';
import { people } from './company.ts';
import { fillOnce } from './fill.ts';
import { prepareDemo } from './prepare.ts';
import { demoEnvironment } from './settings.ts';
import { defaultContainers } from './shipping-plan.ts';
import { signInTable } from './sign-ins.ts';

const defaultSize = { files: 240, users: people.length, containers: defaultContainers };

const say = (line: string) => process.stdout.write(`  ${line}\n`);

try {
  const requested = readArguments(process.argv.slice(2));
  const config = readConfig(demoEnvironment(process.env));
  await prepareDemo(config, { requested, defaults: defaultSize });
  await runServer(config, ({ ctx }) => fillOnce(ctx, say));
  process.stdout.write(signInTable());
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
