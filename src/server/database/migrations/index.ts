import type { Kysely } from 'kysely';
import { start } from './0001-start.ts';
import { people } from './0002-people.ts';
import { users } from './0003-users.ts';
import { containers } from './0004-containers.ts';
import { keeping } from './0005-keeping.ts';
import { uploads } from './0006-uploads.ts';
import { readings } from './0007-readings.ts';
import { texts } from './0008-texts.ts';
import { resumableUploads } from './0009-resumable-uploads.ts';
import { fileChanges } from './0010-file-changes.ts';
import { audit } from './0011-audit.ts';
import { twoFactor } from './0012-two-factor.ts';
import { lastRuns } from './0013-last-runs.ts';
import { givenPasswords } from './0014-given-passwords.ts';

export type Migration = { name: string; up: (db: Kysely<never>) => Promise<void> };

/** In order; a migration that has been released is never changed. */
export const migrations: Migration[] = [
  { name: '0001-start', up: start },
  { name: '0002-people', up: people },
  { name: '0003-users', up: users },
  { name: '0004-containers', up: containers },
  { name: '0005-keeping', up: keeping },
  { name: '0006-uploads', up: uploads },
  { name: '0007-readings', up: readings },
  { name: '0008-texts', up: texts },
  { name: '0009-resumable-uploads', up: resumableUploads },
  { name: '0010-file-changes', up: fileChanges },
  { name: '0011-audit', up: audit },
  { name: '0012-two-factor', up: twoFactor },
  { name: '0013-last-runs', up: lastRuns },
  { name: '0014-given-passwords', up: givenPasswords },
];
