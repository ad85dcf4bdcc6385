import { unlessUnwritable } from '../database/portable.ts';
import type { Parts } from '../parts.ts';
import { refusal } from '../refusal.ts';
import type { BlobRecord, OpenBlob } from './blob-store.ts';
import { examineBlob } from './examine-blob.ts';
import type { Problem } from './examine-blob.ts';
import { makePace } from './pace.ts';

/** What is known of the stored bytes while the server runs. A blob's stamp says whether that is still about the same bytes. */
export type BlobWatch = {
  /** Its bytes were read to the end and were right. */
  isWhole: (record: BlobRecord, blob: OpenBlob) => boolean;
  /** It was found damaged or missing before, by whomever. If it looks mended since, it is looked at soon. */
  isDamaged: (record: BlobRecord, blob: OpenBlob) => Promise<boolean>;
  noteWhole: (record: BlobRecord, stamp: string) => Promise<void>;
  /** Records the damage and has it told. Refuses 503 when it is the whole store that is missing. */
  noteProblem: (record: BlobRecord, problem: Problem, stamp: string) => Promise<void>;
  /** Has it read in the background, slowly, after those that wait already. */
  checkSoon: (record: BlobRecord) => void;
  stop: () => Promise<void>;
};

/** Where damage is kept, and told of when it is new. */
export type DamageRecords = {
  list: () => Promise<string[]>;
  add: (key: string, problem: Problem) => Promise<void>;
  remove: (key: string) => Promise<void>;
};

const mostRemembered = 10_000;
const mostWaiting = 1_000;

// What a check in the background or another program has found is known to every download this much later.
const listForMs = 5_000;

// A fraction of what any disk reads, so that nobody waits for it.
const backgroundBytesPerSecond = 64 * 1024 * 1024;

type Verdict = { stamp: string; isWhole: boolean };

export function makeBlobWatch(
  { blobs, clock, log }: Pick<Parts, 'blobs' | 'clock' | 'log'>,
  records: DamageRecords,
): BlobWatch {
  const verdicts = new Map<string, Verdict>();
  const waiting = new Map<string, BlobRecord>();
  const stopping = new AbortController();
  let damaged = new Set<string>();
  let listedAt = -Infinity;
  let checking: Promise<void> | undefined;

  const remember = (key: string, verdict: Verdict) => {
    verdicts.delete(key);
    verdicts.set(key, verdict);
    const [oldest] = verdicts.keys();
    if (verdicts.size > mostRemembered && oldest !== undefined) verdicts.delete(oldest);
  };
  const verdictOn = ({ key }: BlobRecord, blob: OpenBlob) => {
    const verdict = verdicts.get(key);
    return verdict?.stamp === blob.stamp ? verdict : undefined;
  };
  const listDamaged = async () => {
    const now = clock().getTime();
    if (Math.abs(now - listedAt) < listForMs) return;
    listedAt = now;
    damaged = new Set(await records.list());
  };

  const watch: BlobWatch = {
    isWhole: (record, blob) => !damaged.has(record.key) && verdictOn(record, blob)?.isWhole === true,
    async isDamaged(record, blob) {
      await listDamaged();
      if (!damaged.has(record.key)) return false;
      if (verdictOn(record, blob)?.isWhole !== false) watch.checkSoon(record);
      return true;
    },
    async noteWhole({ key }, stamp) {
      remember(key, { stamp, isWhole: true });
      if (!damaged.has(key)) return;
      await unlessUnwritable(records.remove(key));
      damaged.delete(key);
    },
    async noteProblem({ key }, problem, stamp) {
      if (problem === 'missing') await refuseIfAway();
      await listDamaged();
      if (damaged.has(key) && verdicts.get(key)?.stamp === stamp) return;
      remember(key, { stamp, isWhole: false });
      damaged.add(key);
      log.error({ blob: key, problem }, 'a stored file is not what was stored');
      await unlessUnwritable(records.add(key, problem));
    },
    checkSoon(record) {
      if (stopping.signal.aborted || waiting.size >= mostWaiting) return;
      waiting.set(record.key, record);
      checking ??= checkWaiting().finally(() => (checking = undefined));
    },
    async stop() {
      stopping.abort();
      await checking;
    },
  };

  async function refuseIfAway(): Promise<void> {
    await blobs.check().catch(() => {
      throw refusal.storeAway();
    });
  }

  async function checkWaiting(): Promise<void> {
    const { signal } = stopping;
    const pace = makePace(backgroundBytesPerSecond, signal);
    for (const [key, record] of waiting) {
      if (signal.aborted) return;
      try {
        const found = await examineBlob(blobs, record, pace);
        if (found.problem) await watch.noteProblem(record, found.problem, found.stamp);
        else await watch.noteWhole(record, found.stamp);
      } catch (error) {
        // It is asked for again by the next one who reads it.
        if (!signal.aborted) log.warn(error, 'a stored file could not be checked');
      }
      waiting.delete(key);
    }
  }

  return watch;
}
