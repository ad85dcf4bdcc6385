import { sealAll } from '#features/audit/server/chain.service.ts';
import type { Job } from '../scheduler.ts';

/** Adds new entries of the audit log to its chain of hashes. */
export const sealAuditLog: Job = {
  name: 'sealing the audit log',
  // An entry is sealed about this long after it was written. A run without new entries costs one short query.
  intervalMs: 1_000,
  // Every server looks for new entries, and a lock in the database lets one at a time seal them.
  isShared: true,
  run: async ({ db }) => void (await sealAll(db)),
};
