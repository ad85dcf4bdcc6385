import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { isAbsolute, resolve, sep } from 'node:path';
import { z } from 'zod';
import { parseRetention } from '#shared/backup-schedule.ts';
import type { Retention, TimeOfDay } from '#shared/backup-schedule.ts';
import { defaultBrand } from '#shared/texts.ts';

const gibibyte = 1024 ** 3;

const emptyAsUnset = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value);
const setting = <T extends z.ZodType>(schema: T) => z.preprocess(emptyAsUnset, schema);

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://files.example.com' })
  .transform((text) => text.replace(/\/+$/, ''));

const databaseAddress = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://');

/** The S3-compatible store for the blobs. Without it, blobs are on the disk. */
export type Storage = {
  bucket: string;
  /** Empty, or ends in '/'. All names in the bucket begin with it. */
  prefix: string;
  /** Undefined for Amazon S3. */
  endpoint: string | undefined;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** The address from which browsers download with signed URLs. If undefined, the server sends the downloads itself. */
  downloads: { endpoint: string | undefined } | undefined;
};

/** The location of the backups. */
export type BackupTarget = { folder: string } | { storage: Storage };

const storageShape = 'must be like s3://bucket?endpoint=https://s3.example.com&region=eu-central-1';

/** `s3://bucket/prefix?endpoint=…&region=…`. Only the bucket is required. */
const storageAddress = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const endpoint = url?.searchParams.get('endpoint') ?? undefined;
  const known = [...(url?.searchParams.keys() ?? [])].every((name) => name === 'endpoint' || name === 'region');
  const hasEndpoint = endpoint === undefined || webAddress.safeParse(endpoint).success;
  const isPlain = /^[\w./-]*$/.test(url?.pathname ?? '');
  if (
    url?.protocol !== 's3:' ||
    !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host) ||
    !known ||
    !hasEndpoint ||
    !isPlain
  ) {
    context.addIssue({ code: 'custom', message: storageShape });
    return z.NEVER;
  }
  if (url.username || url.password) {
    context.addIssue({
      code: 'custom',
      message: 'must not hold the keys; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    });
    return z.NEVER;
  }
  const folders = url.pathname.split('/').filter(Boolean);
  return {
    bucket: url.host,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    endpoint,
    region: url.searchParams.get('region') ?? 'us-east-1',
  };
});

/** A folder, or a bucket in the form of STORAGE_URL. */
const backupTarget = z.union(
  [
    z.string().startsWith('s3:').pipe(storageAddress),
    z
      .string()
      .refine((path) => isAbsolute(path) && !path.includes('\0'), 'must be')
      .transform((path) => ({ folder: resolve(path) })),
  ],
  {
    error:
      'must be a folder such as /backups, from the root of the disk, or an address like s3://bucket/prefix?endpoint=https://s3.example.com',
  },
);

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 02:30')
  .transform((text): TimeOfDay => ({ hour: Number(text.slice(0, 2)), minute: Number(text.slice(3)) }));

const retention = z.string().transform((text, context): Retention => {
  const parsed = parseRetention(text);
  if (parsed) return parsed;
  context.addIssue({ code: 'custom', message: 'must be numbers of days, weeks and months such as 7d 4w 12m' });
  return z.NEVER;
});

const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${min} to ${max}` })
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

const tokenTooShort = 'must have at least 16 characters';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Every setting, with the name of its environment variable. See docs/choices.md#settings. */
export const settings = z.object({
  HOST: setting(z.string().default('127.0.0.1')),
  PORT: setting(wholeNumber(0, 65_535).default(3000)),
  PUBLIC_URL: setting(webAddress.optional()),
  WORKERS: setting(wholeNumber(1, 64).optional()),
  DATA_DIR: setting(z.string().default('./data')),
  DATABASE_URL: setting(databaseAddress.optional()),
  DATABASE_REPLICA_URL: setting(databaseAddress.optional()),
  STORAGE_URL: setting(storageAddress.optional()),
  AWS_ACCESS_KEY_ID: setting(z.string().max(1024).optional()),
  AWS_SECRET_ACCESS_KEY: setting(z.string().max(1024).optional()),
  DOWNLOAD_FROM_STORE: setting(
    z
      .union([z.enum(['yes', 'no']), webAddress], {
        error: 'must be yes, no, or the address of the store as browsers reach it',
      })
      .default('no'),
  ),
  BACKUP_TARGET: setting(backupTarget.optional()),
  BACKUP_TIME: setting(timeOfDay.default({ hour: 2, minute: 30 })),
  BACKUP_KEEP: setting(retention.default({ days: 7, weeks: 4, months: 12 })),
  ADMIN_NAME: setting(z.string().max(255).default('Administrator')),
  ADMIN_EMAIL: setting(z.email('must be an e-mail address').max(254).default('admin@example.com')),
  ADMIN_PASSWORD: setting(z.string().min(8, 'must have at least 8 characters').max(1024).optional()),
  BRAND_NAME: setting(z.string().max(60).default(defaultBrand)),
  SMTP_URL: setting(
    z
      .string()
      .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
      .optional(),
  ),
  MAIL_FROM: setting(z.string().max(320).optional()),
  MAX_UPLOAD_BYTES: setting(wholeNumber(1, 2 ** 50).default(5 * gibibyte)),
  TRUST_PROXY: setting(
    z
      .string()
      .transform((list) => list.split(',').map((entry) => entry.trim()))
      .pipe(
        z.array(
          z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
            error: 'must be addresses or networks such as 10.0.0.0/8, separated by commas',
          }),
        ),
      )
      .optional(),
  ),
  REQUIRE_TWO_FACTOR: setting(
    z.enum(['no', 'administrators', 'everyone'], { error: 'must be no, administrators or everyone' }).default('no'),
  ),
  PRUNE_VERSIONS: setting(z.enum(['yes', 'no'], { error: 'must be yes or no' }).default('no')),
  AUDIT_DAYS: setting(wholeNumber(1, 36_500).default(400)),
  TZ: setting(z.string().refine(isTimeZone, 'must be a time zone such as Europe/Hamburg').optional()),
  METRICS_TOKEN: setting(z.string().min(16, tokenTooShort).max(1024).optional()),
  LOG_LEVEL: setting(z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info')),
});

/** Settings that can also be read from a file: `DATABASE_URL_FILE` and so on. */
const secretSettings = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'ADMIN_PASSWORD',
  'SMTP_URL',
  'METRICS_TOKEN',
] as const;

export type Config = Readonly<{
  host: string;
  port: number;
  publicUrl: string | undefined;
  /** The number of processes that serve requests on this machine. */
  workers: number;
  dataDir: string;
  databaseUrl: string | undefined;
  /** The replica for lists and searches. It is used while it is reachable and does not lag. */
  replicaUrl: string | undefined;
  /** Undefined: blobs are in the data folder. */
  storage: Storage | undefined;
  /** Undefined: no scheduled backups. */
  backup: { target: BackupTarget; time: TimeOfDay; keep: Retention } | undefined;
  admin: { name: string; email: string; password: string | undefined };
  brandName: string;
  /** Undefined: no mail is sent. */
  smtp: { url: string; from: string } | undefined;
  maxUploadBytes: number;
  trustProxy: string[] | undefined;
  /** The users who have to sign in with a second factor; 'administrators' are roles 1 and 2. */
  requireTwoFactor: 'no' | 'administrators' | 'everyone';
  /** Deletes file versions beyond the newest 20, and those older than 180 days. */
  pruneVersions: boolean;
  /** Entries of the audit log are deleted after this many days. */
  auditDays: number;
  /** The IANA name of the zone in which the server decides that a date has passed. */
  timeZone: string;
  /** The bearer token for `/metrics`. If undefined, there is no such endpoint. */
  metricsToken: string | undefined;
  logLevel: (typeof logLevels)[number];
}>;

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
      ...replicaProblems(parsed.data),
      ...mailProblems(parsed.data),
      ...storageProblems(parsed.data),
      ...backupProblems(parsed.data),
    );
  if (problems.length > 0 || !parsed.success) throw new CannotStart([...new Set(problems)].join('\n'));
  const read = parsed.data;
  return Object.freeze({
    host: read.HOST,
    port: read.PORT,
    publicUrl: read.PUBLIC_URL,
    workers: workersOf(read),
    dataDir: resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL,
    replicaUrl: read.DATABASE_REPLICA_URL,
    storage: storageOf(read),
    backup: backupOf(read),
    admin: { name: read.ADMIN_NAME, email: read.ADMIN_EMAIL, password: read.ADMIN_PASSWORD },
    brandName: read.BRAND_NAME,
    smtp: read.SMTP_URL && read.MAIL_FROM ? { url: read.SMTP_URL, from: read.MAIL_FROM } : undefined,
    maxUploadBytes: read.MAX_UPLOAD_BYTES,
    trustProxy: read.TRUST_PROXY,
    requireTwoFactor: read.REQUIRE_TWO_FACTOR,
    pruneVersions: read.PRUNE_VERSIONS === 'yes',
    auditDays: read.AUDIT_DAYS,
    // Node itself reads TZ. Without it, the zone of the machine holds.
    timeZone: read.TZ ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    metricsToken: read.METRICS_TOKEN,
    logLevel: read.LOG_LEVEL,
  });
}

// The default uses no more workers than this, to limit memory and database connections.
const defaultMaxWorkers = 8;

function workersOf(read: z.output<typeof settings>): number {
  return read.WORKERS ?? (read.DATABASE_URL ? Math.min(availableParallelism(), defaultMaxWorkers) : 1);
}

function workerProblems(read: z.output<typeof settings>): string[] {
  if (read.DATABASE_URL || (read.WORKERS ?? 1) === 1) return [];
  return ['WORKERS: must be 1 without DATABASE_URL; the embedded database belongs to a single process'];
}

function replicaProblems(read: z.output<typeof settings>): string[] {
  return read.DATABASE_REPLICA_URL && !read.DATABASE_URL ? ['DATABASE_REPLICA_URL: needs DATABASE_URL'] : [];
}

function storageOf(read: z.output<typeof settings>): Storage | undefined {
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

function storageProblems(read: z.output<typeof settings>): string[] {
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

function backupOf(read: z.output<typeof settings>): Config['backup'] {
  const { BACKUP_TARGET: location, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = read;
  if (!location) return undefined;
  const schedule = { time: read.BACKUP_TIME, keep: read.BACKUP_KEEP };
  if ('folder' in location) return { target: location, ...schedule };
  if (!accessKeyId || !secretAccessKey) return undefined;
  const storage = { ...location, credentials: { accessKeyId, secretAccessKey }, downloads: undefined };
  return { target: { storage }, ...schedule };
}

/** A backup in the place of the data is lost together with it, and would be taken for leftovers of the store. */
function backupProblems(read: z.output<typeof settings>): string[] {
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
function mailProblems(read: z.output<typeof settings>): string[] {
  if (!read.SMTP_URL) return [];
  return [
    ...(read.MAIL_FROM ? [] : ['MAIL_FROM: must be set where SMTP_URL is, for example Stowage <files@example.com>']),
    ...(read.PUBLIC_URL ? [] : ['PUBLIC_URL: must be set where SMTP_URL is; mails lead to it']),
  ];
}
