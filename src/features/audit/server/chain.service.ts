import { createHash } from 'node:crypto';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { dayMs } from '#shared/calendar.ts';
import {
  canonical,
  deleteUpTo,
  lockEnd,
  listSealedAfter,
  listUnsealed,
  moveEnd,
  readEnd,
  sealEntries,
} from './chain.queries.ts';
import type { ChainEnd, Hashed } from './chain.queries.ts';

// Source: docs/decisions/audit.md

const hashOf = (before: string, entry: Hashed) =>
  createHash('sha256').update(before).update(canonical(entry)).digest('hex');

// A batch takes about 10 ms on the main thread. One of 500 entries, as after a bulk change, took 75 ms.
const sealBatchSize = 100;

/**
 * Appends the unsealed entries to the chain, ordered by id. An entry with a lower id that is committed later comes later in
 * the chain, which has its own numbers. Returns the newest end.
 */
export async function sealAll(db: Db): Promise<ChainEnd> {
  for (;;) {
    // Queried without a transaction, because most runs have no entry to seal.
    if ((await listUnsealed(db, 1)).length === 0) return readEnd(db, 'sealed');
    await db.transaction().execute(async (tx) => {
      let end = await lockEnd(tx, 'sealed');
      // Read after the end is locked, because another process may have sealed these entries.
      const seals = (await listUnsealed(tx, sealBatchSize)).map((entry) => {
        const seq = end.seq + 1;
        end = { seq, hash: hashOf(end.hash, { ...entry, seq }) };
        return { id: entry.id, ...end };
      });
      if (seals.length === 0) return;
      await sealEntries(tx, seals);
      await moveEnd(tx, 'sealed', end);
    });
  }
}

/** `changed`: the entry differs from the sealed one; `missing`: it was deleted; `added`: it is outside the chain. */
export type Break = { number: number; problem: 'changed' | 'missing' | 'added' };

export type ChainReport = {
  entries: number;
  newest: { number: number; hash: string };
  /** The number of breaks, and the first of them. */
  broken: number;
  breaks: Break[];
};

const readBatchSize = 1_000;
const maxBreaks = 100;

/** Verifies the chain from its pruned end to its newest entry. */
export async function verifyChain(db: Db): Promise<ChainReport> {
  const newest = await sealAll(db);
  const report: ChainReport = { entries: 0, newest: { number: newest.seq, hash: newest.hash }, broken: 0, breaks: [] };
  const add = (number: number, problem: Break['problem'], count = 1) => {
    if (count <= 0) return;
    report.broken += count;
    if (report.breaks.length < maxBreaks) report.breaks.push({ number, problem });
  };
  let end = await readEnd(db, 'pruned');
  for (const before of await listSealedAfter(db, -1, readBatchSize))
    if (before.seq <= end.seq) add(before.seq, 'added');
  for (;;) {
    const entries = await listSealedAfter(db, end.seq, readBatchSize);
    for (const entry of entries) {
      if (entry.seq > newest.seq) break;
      const missing = entry.seq - end.seq - 1;
      // Entries that were pruned during this verification are not missing.
      const isPruned = missing > 0 && (await readEnd(db, 'pruned')).seq >= entry.seq - 1;
      if (missing > 0 && !isPruned) add(end.seq + 1, 'missing', missing);
      // The hash can only be checked if the previous entry is present.
      else if (!isPruned && entry.hash !== hashOf(end.hash, entry)) add(entry.seq, 'changed');
      report.entries += 1;
      end = { seq: entry.seq, hash: entry.hash };
    }
    const last = entries.at(-1);
    if (entries.length < readBatchSize || !last || last.seq > newest.seq) break;
  }
  if (end.seq < newest.seq) add(end.seq + 1, 'missing', newest.seq - end.seq);
  else if (end.hash !== newest.hash && report.breaks.at(-1)?.number !== end.seq) add(end.seq, 'changed');
  const later = await listSealedAfter(db, newest.seq, readBatchSize);
  // Entries that were sealed during this verification have moved the end.
  const sealed = await readEnd(db, 'sealed');
  for (const { seq } of later) if (seq > sealed.seq) add(seq, 'added');
  return report;
}

const pruneBatchSize = 500;

/** Deletes entries older than AUDIT_DAYS from the beginning of the chain. Keeps the last hash to verify the rest. */
export async function pruneAudit({ db, clock, config }: Context): Promise<void> {
  const before = new Date(clock().getTime() - config.auditDays * dayMs).toISOString();
  for (;;) {
    const pruned = await db.transaction().execute(async (tx) => {
      const end = await lockEnd(tx, 'pruned');
      const next = await listSealedAfter(tx, end.seq, pruneBatchSize);
      const firstKept = next.findIndex((entry) => entry.at >= before);
      const old = firstKept === -1 ? next : next.slice(0, firstKept);
      const last = old.at(-1);
      if (!last) return 0;
      await moveEnd(tx, 'pruned', last);
      await deleteUpTo(tx, last.seq);
      return old.length;
    });
    if (pruned < pruneBatchSize) return;
  }
}
