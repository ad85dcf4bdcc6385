import type { EventName } from '#shared/event-names.ts';

/** All acts that are recorded. The part before the dot is the kind of object. */
export const acts = [
  'session.signed_in',
  'session.sign_in_failed',
  'session.code_failed',
  'session.passkey_refused',
  'session.signed_out',
  'session.ended',
  'session.provider_refused',
  'session.ended_by_provider',
  'session.provider_logout_refused',
  'user.created',
  'user.created_by_provider',
  'user.joined_provider',
  'user.changed_by_provider',
  'user.invited',
  'user.invited_again',
  'user.invitation_revoked',
  'user.imported',
  'user.import_undone',
  'user.changed',
  'user.views_changed',
  'user.role_changed',
  'user.team_changed',
  'user.suspended',
  'user.reactivated',
  'user.signed_out',
  'user.deleted',
  'user.password_changed',
  'user.password_change_failed',
  'user.confirmation_failed',
  'user.password_reset',
  'user.link_asked',
  'user.password_set_by_link',
  'user.link_refused',
  'user.two_factor_on',
  'user.two_factor_off',
  'user.app_codes_on',
  'user.app_codes_off',
  'user.passkey_added',
  'user.passkey_renamed',
  'user.passkey_revoked',
  'user.recovery_codes_made',
  'user.mails_on',
  'user.mails_off',
  'token.created',
  'token.revoked',
  'token.refused',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'webhook.secret_renewed',
  'webhook.tested',
  'webhook.replayed',
  'webhook.paused',
  'calendar.created',
  'calendar.revoked',
  'permissions.changed',
  'team.created',
  'team.changed',
  'team.deleted',
  'file_type.created',
  'file_type.changed',
  'file_type.deleted',
  'file_type.expected',
  'file_type.not_expected',
  'file.uploaded',
  'file.import_begun',
  'file.imported',
  'file.viewed',
  'file.downloaded',
  'file.downloaded_in_zip',
  'file.replaced',
  'file.renamed',
  'file.type_changed',
  'file.moved',
  'file.version_restored',
  'file.version_pruned',
  'file.trashed',
  'file.restored',
  'file.purged',
  'file.infected',
  'file.linked',
  'file.unlinked',
  'container.created',
  'container.changed',
  'container.status_changed',
  'container.delayed',
  'container.deleted',
  'container.restored',
  'container.purged',
  'container.commented',
  'container.documents_added',
  'container.dossier_downloaded',
  'container.bulk_undone',
  'container.imported',
  'container.import_undone',
  'party.created',
  'party.changed',
  'party.merged',
  'party.rate_changed',
  'records.exported_log',
  'records.exported_containers',
  'records.exported_files',
  'records.exported_users',
  'records.backup_begun',
  'records.restored',
  'records.moved',
  'records.sample_added',
  'records.sample_removed',
] as const;
export type Act = (typeof acts)[number];

export type ThingKind = Act extends `${infer Kind}.${string}` ? Kind : never;

export const kindOf = (act: Act) => act.split('.', 1)[0] as ThingKind;

const reads: readonly Act[] = [
  'file.viewed',
  'file.downloaded',
  'file.downloaded_in_zip',
  'container.dossier_downloaded',
];

/**
 * Whether pages of containers may show what an act changes. A change of a file counts even if no container has the file:
 * otherwise an uploader could see from the events whether a number in a name exists.
 */
export const isShownWithContainers = (act: Act): boolean =>
  /^(?:container|file|file_type|party|records\.sample_\w+)\b/.test(act) && !reads.includes(act);

/** The event that webhooks report for an act. */
export const eventsOfActs: Partial<Record<Act, EventName>> = {
  'file.uploaded': 'file.stored',
  'file.restored': 'file.stored',
  'file.replaced': 'file.replaced',
  'file.version_restored': 'file.replaced',
  'file.trashed': 'file.deleted',
  'file.linked': 'document.linked',
  'container.created': 'container.created',
  'container.changed': 'container.changed',
  'container.status_changed': 'container.changed',
  'container.bulk_undone': 'container.changed',
  'container.import_undone': 'container.changed',
  'container.delayed': 'container.late',
};

/** The user who acts. The id is null if the actor was not signed in. */
export type Actor = {
  id: number | null;
  name: string;
  address: string | null;
  /** The access token with which a program acts for the user. */
  token?: { name: string };
};

/** The actor of scheduled jobs. */
export const system: Actor = { id: null, name: 'System', address: null };

/**
 * The requests of one viewer or one download within this time are recorded as one act. Our choice: long enough to read a
 * document.
 */
export const onceWithinMs = 10 * 60 * 1000;

/** Number of entries that a search examines in one request. The next request continues from there. */
export const maxExamined = 20_000;

// oxlint-disable-next-line no-control-regex -- removes control characters
const controls = /[\u0000-\u001f\u007f-\u009f]/g;

/**
 * Returns one line of at most `max` characters that both databases store unchanged. Needed because a failed sign-in records
 * arbitrary input.
 */
export const asLine = (text: string, max: number): string =>
  text.replace(controls, ' ').trim().slice(0, max).toWellFormed();

/** Cuts a text into pieces of at most `max` characters, after a semicolon where there is one. */
export function piecesOf(text: string, max: number): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > max) {
    const semicolon = text.lastIndexOf('; ', start + max - 1);
    const end = semicolon > start ? semicolon + 1 : start + max;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return [...pieces, text.slice(start)];
}

/** The fields of an entry that its hash covers, together with the previous hash. */
export type Sealed = {
  seq: number;
  id: number;
  at: string;
  user_id: number | null;
  user_name: string;
  address: string | null;
  act: string;
  thing_id: number | null;
  thing_name: string | null;
  detail: string | null;
};

/** Returns the text that is hashed. It is the same on both databases. */
export const canonical = (entry: Sealed): string =>
  JSON.stringify([
    entry.seq,
    entry.id,
    entry.at,
    entry.user_id,
    entry.user_name,
    entry.address,
    entry.act,
    entry.thing_id,
    entry.thing_name,
    entry.detail,
  ]);

/** Returns the filters of an export as the details of its entry. */
export const filterDetail = (filters: object): string =>
  Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(', ');
