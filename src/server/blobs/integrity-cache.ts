import type { FastifyBaseLogger } from 'fastify';
import { ignoreReadOnly } from '../database/dialect/errors.ts';
import { refusal } from '../refusal.ts';
import type { BlobRecord, BlobStore, OpenBlob } from './blob-store.ts';
import { examineBlob } from './examine-blob.ts';
import type { Problem } from './examine-blob.ts';
import { makeRateLimiter } from './rate-limiter.ts';

/** Caches the results of integrity checks. A result is valid while the blob has the same fingerprint. */
export type IntegrityCache = {
  /** Returns whether the blob was read to its end and was correct. */
  isWhole: (record: BlobRecord, blob: OpenBlob) => boolean;
  /**
   * Returns whether the blob is recorded as damaged or missing. If it seems to be repaired, it is checked again in the
   * background.
   */
  isDamaged: (record: BlobRecord, blob: OpenBlob) => Promise<boolean>;
  recordWhole: (record: BlobRecord, fingerprint: string) => Promise<void>;
  /** Records and reports the damage. Refuses with 503 if the whole store is unreachable. */
  recordProblem: (record: BlobRecord, problem: Problem, fingerprint: string) => Promise<void>;
  /** Queues the blob for a slow check in the background. */
  checkSoon: (record: BlobRecord) => void;
  stop: () => Promise<void>;
};

/** Stores damaged blobs in the database and reports new ones. */
export type DamageRecords = {
  list: () => Promise<string[]>;
  add: (key: string, problem: Problem) => Promise<void>;
  remove: (key: string) => Promise<void>;
};

const maxResults = 10_000;
const maxWaiting = 1_000;

// Results of background checks and of other processes take effect after at most this time.
const listForMs = 5_000;

// A fraction of the speed of any disk, so that other requests are not delayed.
const backgroundBytesPerSecond = 64 * 1024 * 1024;

type CheckResult = { fingerprint: string; isWhole: boolean };

export function makeIntegrityCache(
  { blobs, clock, log }: { blobs: BlobStore; clock: () => Date; log: FastifyBaseLogger },
  records: DamageRecords,
): IntegrityCache {
  const results = new Map<string, CheckResult>();
  const waiting = new Map<string, BlobRecord>();
  const stopping = new AbortController();
  let damaged = new Set<string>();
  let listedAt = -Infinity;
  let checking: Promise<void> | undefined;

  const remember = (key: string, result: CheckResult) => {
    results.delete(key);
    results.set(key, result);
    const [oldest] = results.keys();
    if (results.size > maxResults && oldest !== undefined) results.delete(oldest);
  };
  const resultFor = ({ key }: BlobRecord, blob: OpenBlob) => {
    const result = results.get(key);
    return result?.fingerprint === blob.fingerprint ? result : undefined;
  };
  const listDamaged = async () => {
    const now = clock().getTime();
    if (Math.abs(now - listedAt) < listForMs) return;
    listedAt = now;
    damaged = new Set(await records.list());
  };

  const integrityCache: IntegrityCache = {
    isWhole: (record, blob) => !damaged.has(record.key) && resultFor(record, blob)?.isWhole === true,
    async isDamaged(record, blob) {
      await listDamaged();
      if (!damaged.has(record.key)) return false;
      if (resultFor(record, blob)?.isWhole !== false) integrityCache.checkSoon(record);
      return true;
    },
    async recordWhole({ key }, fingerprint) {
      remember(key, { fingerprint, isWhole: true });
      if (!damaged.has(key)) return;
      await ignoreReadOnly(records.remove(key));
      damaged.delete(key);
    },
    async recordProblem({ key }, problem, fingerprint) {
      if (problem === 'missing') await refuseIfAway();
      await listDamaged();
      if (damaged.has(key) && results.get(key)?.fingerprint === fingerprint) return;
      remember(key, { fingerprint, isWhole: false });
      damaged.add(key);
      log.error({ blob: key, problem }, 'a stored file is damaged or missing');
      await ignoreReadOnly(records.add(key, problem));
    },
    checkSoon(record) {
      if (stopping.signal.aborted || waiting.size >= maxWaiting) return;
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
    const rateLimiter = makeRateLimiter(backgroundBytesPerSecond, signal);
    for (const [key, record] of waiting) {
      if (signal.aborted) return;
      try {
        const found = await examineBlob(blobs, record, rateLimiter);
        if (found.problem) await integrityCache.recordProblem(record, found.problem, found.fingerprint);
        else await integrityCache.recordWhole(record, found.fingerprint);
      } catch (error) {
        // The next reader of the blob queues it again.
        if (!signal.aborted) log.warn(error, 'checking a stored file failed');
      }
      waiting.delete(key);
    }
  }

  return integrityCache;
}
