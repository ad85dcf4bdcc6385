import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve, sep } from 'node:path';
import type { z } from 'zod';
import { mailInOf, mailInProblems } from './mail-in-settings.ts';
import { singleSignOnOf, singleSignOnProblems } from './oidc-settings.ts';
import { removedSettings, secretSettings, settings } from './settings.ts';
import type { BackupTarget, Storage } from './settings.ts';

type Settings = z.output<typeof settings>;

export type Config = Readonly<ReturnType<typeof configOf>>;

/** A setting or the environment is wrong. The message is for the administrator who starts the server. */
export class CannotStart extends Error {}

/** Reads the environment once. Throws CannotStart with one line for each invalid setting. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const problems: string[] = [];
  const values: NodeJS.ProcessEnv = { ...environment };
  for (const name of secretSettings) {
    const file = environment[`${name}_FILE`];
    if (!file || environment[name]) continue;
    try {
      values[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch {
      problems.push(`${name}_FILE: ${file} cannot be read`);
    }
  }
  const parsed = settings.safeParse(values);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) problems.push(`${String(issue.path[0])}: ${issue.message}`);
  }
  if (parsed.success)
    problems.push(
      ...workerProblems(parsed.data),
      ...mailProblems(parsed.data),
      ...mailInProblems(parsed.data),
      ...storageProblems(parsed.data),
      ...backupProblems(parsed.data),
      ...singleSignOnProblems(parsed.data),
    );
  if (problems.length > 0 || !parsed.success) throw new CannotStart([...new Set(problems)].join('\n'));
  return Object.freeze(configOf(parsed.data));
}

/** A value is undefined if its setting is missing. */
function configOf(read: Settings) {
  return {
    host: read.HOST,
    port: read.PORT,
    publicUrl: read.PUBLIC_URL,
    /** The number of processes that serve requests on this machine. */
    workers: workersOf(read),
    dataDir: resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL,
    /** Undefined: blobs are in the data folder. */
    storage: storageOf(read),
    /** Undefined: no scheduled backups. */
    backup: backupOf(read),
    admin: { name: read.ADMIN_NAME, email: read.ADMIN_EMAIL, password: read.ADMIN_PASSWORD },
    brandName: read.BRAND_NAME,
    /** Undefined: no mail is sent. */
    smtp: read.SMTP_URL && read.MAIL_FROM ? { url: read.SMTP_URL, from: read.MAIL_FROM } : undefined,
    /** Undefined: no mailbox is read. */
    mailIn: mailInOf(read),
    maxUploadBytes: read.MAX_UPLOAD_BYTES,
    trustProxy: read.TRUST_PROXY,
    /** The addresses and networks outside of the public internet that webhooks may reach. */
    webhookNetworks: read.WEBHOOK_PRIVATE_ADDRESSES,
    /** The users who have to sign in with a second factor; 'administrators' are roles 1 and 2. */
    requireTwoFactor: read.REQUIRE_TWO_FACTOR,
    /** Undefined: users sign in with passwords only. */
    singleSignOn: singleSignOnOf(read),
    /** The virus scanner. Undefined: uploads are not scanned. */
    scanner: read.CLAMAV_URL && { address: read.CLAMAV_URL, unscanned: read.CLAMAV_UNSCANNED },
    /** Deletes file versions beyond the newest 20, and those replaced more than 180 days ago. */
    pruneVersions: read.PRUNE_VERSIONS === 'yes',
    /** Entries of the audit log are deleted after this many days. */
    auditDays: read.AUDIT_DAYS,
    /** The IANA name of the zone in which the server decides that a date has passed. Node itself reads TZ. */
    timeZone: read.TZ ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    /** The address of `/.well-known/security.txt`, which does not exist without one. */
    securityContact: read.SECURITY_CONTACT,
    /** The bearer token for `/metrics`. If undefined, there is no such endpoint. */
    metricsToken: read.METRICS_TOKEN,
    /** The languages in which the text of scans is recognized. Empty: it is not recognized. */
    scanLanguages: read.OCR_LANGUAGES,
    /** The languages of which a search in texts finds other forms of a word. */
    searchLanguages: read.SEARCH_LANGUAGES,
    logLevel: read.LOG_LEVEL,
  };
}

/** Returns one line for each setting of an earlier version that the environment still has. */
export const removedSettingsIn = (environment: NodeJS.ProcessEnv): string[] =>
  Object.entries(removedSettings)
    .filter(([name]) => environment[name] || environment[`${name}_FILE`])
    .map(([name, change]) => `${name}: ${change}`);

// The default uses no more workers than this, to limit memory and database connections.
const defaultMaxWorkers = 8;

/**
 * Returns the default number of workers with PostgreSQL. One core is left to the database, because a second process on
 * two cores brings no speed and doubles the memory.
 */
export const defaultWorkers = (cores: number): number => Math.min(Math.max(1, cores - 1), defaultMaxWorkers);

function workersOf(read: Settings): number {
  return read.WORKERS ?? (read.DATABASE_URL ? defaultWorkers(availableParallelism()) : 1);
}

function workerProblems(read: Settings): string[] {
  if (read.DATABASE_URL || (read.WORKERS ?? 1) === 1) return [];
  return ['WORKERS: must be 1 without DATABASE_URL; the embedded database belongs to a single process'];
}

function storageOf(read: Settings): Storage | undefined {
  const { STORAGE_URL: location, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = read;
  const downloadFrom = read.DOWNLOAD_FROM_STORE;
  return location && accessKeyId && secretAccessKey
    ? {
        ...location,
        credentials: { accessKeyId, secretAccessKey },
        downloads:
          downloadFrom === 'no' ? undefined : { endpoint: downloadFrom === 'yes' ? location.endpoint : downloadFrom },
      }
    : undefined;
}

// S3-compatible stores accept 10,000 parts per upload. Each part has 8 MiB.
const maxBucketBytes = 10_000 * 8 * 1024 ** 2;

function storageProblems(read: Settings): string[] {
  const downloadFrom = read.DOWNLOAD_FROM_STORE;
  if (!read.STORAGE_URL) return downloadFrom === 'no' ? [] : ['DOWNLOAD_FROM_STORE: needs STORAGE_URL'];
  const address = downloadFrom === 'yes' ? read.STORAGE_URL.endpoint : downloadFrom;
  const keys = (['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const).filter((name) => !read[name]);
  return [
    ...keys.map((name) => `${name}: must be set where STORAGE_URL is`),
    ...(read.MAX_UPLOAD_BYTES > maxBucketBytes
      ? [`MAX_UPLOAD_BYTES: must be at most ${maxBucketBytes} where STORAGE_URL is set`]
      : []),
    // Browsers block a download from an HTTPS page to an address without HTTPS.
    ...(read.PUBLIC_URL?.startsWith('https:') && address?.startsWith('http:')
      ? ['DOWNLOAD_FROM_STORE: must lead to an https:// address where PUBLIC_URL is one']
      : []),
  ];
}

function backupOf(read: Settings) {
  const target = backupTargetOf(read);
  return target && { target, time: read.BACKUP_TIME, keep: read.BACKUP_KEEP };
}

function backupTargetOf(read: Settings): BackupTarget | undefined {
  const { BACKUP_TARGET: location, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = read;
  if (!location || 'folder' in location) return location;
  if (!accessKeyId || !secretAccessKey) return undefined;
  return { storage: { ...location, credentials: { accessKeyId, secretAccessKey }, downloads: undefined } };
}

/** A backup inside the data is lost together with it, and the store could remove it as a leftover. */
function backupProblems(read: Settings): string[] {
  const { BACKUP_TARGET: target, STORAGE_URL: store } = read;
  if (!target) return [];
  if ('folder' in target) {
    const [data, folder] = [resolve(read.DATA_DIR) + sep, target.folder + sep];
    const overlaps = folder.startsWith(data) || data.startsWith(folder);
    return overlaps ? ['BACKUP_TARGET: must be outside of DATA_DIR, and best on another disk'] : [];
  }
  const keys = (['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const).filter((name) => !read[name]);
  const sameBucket = store?.bucket === target.bucket && store.endpoint === target.endpoint;
  const overlaps = sameBucket && (store.prefix.startsWith(target.prefix) || target.prefix.startsWith(store.prefix));
  return [
    ...keys.map((name) => `${name}: must be set where BACKUP_TARGET is a bucket`),
    ...(overlaps ? ['BACKUP_TARGET: must be another bucket or prefix than STORAGE_URL'] : []),
  ];
}

/** Reads the address of a target on the command line. The keys of a bucket are in the environment. */
export function readBackupTarget(address: string, environment: NodeJS.ProcessEnv): BackupTarget {
  const { backup } = readConfig({ ...environment, BACKUP_TARGET: address });
  if (!backup) throw new CannotStart('BACKUP_TARGET is not set');
  return backup.target;
}

/** Mail needs a sender, and a base URL for its links that does not come from a request. */
function mailProblems(read: Settings): string[] {
  if (!read.SMTP_URL) return [];
  return [
    ...(read.MAIL_FROM ? [] : ['MAIL_FROM: must be set where SMTP_URL is, for example Stowage <files@example.com>']),
    ...(read.PUBLIC_URL ? [] : ['PUBLIC_URL: must be set where SMTP_URL is; mails lead to it']),
  ];
}
