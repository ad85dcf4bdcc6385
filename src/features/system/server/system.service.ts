import { statfs } from 'node:fs/promises';
import process from 'node:process';
import { countRecordedBlobs } from '#features/integrity/server/integrity.queries.ts';
import type { MailInResult } from '#features/mail-in/mail-in.rules.ts';
import { countLeft } from '#features/mail-in/server/mail-in.queries.ts';
import { describeOutbox } from '#features/notifications/server/outbox.queries.ts';
import { countUsers } from '#features/users/server/users.queries.ts';
import { activeTime } from '#features/users/users.rules.ts';
import { countScans } from '#features/virus-scan/server/virus-scans.queries.ts';
import { pingDatabase } from '#server/access/access.queries.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { DatabaseFileLost } from '#server/database/database-file.ts';
import { checkWritable, describeDatabase } from '#server/database/dialect/maintenance.ts';
import {
  backupRun,
  failedMailRun,
  failedPointRun,
  listLastRuns,
  mailInRun,
  pointRun,
  runsWithResult,
  verifyRun,
} from '#server/database/last-runs.queries.ts';
import type { BackupResult, LastRun, PointResult, VerifyResult } from '#server/database/last-runs.queries.ts';
import { isOpenToOthers } from '#server/database/private-folder.ts';
import { responseMsOf, statusOf } from '#server/http/health.ts';
import type { Http } from '#server/http/mount.ts';
import { productVersion } from '#server/product-version.ts';
import { formatTimeOfDay, isBackupLate, isFailing } from '#shared/backup-schedule.ts';
import type { System } from '../system.contract.ts';
import { warningsOf } from '../system.rules.ts';
import type { WarningFacts } from '../system.rules.ts';
import { countDamaged, countExtractions, firstHasGivenPassword } from './system.queries.ts';

/** The facts are cached because counting a million files is slow. */
const cacheMs = 5_000;

type HiddenFacts = Pick<
  WarningFacts,
  'has_given_password' | 'is_database_lost' | 'is_store_read_only' | 'is_folder_open'
>;
type Facts = { system: Omit<System, 'warnings'>; hidden: HiddenFacts };

// One entry for each context, because tests open several in one process.
const cache = new WeakMap<Context, { at: number; facts: Promise<Facts> }>();

/** Returns the state of the system, at most five seconds old, with its warnings. */
export async function describeSystem(ctx: Context, { request }: Http): Promise<System> {
  const { system, hidden } = await readFactsCached(ctx);
  const address = ctx.config.publicUrl ?? `${request.protocol}://${request.host}`;
  return { ...system, warnings: warningsOf({ ...system, ...hidden, address }, ctx.clock()) };
}

/** Returns the facts that do not depend on the request, at most five seconds old. */
export async function readSystem(ctx: Context): Promise<Facts['system']> {
  return (await readFactsCached(ctx)).system;
}

function readFactsCached(ctx: Context): Promise<Facts> {
  const cached = cache.get(ctx);
  const now = ctx.clock().getTime();
  if (cached && Math.abs(now - cached.at) < cacheMs) return cached.facts;
  const facts = readFacts(ctx);
  cache.set(ctx, { at: now, facts });
  // A failure is not cached, because the database may be available again at once.
  facts.catch(() => cache.delete(ctx));
  return facts;
}

async function readFacts(ctx: Context): Promise<Facts> {
  const { listDb, config, clock, mailer } = ctx;
  const now = clock();
  const startedAt = performance.now();
  await pingDatabase(ctx.db);
  const answer_ms = roundedMs(performance.now() - startedAt);
  const { blobs: files, bytes } = await countRecordedBlobs(listDb);
  const { bsize, blocks, bavail } = await statfs(config.dataDir);
  const runs = await listLastRuns(listDb);
  const storeMs = await responseMsOf(() => ctx.blobs.check());
  const system = {
    version: productVersion(),
    node: process.versions.node,
    started_at: new Date(now.getTime() - process.uptime() * 1000).toISOString(),
    time_zone: config.timeZone,
    database: { ...(await describeDatabase(listDb)), answer_ms },
    store: { ...locationOf(config), files, bytes, answer_ms: storeMs === undefined ? null : roundedMs(storeMs) },
    disk: { total: blocks * bsize, free: bavail * bsize },
    people: {
      users: await countUsers(listDb, { search: '' }),
      active: await countUsers(listDb, { search: '', active: activeTime(now) }),
    },
    extractions: await countExtractions(listDb),
    virus_scanner: await describeScanner(ctx),
    mail_in: await describeMailIn(ctx, runs),
    mail: mailer ? { ...(await describeOutbox(listDb, now.toISOString())), failure: lastFailedMail(runs) } : null,
    jobs: runs
      .filter(({ name }) => !runsWithResult.includes(name))
      .map(({ name, began_at, took_ms, failed }) => ({ name, began_at, took_ms, failed })),
    backup: lastOf(runs, backupRun) as (Ended & BackupResult) | null,
    restore_points: describePoints(ctx, runs),
    verify: lastOf(runs, verifyRun) as (Ended & VerifyResult) | null,
    damaged: await countDamaged(listDb),
  };
  return { system, hidden: await readHiddenFacts(ctx, storeMs !== undefined) };
}

function lastFailedMail(runs: readonly LastRun[]): NonNullable<System['mail']>['failure'] {
  const failure = lastOf(runs, failedMailRun) as (Ended & { reason: string }) | null;
  return failure && { at: failure.at, reason: failure.reason };
}

async function describeScanner({ scannerVersion, listDb }: Context): Promise<System['virus_scanner']> {
  if (!scannerVersion) return null;
  const version = await scannerVersion().catch(() => null);
  return { version, ...(await countScans(listDb)) };
}

async function describeMailIn({ config, listDb }: Context, runs: readonly LastRun[]): Promise<System['mail_in']> {
  if (!config.mailIn) return null;
  const { user, host, folder } = config.mailIn;
  const last: (Ended & MailInResult) | null = lastOf(runs, mailInRun);
  return {
    mailbox: `${user} (${host}, ${folder})`,
    left: await countLeft(listDb),
    read_at: last?.at ?? null,
    failure: last?.reason ?? null,
    renumbered_at: last?.renumbered_at ?? null,
  };
}

async function readHiddenFacts({ db, listDb, config, blobs }: Context, hasStore: boolean): Promise<HiddenFacts> {
  return {
    has_given_password: await firstHasGivenPassword(listDb),
    is_database_lost: await checkWritable(db).then(
      () => false,
      (error: unknown) => error instanceof DatabaseFileLost,
    ),
    is_store_read_only: hasStore && (await statusOf(() => blobs.checkWrite())) === 'unavailable',
    is_folder_open: isOpenToOthers(config.dataDir),
  };
}

const roundedMs = (ms: number) => Math.round(ms * 10) / 10;

type Ended = { at: string; took_ms: number };

/** Returns the last run of a job with its result. The name of the run determines the type of the result. */
function lastOf(runs: readonly LastRun[], name: string): Ended | null {
  const run = runs.find((one) => one.name === name);
  return run ? { at: run.began_at, took_ms: run.took_ms, ...(run.result as object) } : null;
}

function describePoints({ config, clock }: Context, runs: readonly LastRun[]): System['restore_points'] {
  if (!config.backup) return null;
  const { target, time } = config.backup;
  const last = lastOf(runs, pointRun) as (Ended & PointResult) | null;
  const failure = lastOf(runs, failedPointRun) as (Ended & { reason: string }) | null;
  const failing = failure && isFailing({ goodAt: last?.at, failedAt: failure.at }, clock());
  return {
    target: 'folder' in target ? target.folder : locationOf({ ...config, storage: target.storage }).location,
    time: formatTimeOfDay(time),
    is_late: isBackupLate(last?.at, time, clock()),
    last,
    failure: failing ? { at: failure.at, reason: failure.reason } : null,
  };
}

/** Returns the store's address without credentials, which the configured URL may contain. */
function locationOf({ storage, dataDir }: Config): Pick<System['store'], 'kind' | 'location'> {
  if (!storage) return { kind: 'folder', location: dataDir };
  const { bucket, prefix, endpoint } = storage;
  const at = endpoint ? ` (${new URL(endpoint).host})` : '';
  return { kind: 'bucket', location: `s3://${bucket}/${prefix}${at}` };
}
