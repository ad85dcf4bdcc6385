import type { Row } from '#server/database/snapshot.ts';
import type { Tables } from '#server/database/tables.ts';
import type { WorkKind } from '#server/database/work.queries.ts';

/**
 * Every table, parents before children, and whether a backup contains it. A backup contains no sessions, sign-in failures, mailed
 * links, unfinished uploads, job runs, undo data or pending blob deletions, and no data that the server derives from the files.
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
  access_tokens: true,
  login_failures: false,
  sign_in_addresses: false,
  password_links: false,
  invitations: true,
  pending_sign_ins: false,
  provider_accounts: true,
  provider_sign_ins: false,
  used_logout_tokens: false,
  two_factor_secrets: true,
  recovery_codes: true,
  passkeys: true,
  passkey_challenges: false,
  permission_saves: true,
  file_types: true,
  files: true,
  file_versions: true,
  file_events: true,
  mailed_messages: true,
  uploads: false,
  upload_pieces: false,
  pending_blob_deletions: false,
  damaged_blobs: true,
  extractions: false,
  virus_scans: true,
  derived_files: false,
  texts: false,
  word_parts: false,
  // `isSaved` says which kinds.
  work: true,
  mail_items: false,
  webhooks: true,
  webhook_messages: false,
  notice_choices: true,
  file_counts: true,
  downloads: true,
  notifications: true,
  parties: true,
  checklist: true,
  containers: true,
  container_events: true,
  container_followers: true,
  // After a restore, every user begins with a first visit.
  container_looks: false,
  container_files: true,
  event_files: true,
  container_numbers: false,
  file_references: false,
  content_references: false,
  saved_views: true,
  calendar_addresses: true,
  bulk_changes: false,
  audit_entries: true,
  // An import can be undone for a day only.
  imports: false,
  import_chunks: false,
  import_mappings: true,
  audit_ends: true,
};

export const savedTables = Object.entries(tables).flatMap(([table, isSaved]) => (isSaved ? [table] : []));

/** Settings that belong to one installation, or to one moment of it. */
const locationSettings: readonly string[] = [
  'store_id',
  'backup_until',
  'restoring',
  'verify_round',
  'read_by',
  'scanned_for',
  'numbers_indexed',
];

/**
 * Tasks that a backup contains: the other ones are made again from the files. Other mails would be late after a restore,
 * and most of them were sent. An invited user has no other way to learn of the account.
 */
const savedKinds: readonly WorkKind[] = ['virus-scan', 'virus-rescan'];

/** Whether a backup contains this row of a saved table. */
export function isSaved(table: string, row: Row): boolean {
  if (table === 'settings') return !isLocationSetting(row['name'] as string);
  if (table !== 'work') return true;
  return savedKinds.includes(row['kind'] as WorkKind) || (row['key'] as string).startsWith('invitation/');
}

export const isLocationSetting = (name: string): boolean =>
  locationSettings.includes(name) || name.startsWith('lease: ');
