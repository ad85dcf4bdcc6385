import { statfs } from 'node:fs/promises';
import process from 'node:process';
import { activeWithinMs } from '#features/dashboards/dashboards.rules.ts';
import { countActiveUsers } from '#features/dashboards/server/dashboards.queries.ts';
import { countRecordedBlobs } from '#features/integrity/server/integrity.queries.ts';
import { countUsers } from '#features/users/server/users.queries.ts';
import { askDatabase } from '#server/access/access.queries.ts';
import type { Config } from '#server/config.ts';
import { backupRun, listLastRuns, verifyRun } from '#server/database/last-runs.queries.ts';
import type { BackupResult, LastRun, VerifyResult } from '#server/database/last-runs.queries.ts';
import { describeDatabase } from '#server/database/portable.ts';
import { answerMsOf } from '#server/http/health.ts';
import type { Http } from '#server/http/mount.ts';
import type { Parts } from '#server/parts.ts';
import { productVersion } from '#server/product-version.ts';
import type { System } from '../system.contract.ts';
import { warningsOf } from '../system.rules.ts';
import { countDamaged, countReadings, firstHasGivenPassword } from './system.queries.ts';

/** Counting all files takes a moment where there are a million. */
const keptMs = 5_000;

type Facts = Omit<System, 'warnings'> & { has_given_password: boolean };

// Of each product its own: several may be open in one process.
const kept = new WeakMap<Parts, { at: number; facts: Promise<Facts> }>();

/** How everything is, as it was at most some seconds ago. */
export async function seeSystem(parts: Parts, { request }: Http): Promise<System> {
  const { has_given_password, ...facts } = await lookAround(parts);
  const address = parts.config.publicUrl ?? `${request.protocol}://${request.host}`;
  return { ...facts, warnings: warningsOf({ ...facts, has_given_password, address }, parts.clock()) };
}

/** The same without what depends on who is asking. */
export function lookAround(parts: Parts): Promise<Facts> {
  const known = kept.get(parts);
  const now = parts.clock().getTime();
  if (known && Math.abs(now - known.at) < keptMs) return known.facts;
  const facts = gather(parts);
  kept.set(parts, { at: now, facts });
  // A database that was away may be back at once.
  facts.catch(() => kept.delete(parts));
  return facts;
}

async function gather(parts: Parts): Promise<Facts> {
  const { reader, config, clock, mailer } = parts;
  const now = clock();
  const asked = performance.now();
  await askDatabase(parts.db);
  const answer_ms = roundedMs(performance.now() - asked);
  const since = new Date(now.getTime() - activeWithinMs).toISOString();
  const { blobs: files, bytes } = await countRecordedBlobs(reader);
  const { bsize, blocks, bavail } = await statfs(config.dataDir);
  const runs = await listLastRuns(reader);
  const storeMs = await answerMsOf(() => parts.blobs.check());
  return {
    version: productVersion(),
    node: process.versions.node,
    started_at: new Date(now.getTime() - process.uptime() * 1000).toISOString(),
    database: { ...(await describeDatabase(reader)), answer_ms },
    store: { ...placeOf(config), files, bytes, answer_ms: storeMs === undefined ? null : roundedMs(storeMs) },
    disk: { total: blocks * bsize, free: bavail * bsize },
    people: {
      users: await countUsers(reader, ''),
      active: await countActiveUsers(reader, { since, now: now.toISOString() }),
    },
    readings: await countReadings(reader),
    mail: mailer !== undefined,
    rounds: runs
      .filter(({ name }) => name !== backupRun && name !== verifyRun)
      .map(({ name, began_at, took_ms, failed }) => ({ name, began_at, took_ms, failed })),
    backup: lastOf(runs, backupRun) as (Ended & BackupResult) | null,
    verify: lastOf(runs, verifyRun) as (Ended & VerifyResult) | null,
    damaged: await countDamaged(reader),
    has_given_password: await firstHasGivenPassword(reader),
  };
}

const roundedMs = (ms: number) => Math.round(ms * 10) / 10;

type Ended = { at: string; took_ms: number };

/** With the result that its name says it has. */
function lastOf(runs: readonly LastRun[], name: string): Ended | null {
  const run = runs.find((one) => one.name === name);
  return run ? { at: run.began_at, took_ms: run.took_ms, ...(run.result as object) } : null;
}

/** Without keys, which an address could hold. */
function placeOf({ storage, dataDir }: Config): Pick<System['store'], 'kind' | 'place'> {
  if (!storage) return { kind: 'folder', place: dataDir };
  const { bucket, prefix, endpoint } = storage;
  const at = endpoint ? ` (${new URL(endpoint).host})` : '';
  return { kind: 'bucket', place: `s3://${bucket}/${prefix}${at}` };
}
