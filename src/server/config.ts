import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { defaultBrand } from '#shared/texts.ts';

const gibibyte = 1024 ** 3;

const emptyAsUnset = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value);
const setting = <T extends z.ZodType>(schema: T) => z.preprocess(emptyAsUnset, schema);

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://files.example.com' })
  .transform((text) => text.replace(/\/+$/, ''));

const databaseAddress = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://');

/** Where the bytes are kept, when they are not on the disk. */
export type Storage = {
  bucket: string;
  /** Empty, or ends in '/'; all names in the bucket begin with it. */
  prefix: string;
  /** None for Amazon's own. */
  endpoint: string | undefined;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** Where browsers fetch downloads from, by signed addresses; without it they pass through the server. */
  downloads: { endpoint: string | undefined } | undefined;
};

const storageShape = 'must be like s3://bucket?endpoint=https://s3.example.com&region=eu-central-1';

/** `s3://bucket/prefix?endpoint=…&region=…`, of which only the bucket is required. */
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

const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${least} to ${most}` })
    .int(`must be a whole number from ${least} to ${most}`)
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`);

const tokenTooShort = 'must have at least 16 characters';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every setting, by the name of its environment variable. Source: decisions.md section 1. */
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
  METRICS_TOKEN: setting(z.string().min(16, tokenTooShort).max(1024).optional()),
  LOG_LEVEL: setting(z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info')),
});

/** Settings that may be given as a file: `DATABASE_URL_FILE` and so on. */
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
  /** How many processes serve on this machine. */
  workers: number;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Where lists and searches are read, while it is there and not late. */
  replicaUrl: string | undefined;
  /** Without it files are kept in the data folder. */
  storage: Storage | undefined;
  admin: { name: string; email: string; password: string | undefined };
  brandName: string;
  /** How mail is sent, when it is. */
  smtp: { url: string; from: string } | undefined;
  maxUploadBytes: number;
  trustProxy: string[] | undefined;
  /** Who must sign in with a second factor; 'administrators' are roles 1 and 2. */
  requireTwoFactor: 'no' | 'administrators' | 'everyone';
  /** Removes earlier contents of files beyond the newest 20, or older than 180 days. */
  pruneVersions: boolean;
  /** How long entries of the audit log are kept. */
  auditDays: number;
  /** What a Prometheus server says to read `/metrics`; without it there is none. */
  metricsToken: string | undefined;
  logLevel: (typeof logLevels)[number];
}>;

/** A setting or a surrounding is wrong; the message is for the person who starts the server. */
export class CannotStart extends Error {}

/** Reads the environment once. Throws CannotStart with one line for each setting that is wrong. */
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
    admin: { name: read.ADMIN_NAME, email: read.ADMIN_EMAIL, password: read.ADMIN_PASSWORD },
    brandName: read.BRAND_NAME,
    smtp: read.SMTP_URL && read.MAIL_FROM ? { url: read.SMTP_URL, from: read.MAIL_FROM } : undefined,
    maxUploadBytes: read.MAX_UPLOAD_BYTES,
    trustProxy: read.TRUST_PROXY,
    requireTwoFactor: read.REQUIRE_TWO_FACTOR,
    pruneVersions: read.PRUNE_VERSIONS === 'yes',
    auditDays: read.AUDIT_DAYS,
    metricsToken: read.METRICS_TOKEN,
    logLevel: read.LOG_LEVEL,
  });
}

// More of them than this would need more memory and connections than somebody expects who has not asked for it.
const mostWorkersUnasked = 8;

function workersOf(read: z.output<typeof settings>): number {
  return read.WORKERS ?? (read.DATABASE_URL ? Math.min(availableParallelism(), mostWorkersUnasked) : 1);
}

function workerProblems(read: z.output<typeof settings>): string[] {
  if (read.DATABASE_URL || (read.WORKERS ?? 1) === 1) return [];
  return ['WORKERS: must be 1 without DATABASE_URL; the embedded database belongs to a single process'];
}

function replicaProblems(read: z.output<typeof settings>): string[] {
  return read.DATABASE_REPLICA_URL && !read.DATABASE_URL ? ['DATABASE_REPLICA_URL: needs DATABASE_URL'] : [];
}

function storageOf(read: z.output<typeof settings>): Storage | undefined {
  const { STORAGE_URL: place, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = read;
  const from = read.DOWNLOAD_FROM_STORE;
  return place && accessKeyId && secretAccessKey
    ? {
        ...place,
        credentials: { accessKeyId, secretAccessKey },
        downloads: from === 'no' ? undefined : { endpoint: from === 'yes' ? place.endpoint : from },
      }
    : undefined;
}

// Of 10,000 parts, which is what the stores agree on, of 8 MiB each.
const mostBucketBytes = 10_000 * 8 * 1024 ** 2;

function storageProblems(read: z.output<typeof settings>): string[] {
  const from = read.DOWNLOAD_FROM_STORE;
  if (!read.STORAGE_URL) return from === 'no' ? [] : ['DOWNLOAD_FROM_STORE: needs STORAGE_URL'];
  const address = from === 'yes' ? read.STORAGE_URL.endpoint : from;
  const keys = (['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const).filter((name) => !read[name]);
  return [
    ...keys.map((name) => `${name}: must be set where STORAGE_URL is`),
    ...(read.MAX_UPLOAD_BYTES > mostBucketBytes
      ? [`MAX_UPLOAD_BYTES: must be at most ${mostBucketBytes} where STORAGE_URL is set`]
      : []),
    // Browsers block a download that leads from a page over HTTPS to an address without it.
    ...(read.PUBLIC_URL?.startsWith('https:') && address?.startsWith('http:')
      ? ['DOWNLOAD_FROM_STORE: must lead to an https:// address where PUBLIC_URL is one']
      : []),
  ];
}

/** Mail needs a sender, and an address to lead to that no request can choose. */
function mailProblems(read: z.output<typeof settings>): string[] {
  if (!read.SMTP_URL) return [];
  return [
    ...(read.MAIL_FROM ? [] : ['MAIL_FROM: must be set where SMTP_URL is, for example Stowage <files@example.com>']),
    ...(read.PUBLIC_URL ? [] : ['PUBLIC_URL: must be set where SMTP_URL is; mails lead to it']),
  ];
}
