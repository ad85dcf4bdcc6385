import type { Context } from '#server/context.ts';
import type { Gauges } from '#server/metrics.ts';
import { readSystem } from './system.service.ts';

/** Returns the state of the system as gauges. While the database is unavailable, the only gauge says so. */
export async function gaugesOf(ctx: Context): Promise<Gauges> {
  const facts = await readSystem(ctx).catch(() => undefined);
  if (!facts) return { stowage_database_up: 0 };
  const { database, store, disk } = facts;
  const backups = [facts.backup, facts.restore_points?.last].flatMap((one) => (one ? [Date.parse(one.at)] : []));
  return {
    stowage_database_up: 1,
    stowage_database_answer_seconds: database.answer_ms / 1000,
    stowage_database_bytes: database.bytes,
    stowage_store_up: store.answer_ms === null ? 0 : 1,
    ...(store.answer_ms === null ? {} : { stowage_store_answer_seconds: store.answer_ms / 1000 }),
    stowage_stored_files: store.files,
    stowage_stored_bytes: store.bytes,
    stowage_damaged_files: facts.damaged,
    stowage_disk_bytes: disk.total,
    stowage_disk_free_bytes: disk.free,
    stowage_extractions_waiting: facts.extractions.waiting,
    ...(facts.virus_scanner
      ? {
          stowage_scanner_up: facts.virus_scanner.version === null ? 0 : 1,
          stowage_scans_waiting: facts.virus_scanner.waiting,
          stowage_infected_files: facts.virus_scanner.infected,
        }
      : {}),
    stowage_active_users: facts.people.active,
    ...(backups.length > 0 ? { stowage_last_backup_timestamp_seconds: Math.max(...backups) / 1000 } : {}),
    stowage_failing_jobs: facts.jobs.filter((job) => job.failed).length,
  };
}
