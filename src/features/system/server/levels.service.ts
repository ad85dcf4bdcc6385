import type { Levels } from '#server/metrics.ts';
import type { Parts } from '#server/parts.ts';
import { lookAround } from './system.service.ts';

/** The same as numbers for the metrics, which are read while the database is away as well. */
export async function levelsOf(parts: Parts): Promise<Levels> {
  const facts = await lookAround(parts).catch(() => undefined);
  if (!facts) return { stowage_database_up: 0 };
  const { database, store, disk, backup } = facts;
  return {
    stowage_database_up: 1,
    stowage_database_answer_seconds: database.answer_ms / 1000,
    stowage_database_bytes: database.bytes,
    ...(parts.replica ? { stowage_replica_age_seconds: parts.replica.ageMs() / 1000 } : {}),
    stowage_store_up: store.answer_ms === null ? 0 : 1,
    ...(store.answer_ms === null ? {} : { stowage_store_answer_seconds: store.answer_ms / 1000 }),
    stowage_stored_files: store.files,
    stowage_stored_bytes: store.bytes,
    stowage_damaged_files: facts.damaged,
    stowage_disk_bytes: disk.total,
    stowage_disk_free_bytes: disk.free,
    stowage_readings_waiting: facts.readings.waiting,
    stowage_active_users: facts.people.active,
    ...(backup ? { stowage_last_backup_timestamp_seconds: Date.parse(backup.at) / 1000 } : {}),
    stowage_failing_rounds: facts.rounds.filter((round) => round.failed).length,
  };
}
