import { dayMs } from '#shared/calendar.ts';
import { dash } from '#shared/format.ts';

/** The problems that an administrator has to solve, the most urgent first. */
export const warningKinds = [
  'database-lost',
  'database-damaged',
  'damaged-files',
  'store-away',
  'store-read-only',
  'scanner-away',
  'mailbox-away',
  'disk-full',
  'open-folder',
  'plain-http',
  'given-password',
  'no-backup',
  'backup-failed',
  'backup-late',
  'job-failed',
  'no-mail',
] as const;
export type WarningKind = (typeof warningKinds)[number];

/** The name of the scheduled job that checks the database. */
export const databaseCheckJob = 'checking the database';

/** The name of the scheduled job that makes restore points. */
export const backupJob = 'backing up';

/** The name of the scheduled job that files mails. */
export const mailInJob = 'filing mails';

/** The used share of the data folder's disk from which a warning is shown. Our choice. */
export const fullShare = 0.9;

/** Maximum age of the last backup before a warning is shown: a restore loses at most a week of work. */
export const backupWithinMs = 7 * dayMs;

/** Whether another warning than that of failed jobs reports this job. */
export const hasOwnWarning = (name: string) => [databaseCheckJob, backupJob, mailInJob].includes(name);

export type WarningFacts = {
  /** The address that browsers use. */
  address: string;
  damaged: number;
  store: { answer_ms: number | null };
  disk: { total: number; free: number };
  /** Null without CLAMAV_URL. */
  virus_scanner: { version: string | null } | null;
  /** Null without MAIL_IN_URL. */
  mail_in: { failure: string | null } | null;
  has_given_password: boolean;
  backup: { at: string } | null;
  /** Null without BACKUP_TARGET. */
  restore_points: { is_late: boolean; failure: object | null } | null;
  jobs: readonly { name: string; failed: boolean }[];
  /** The file of the database was deleted or replaced. */
  is_database_lost: boolean;
  /** The store can be read, but does not accept files. */
  is_store_read_only: boolean;
  /** All users of the machine can enter the data folder. */
  is_folder_open: boolean;
  /** Null without SMTP_URL. */
  mail: object | null;
};

export function warningsOf(facts: WarningFacts, now: Date): WarningKind[] {
  const { disk, backup } = facts;
  const holds: Record<WarningKind, boolean> = {
    'database-lost': facts.is_database_lost,
    'database-damaged': facts.jobs.some(({ name, failed }) => failed && name === databaseCheckJob),
    'damaged-files': facts.damaged > 0,
    'store-away': facts.store.answer_ms === null,
    'store-read-only': facts.is_store_read_only,
    'scanner-away': facts.virus_scanner?.version === null,
    'mailbox-away': (facts.mail_in?.failure ?? null) !== null,
    'disk-full': disk.total > 0 && usedShare(disk) >= fullShare,
    'open-folder': facts.is_folder_open,
    'plain-http': isPlainOverNetwork(facts.address),
    'given-password': facts.has_given_password,
    'no-backup':
      facts.restore_points === null && (backup === null || now.getTime() - Date.parse(backup.at) > backupWithinMs),
    'backup-failed': (facts.restore_points?.failure ?? null) !== null,
    // The warning about a failed backup has more details.
    'backup-late': facts.restore_points?.is_late === true && facts.restore_points.failure === null,
    'job-failed': facts.jobs.some(({ name, failed }) => failed && !hasOwnWarning(name)),
    'no-mail': facts.mail === null,
  };
  return warningKinds.filter((kind) => holds[kind]);
}

export const usedShare = ({ total, free }: { total: number; free: number }) => (total === 0 ? 0 : 1 - free / total);

/** Whether traffic to this address can be read on the network. Traffic to the local machine cannot. */
export function isPlainOverNetwork(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

const units = [
  [1000, 'ms'],
  [60, 's'],
  [60, 'min'],
  [48, 'h'],
] as const;

/** Formats a duration: '< 1 ms', '12 ms', '1.5 s', '3 min', '47 h', '12 days'. */
export function formatLength(ms: number): string {
  if (Number.isNaN(ms)) return dash;
  if (ms < 1) return '< 1 ms';
  let length = ms;
  for (const [max, unit] of units) {
    if (length < max) return `${unit === 's' ? Number(length.toFixed(1)) : Math.round(length)} ${unit}`;
    length /= max === 48 ? 24 : max;
  }
  return `${Math.floor(length)} days`;
}
