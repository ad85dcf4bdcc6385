import { verifyChain } from '#features/audit/server/chain.service.ts';
import type { ChainReport } from '#features/audit/server/chain.service.ts';
import { countRecordedBlobs, deleteUnnamedDamage } from '#features/integrity/server/integrity.queries.ts';
import { orphanedBlobs } from '#features/integrity/server/orphans.service.ts';
import { recordedBlobs, verifyBlobs } from '#features/integrity/server/verify-blobs.service.ts';
import type { Damage } from '#features/integrity/server/verify-blobs.service.ts';
import { findDatabaseDamage } from '#server/database/integrity-check.ts';
import { recordRun, verifyRun } from '#server/database/last-runs.queries.ts';
import type { VerifyResult } from '#server/database/last-runs.queries.ts';
import type { AdminContext } from './admin-context.ts';
import { texts } from './admin.texts.ts';
import type { Terminal } from './terminal.ts';

// More would slow down a server that runs on the same disk.
const concurrency = 2;

// Limits the memory for the JSON summary. The text output lists all problems.
const maxListed = 1_000;

type Found = {
  blobs: number;
  bytes: number;
  missing: number;
  damaged: number;
  orphaned: number;
  mended: number;
  problems: Damage[];
  orphans: string[];
};

/**
 * Checks every stored file, the file of an embedded database and the hash chain of the audit log. Returns the exit code: 0
 * if all are undamaged, 1 if a file is missing, damaged or without a record, the database is damaged, or the audit log was
 * changed.
 */
export async function verify(context: AdminContext, { json }: { json: boolean }, terminal: Terminal): Promise<number> {
  const found: Found = {
    blobs: 0,
    bytes: 0,
    missing: 0,
    damaged: 0,
    orphaned: 0,
    mended: 0,
    problems: [],
    orphans: [],
  };
  const [began_at, began] = [context.clock().toISOString(), performance.now()];
  const say = json ? () => {} : terminal.say;
  await readAll(context, found, say, terminal);
  await findOrphans(context, found, say, terminal);
  await deleteUnnamedDamage(context.db);
  const { blobs: files, bytes, missing, damaged } = found;
  const result: VerifyResult = { by: 'command', files, bytes, problems: missing + damaged };
  const took_ms = Math.round(performance.now() - began);
  await recordRun(context.db, { name: verifyRun, began_at, took_ms, failed: false, result });
  const database = await findDatabaseDamage(context.config);
  const audit = await verifyChain(context.db);
  const isStored = found.missing + found.damaged + found.orphaned === 0;
  const isWell = isStored && audit.broken === 0 && database.length === 0;
  const words = () => [summary(found, isStored), ...databaseSummary(context, database), auditSummary(audit)].join('\n');
  terminal.say(json ? JSON.stringify({ ok: isWell, ...found, database, audit }, null, 2) : words());
  return isWell ? 0 : 1;
}

async function readAll(
  context: AdminContext,
  found: Found,
  say: (text: string) => void,
  terminal: Terminal,
): Promise<void> {
  let all: { blobs: number; bytes: number } | null = null;
  using _progress = terminal.showProgress(() => (all ? texts.progress('Read', found, all) : texts.counting));
  const read = ({ size }: { size: number }) => {
    found.blobs += 1;
    found.bytes += size;
  };
  all = await countRecordedBlobs(context.db);
  const { mended } = await verifyBlobs(context, recordedBlobs(context.db), {
    concurrency,
    whole: read,
    damaged: (damage, record) => {
      read(record);
      found[damage.problem] += 1;
      if (found.problems.length < maxListed) found.problems.push(damage);
      say(texts.problem(damage.problem, damage.names, damage.detail, damage.key));
    },
  });
  found.mended = mended;
}

async function findOrphans(
  context: AdminContext,
  found: Found,
  say: (text: string) => void,
  terminal: Terminal,
): Promise<void> {
  let seen = 0;
  using _progress = terminal.showProgress(() => texts.lookingForOrphans(seen));
  for await (const key of orphanedBlobs(context, () => (seen += 1))) {
    found.orphaned += 1;
    if (found.orphans.length < maxListed) found.orphans.push(key);
    say(texts.orphan(key));
  }
}

function summary(found: Found, isWell: boolean): string {
  const { blobs, bytes, missing, damaged, orphaned, mended } = found;
  return [
    texts.verified(blobs, bytes),
    isWell ? texts.allWell : texts.problems(missing, damaged, orphaned),
    ...(orphaned > 0 ? [texts.orphansAdvice] : []),
    ...(mended > 0 ? [texts.mended(mended)] : []),
  ].join('\n');
}

/** Prints nothing about a PostgreSQL database, because this program cannot check it. */
function databaseSummary({ config }: AdminContext, problems: readonly string[]): string[] {
  if (config.databaseUrl) return [];
  return [problems.length === 0 ? texts.databaseUndamaged : texts.databaseDamaged(problems)];
}

function auditSummary({ entries, newest, broken, breaks }: ChainReport): string {
  return [
    ...breaks.map(({ number, problem }) => texts.chainBreak(number, problem)),
    broken === 0 ? texts.chainWhole(entries) : texts.chainBroken(broken),
    texts.newestEntry(newest.number, newest.hash),
  ].join('\n');
}
