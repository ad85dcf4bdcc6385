import { demoPassword, people } from './company.ts';
import { demoFolder } from './prepare.ts';

/** Returns the environment of the demo: its folder, its administrator, and the log level 'warn'. */
export function demoEnvironment(environment: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const [administrator] = people;
  return {
    ...environment,
    DATA_DIR: environment['DATA_DIR']?.trim() || demoFolder,
    LOG_LEVEL: environment['LOG_LEVEL']?.trim() || 'warn',
    // One process fills the database and then serves.
    WORKERS: '1',
    ADMIN_NAME: administrator?.name,
    ADMIN_EMAIL: administrator?.email,
    ADMIN_PASSWORD: demoPassword,
  };
}
