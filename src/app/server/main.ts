import cluster from 'node:cluster';
import process from 'node:process';
import { CannotStart, readConfig, removedSettingsIn } from '#server/config.ts';
import { answerArguments } from './main-arguments.ts';

// Only the owner may read the files that this program creates, even in a folder that others may read.
process.umask(0o077);
// By default the signal starts Node's debugger, which gives any process of the same user the rights of the server.
process.on('SIGUSR1', () => {});

// The primary starts each worker with a number.
if (cluster.isPrimary) {
  answerArguments(process.argv.slice(2));
  for (const line of removedSettingsIn(process.env)) process.stderr.write(`${line}\n`);
}

try {
  const config = readConfig(process.env);
  // Each process loads only the modules it needs. The primary of several processes serves no requests.
  if (cluster.isPrimary && config.workers > 1) await (await import('./run-primary.ts')).runPrimary(config);
  else if (cluster.isPrimary) await (await import('./run-server.ts')).runServer(config);
  else await (await import('./run-server.ts')).runWorker(config, Number(process.argv[2]));
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
