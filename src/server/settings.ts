import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { parseRetention } from '#shared/backup-schedule.ts';
import type { Retention, TimeOfDay } from '#shared/backup-schedule.ts';
import { languagePackage } from '#shared/scan-languages.ts';
import { defaultBrand } from '#shared/texts.ts';
import { mailInSettings } from './mail-in-settings.ts';
import { singleSignOnSettings } from './oidc-settings.ts';
import { hasScanLanguage } from './scan-languages.ts';
import { searchLanguages } from './search-languages.ts';
import { emailAddress, oneOf, setting, shortText } from './setting-types.ts';

const gibibyte = 1024 ** 3;

/** `name@host`, or a name before it: `Name <name@host>`. Mail servers refuse every mail without an address. */
const mailSender = shortText(320).regex(
  /^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
  'must be an e-mail address, or a name and an address such as Stowage <files@example.com>',
);

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://files.example.com' })
  .transform((text) => text.replace(/\/+$/, ''));

/**
 * The scheme, the name and the port of an address. Links and cookies depend on them, and the page does not work below a
 * path. `HTTPS://` becomes `https://`.
 */
const publicAddress = webAddress.transform((text, context) => {
  const { origin, href } = new URL(text);
  if (href === `${origin}/`) return origin;
  context.addIssue({ code: 'custom', message: 'must be an address without a path, such as https://files.example.com' });
  return z.NEVER;
});

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

const scanLanguages = z
  .string()
  .regex(/^[a-z_]{3,20}(\+[a-z_]{3,20}){0,7}$/, 'must be codes of languages such as eng or eng+deu')
  .transform((text, context) => {
    const languages = [...new Set(text.split('+'))];
    for (const language of languages.filter((code) => !hasScanLanguage(code)))
      context.addIssue({
        code: 'custom',
        message: `the data of the language ${language} is not installed; install the package ${languagePackage(language)}`,
      });
    return languages;
  });

const textLanguages = z
  .string()
  .transform((text) => [...new Set(text.split('+'))])
  .refine(
    (languages) => languages.every((language) => searchLanguages.includes(language)),
    `must be codes such as eng+deu, of these: ${searchLanguages.join(', ')}`,
  );

const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${min} to ${max}` })
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

/** The address of clamd, the daemon of ClamAV: a TCP port or a socket of the file system. */
export type ScannerAddress = { host: string; port: number } | { path: string };

/** `tcp://host:port` or `unix:/path`. Source: clamd.conf(5), TCPSocket and LocalSocket. */
const scannerAddress = z.string().transform((text, context): ScannerAddress => {
  const path = /^unix:(\/[^\0]+)$/.exec(text)?.[1];
  if (path !== undefined) return { path };
  const url = /^tcp:\/\/[^/@]+\/?$/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url?.hostname) return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 3310) };
  context.addIssue({ code: 'custom', message: 'must be like tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl' });
  return z.NEVER;
});

const tokenTooShort = 'must have at least 16 characters';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

const networks = z
  .string()
  .transform((list) => list.split(',').map((entry) => entry.trim()))
  .pipe(
    z.array(
      z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
        error: 'must be addresses or networks such as 10.0.0.0/8, separated by commas',
      }),
    ),
  );

/** Every setting, with the name of its environment variable. See docs/choices.md#settings. */
export const settings = z.object({
  HOST: setting(z.string().default('127.0.0.1')),
  PORT: setting(wholeNumber(0, 65_535).default(3000)),
  PUBLIC_URL: setting(publicAddress.optional()),
  WORKERS: setting(wholeNumber(1, 64).optional()),
  DATA_DIR: setting(z.string().default('./data')),
  DATABASE_URL: setting(databaseAddress.optional()),
  STORAGE_URL: setting(storageAddress.optional()),
  AWS_ACCESS_KEY_ID: setting(shortText(1024).optional()),
  AWS_SECRET_ACCESS_KEY: setting(shortText(1024).optional()),
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
  ADMIN_NAME: setting(shortText(255).default('Administrator')),
  ADMIN_EMAIL: setting(emailAddress.default('admin@example.com')),
  ADMIN_PASSWORD: setting(shortText(1024).min(8, 'must have at least 8 characters').optional()),
  BRAND_NAME: setting(shortText(60).default(defaultBrand)),
  SMTP_URL: setting(
    z
      .string()
      .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
      .optional(),
  ),
  MAIL_FROM: setting(mailSender.optional()),
  ...mailInSettings,
  MAX_UPLOAD_BYTES: setting(wholeNumber(1, 2 ** 50).default(5 * gibibyte)),
  TRUST_PROXY: setting(networks.optional()),
  WEBHOOK_PRIVATE_ADDRESSES: setting(networks.default([])),
  REQUIRE_TWO_FACTOR: setting(oneOf('no', 'administrators', 'everyone').default('no')),
  ...singleSignOnSettings,
  CLAMAV_URL: setting(scannerAddress.optional()),
  CLAMAV_UNSCANNED: setting(oneOf('refuse', 'allow').default('refuse')),
  PRUNE_VERSIONS: setting(oneOf('yes', 'no').default('no')),
  AUDIT_DAYS: setting(wholeNumber(1, 36_500).default(400)),
  TZ: setting(z.string().refine(isTimeZone, 'must be a time zone such as Europe/Berlin').optional()),
  SECURITY_CONTACT: setting(
    z
      .string()
      .regex(
        /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
        'must begin with mailto: or https://, such as mailto:security@example.com',
      )
      .max(1024, 'must have at most 1024 characters')
      .optional(),
  ),
  METRICS_TOKEN: setting(shortText(1024).min(16, tokenTooShort).optional()),
  OCR_LANGUAGES: setting(scanLanguages.default([])),
  SEARCH_LANGUAGES: setting(textLanguages.default(['eng', 'deu', 'fra'])),
  LOG_LEVEL: setting(z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info')),
});

/** Settings that can also be read from a file: `DATABASE_URL_FILE` and so on. */
export const secretSettings = [
  'DATABASE_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'ADMIN_PASSWORD',
  'SMTP_URL',
  'MAIL_IN_PASSWORD',
  'OIDC_CLIENT_SECRET',
  'METRICS_TOKEN',
] as const;

/** Settings of earlier versions, with what to do. A start with one of them continues. */
export const removedSettings = {
  DATABASE_REPLICA_URL: 'is not used any more, and lists are read from DATABASE_URL. Remove the setting.',
};
