import type { Tables } from '#server/database/tables.ts';

/**
 * Every table, parents before children, and whether a backup has it: not who is signed in or failed to, not links that
 * went out by mail, not uploads that are not finished, not what this place's server did last, not what waits for a sweep of the store it is about, and not what
 * is made of the files again.
 */
const tables: Record<keyof Tables, boolean> = {
  settings: true,
  last_runs: false,
  roles: true,
  modules: true,
  permissions: true,
  teams: true,
  users: true,
  team_viewers: true,
  sessions: false,
  login_failures: false,
  password_links: false,
  pending_sign_ins: false,
  two_factor_secrets: true,
  recovery_codes: true,
  permission_saves: true,
  file_types: true,
  files: true,
  file_versions: true,
  file_events: true,
  uploads: false,
  upload_pieces: false,
  doomed_blobs: false,
  damaged_blobs: true,
  readings: false,
  renditions: false,
  texts: false,
  file_changes: false,
  file_tally: true,
  downloads: true,
  notifications: true,
  containers: true,
  container_events: true,
  audit_entries: true,
  audit_ends: true,
};

export const savedTables = Object.entries(tables).flatMap(([table, isSaved]) => (isSaved ? [table] : []));

/** Settings that are about one place, or one moment in it. */
export const placeSettings: readonly string[] = ['store_id', 'backup_until', 'restoring', 'verify_round', 'read_by'];
