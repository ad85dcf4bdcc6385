import type { AnyDb } from '../db.ts';
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
import { plainNames } from './0015-plain-names.ts';
import { extractionTurns } from './0016-extraction-turns.ts';
import { signInAddresses } from './0017-sign-in-addresses.ts';
import { containerFields } from './0018-container-fields.ts';
import { containerWork } from './0019-container-work.ts';
import { containerFiles } from './0020-container-files.ts';
import { imports } from './0021-imports.ts';
import { numbers } from './0022-numbers.ts';
import { containerOutcomes } from './0023-container-outcomes.ts';
import { checklist } from './0024-checklist.ts';
import { containerUploads } from './0026-container-uploads.ts';
import { virusScans } from './0027-virus-scans.ts';
import { folders } from './0028-folders.ts';
import { scans } from './0029-scans.ts';
import { containerCounts } from './0030-container-counts.ts';
import { delaysByCause } from './0033-delays-by-cause.ts';

export type Migration = { name: string; up: (db: AnyDb) => Promise<void> };

/** All migrations in order. A released migration is never changed. */
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
  { name: '0015-plain-names', up: plainNames },
  { name: '0016-extraction-turns', up: extractionTurns },
  { name: '0017-sign-in-addresses', up: signInAddresses },
  { name: '0018-container-fields', up: containerFields },
  { name: '0019-container-work', up: containerWork },
  { name: '0020-container-files', up: containerFiles },
  { name: '0021-imports', up: imports },
  { name: '0022-numbers', up: numbers },
  { name: '0023-container-outcomes', up: containerOutcomes },
  { name: '0024-checklist', up: checklist },
  { name: '0026-container-uploads', up: containerUploads },
  { name: '0027-virus-scans', up: virusScans },
  { name: '0028-folders', up: folders },
  { name: '0029-scans', up: scans },
  { name: '0030-container-counts', up: containerCounts },
  { name: '0033-delays-by-cause', up: delaysByCause },
];
