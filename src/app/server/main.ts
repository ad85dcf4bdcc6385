import process from 'node:process';
import pino from 'pino';
import { CannotStart, readConfig } from '#server/config.ts';
import { runServer } from './run-server.ts';

try {
  const config = readConfig(process.env);
  const log = pino({
    level: config.logLevel,
    redact: ['req.headers.cookie', 'req.headers["x-xsrf-token"]', 'password'],
    ...(process.stdout.isTTY
      ? { transport: { target: 'pino-pretty', options: { colorize: true, ignore: 'pid,hostname' } } }
      : {}),
  });
  await runServer(config, log);
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
