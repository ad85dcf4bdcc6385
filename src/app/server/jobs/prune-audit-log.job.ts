import { pruneAudit } from '#features/audit/server/chain.service.ts';
import type { Job } from '../scheduler.ts';
import { hourlyMs } from './intervals.ts';

/** Deletes entries of the audit log older than AUDIT_DAYS. */
export const pruneAuditLog: Job = {
  name: 'pruning the audit log',
  intervalMs: hourlyMs,
  run: pruneAudit,
};
