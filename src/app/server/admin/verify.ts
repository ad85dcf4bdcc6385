import { verifyChain } from '#features/audit/server/chain.service.ts';
import type { ChainReport } from '#features/audit/server/chain.service.ts';
import { countRecordedBlobs, deleteUnnamedDamage } from '#features/integrity/server/integrity.queries.ts';
import { orphanedBlobs } from '#features/integrity/server/orphans.service.ts';
import { recordedBlobs, walkBlobs } from '#features/integrity/server/walk-blobs.service.ts';
import type { Damage } from '#features/integrity/server/walk-blobs.service.ts';
import { noteRun, verifyRun } from '#server/database/last-runs.queries.ts';
import type { VerifyResult } from '#server/database/last-runs.queries.ts';
import { texts } from './admin.texts.ts';
import type { Keeping } from './keeping.ts';
import type { Terminal } from './terminal.ts';

// More than two would only be faster where the server beside it would feel it.
const atOnce = 2;

// The summary is kept in memory; the log has named them all.
const mostListed = 1_000;

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
 * Reads every stored file again, and the chain of the audit log. Answers the exit code: 0 when all is well, 1 when something
 * is missing, damaged, has no record, or was changed.
 */
export async function verify(keeping: Keeping, { json }: { json: boolean }, terminal: Terminal): Promise<number> {
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
  const [began_at, began] = [keeping.clock().toISOString(), performance.now()];
  const say = json ? () => {} : terminal.say;
  await readAll(keeping, found, say, terminal);
  await findOrphans(keeping, found, say, terminal);
  await deleteUnnamedDamage(keeping.db);
  const { blobs: files, bytes, missing, damaged } = found;
  const result: VerifyResult = { by: 'command', files, bytes, problems: missing + damaged };
  const took_ms = Math.round(performance.now() - began);
  await noteRun(keeping.db, { name: verifyRun, began_at, took_ms, failed: false, result });
  const audit = await verifyChain(keeping.db);
  const isStored = found.missing + found.damaged + found.orphaned === 0;
  const isWell = isStored && audit.broken === 0;
  const words = () => [summary(found, isStored), auditSummary(audit)].join('\n');
  terminal.say(json ? JSON.stringify({ ok: isWell, ...found, audit }, null, 2) : words());
  return isWell ? 0 : 1;
}

async function readAll(keeping: Keeping, found: Found, say: (text: string) => void, terminal: Terminal): Promise<void> {
  let all: { blobs: number; bytes: number } | undefined;
  const done = terminal.showProgress(() => (all ? texts.progress('Read', found, all) : texts.counting));
  const read = ({ size }: { size: number }) => {
    found.blobs += 1;
    found.bytes += size;
  };
  try {
    all = await countRecordedBlobs(keeping.db);
    const { mended } = await walkBlobs(keeping, recordedBlobs(keeping.db), {
      atOnce,
      whole: read,
      damaged: (damage, record) => {
        read(record);
        found[damage.problem] += 1;
        if (found.problems.length < mostListed) found.problems.push(damage);
        say(texts.problem(damage.problem, damage.names, damage.detail, damage.key));
      },
    });
    found.mended = mended;
  } finally {
    done();
  }
}

async function findOrphans(
  keeping: Keeping,
  found: Found,
  say: (text: string) => void,
  terminal: Terminal,
): Promise<void> {
  let seen = 0;
  const done = terminal.showProgress(() => texts.lookingForOrphans(seen));
  try {
    for await (const key of orphanedBlobs(keeping, () => (seen += 1))) {
      found.orphaned += 1;
      if (found.orphans.length < mostListed) found.orphans.push(key);
      say(texts.orphan(key));
    }
  } finally {
    done();
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

function auditSummary({ entries, newest, broken, breaks }: ChainReport): string {
  return [
    ...breaks.map(({ number, problem }) => texts.chainBreak(number, problem)),
    broken === 0 ? texts.chainWhole(entries) : texts.chainBroken(broken),
    texts.newestEntry(newest.number, newest.hash),
  ].join('\n');
}
