import { demoPassword, people } from './company.ts';
import { demoFolder } from './place.ts';

/** The environment for the demo: a folder of its own, its administrator, and a log of troubles only. */
export function demoEnvironment(environment: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const [administrator] = people;
  return {
    ...environment,
    DATA_DIR: environment['DATA_DIR']?.trim() || demoFolder,
    LOG_LEVEL: environment['LOG_LEVEL']?.trim() || 'warn',
    // It is filled before it serves, by the one process that it is.
    WORKERS: '1',
    ADMIN_NAME: administrator?.name,
    ADMIN_EMAIL: administrator?.email,
    ADMIN_PASSWORD: demoPassword,
  };
}
