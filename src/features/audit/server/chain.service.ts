import { createHash } from 'node:crypto';
import type { Db, Parts } from '#server/parts.ts';
import { dayMs } from '#shared/calendar.ts';
import { canonical } from '../audit.rules.ts';
import type { Sealed } from '../audit.rules.ts';
import type { ChainEnd } from './chain.queries.ts';
import { deleteUpTo, holdEnd, listSealedAfter, listUnsealed, moveEnd, readEnd, sealEntries } from './chain.queries.ts';

// Source: docs/decisions/0030-audit-log.md

const hashOf = (before: string, entry: Sealed) =>
  createHash('sha256').update(before).update(canonical(entry)).digest('hex');

const sealedAtOnce = 500;

/**
 * Gives entries that have no place in the chain the next ones, in the order of their ids. One that was committed late,
 * with a lower id, comes later in the chain: it goes by its own numbers. Answers the newest end.
 */
export async function sealAll(db: Db): Promise<ChainEnd> {
  for (;;) {
    // Asked without a transaction: mostly there is nothing to do.
    if ((await listUnsealed(db, 1)).length === 0) return readEnd(db, 'sealed');
    await db.transaction().execute(async (tx) => {
      let end = await holdEnd(tx, 'sealed');
      // Read once the end is held: another sealer may have been at these.
      const seals = (await listUnsealed(tx, sealedAtOnce)).map((entry) => {
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

/** `changed`: it is not what was sealed; `missing`: it is gone; `added`: it stands where the chain has no place. */
export type Break = { number: number; problem: 'changed' | 'missing' | 'added' };

export type ChainReport = {
  entries: number;
  newest: { number: number; hash: string };
  /** How many places are wrong, and the first of them. */
  broken: number;
  breaks: Break[];
};

const readAtOnce = 1_000;
const mostBreaks = 100;

/** Walks the chain from what was pruned to its end. */
export async function verifyChain(db: Db): Promise<ChainReport> {
  const newest = await sealAll(db);
  const report: ChainReport = { entries: 0, newest: { number: newest.seq, hash: newest.hash }, broken: 0, breaks: [] };
  const add = (number: number, problem: Break['problem'], count = 1) => {
    if (count <= 0) return;
    report.broken += count;
    if (report.breaks.length < mostBreaks) report.breaks.push({ number, problem });
  };
  let end = await readEnd(db, 'pruned');
  for (const before of await listSealedAfter(db, -1, readAtOnce)) if (before.seq <= end.seq) add(before.seq, 'added');
  for (;;) {
    const entries = await listSealedAfter(db, end.seq, readAtOnce);
    for (const entry of entries) {
      if (entry.seq > newest.seq) break;
      const missing = entry.seq - end.seq - 1;
      // What was pruned while this walked is not missing.
      const isPruned = missing > 0 && (await readEnd(db, 'pruned')).seq >= entry.seq - 1;
      if (missing > 0 && !isPruned) add(end.seq + 1, 'missing', missing);
      // Without the one before there is nothing to compare with.
      else if (!isPruned && entry.hash !== hashOf(end.hash, entry)) add(entry.seq, 'changed');
      report.entries += 1;
      end = { seq: entry.seq, hash: entry.hash };
    }
    const last = entries.at(-1);
    if (entries.length < readAtOnce || !last || last.seq > newest.seq) break;
  }
  if (end.seq < newest.seq) add(end.seq + 1, 'missing', newest.seq - end.seq);
  else if (end.hash !== newest.hash && report.breaks.at(-1)?.number !== end.seq) add(end.seq, 'changed');
  const later = await listSealedAfter(db, newest.seq, readAtOnce);
  // What was sealed while this walked has moved the end.
  const sealed = await readEnd(db, 'sealed');
  for (const { seq } of later) if (seq > sealed.seq) add(seq, 'added');
  return report;
}

const prunedAtOnce = 500;

/** Deletes entries older than AUDIT_DAYS from the beginning of the chain, and keeps the last hash: the rest still verifies. */
export async function pruneAudit({ db, clock, config }: Parts): Promise<void> {
  const before = new Date(clock().getTime() - config.auditDays * dayMs).toISOString();
  for (;;) {
    const pruned = await db.transaction().execute(async (tx) => {
      const end = await holdEnd(tx, 'pruned');
      const next = await listSealedAfter(tx, end.seq, prunedAtOnce);
      const kept = next.findIndex((entry) => entry.at >= before);
      const old = kept === -1 ? next : next.slice(0, kept);
      const last = old.at(-1);
      if (!last) return 0;
      await moveEnd(tx, 'pruned', last);
      await deleteUpTo(tx, last.seq);
      return old.length;
    });
    if (pruned < prunedAtOnce) return;
  }
}
