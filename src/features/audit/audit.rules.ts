/** Everything that is noted. What stands before the dot is the kind of thing that it was done to. */
export const acts = [
  'session.signed_in',
  'session.sign_in_failed',
  'session.code_failed',
  'session.signed_out',
  'session.ended',
  'user.created',
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
  'user.two_factor_on',
  'user.two_factor_off',
  'user.recovery_codes_made',
  'permissions.changed',
  'team.created',
  'team.changed',
  'team.deleted',
  'file_type.created',
  'file_type.changed',
  'file_type.deleted',
  'file.uploaded',
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
  'container.created',
  'container.changed',
  'container.status_changed',
  'container.delayed',
  'container.deleted',
  'container.restored',
  'container.purged',
  'records.exported_log',
  'records.backup_begun',
  'records.restored',
  'records.moved',
] as const;
export type Act = (typeof acts)[number];

export type ThingKind = Act extends `${infer Kind}.${string}` ? Kind : never;

export const kindOf = (act: Act) => act.split('.', 1)[0] as ThingKind;

/** Who acts: somebody signed in, or a name for who is not. */
export type Actor = { id: number | null; name: string; address: string | null };

/** What the server does by itself. */
export const system: Actor = { id: null, name: 'System', address: null };

/**
 * What a viewer fetches piece by piece, and the ranges of one download, are one act within so long. Our choice: long
 * enough for a document to be read in one go.
 */
export const onceWithinMs = 10 * 60 * 1000;

/** Entries a search looks through for one answer; it goes on from there when it is asked for more. */
export const lookedThroughAtOnce = 20_000;

// oxlint-disable-next-line no-control-regex -- control characters are what is being removed
const controls = /[\u0000-\u001f\u007f-\u009f]/g;

/** One line of at most `most` characters that both databases keep as it is; whoever tries to sign in may type anything. */
export const asLine = (text: string, most: number): string =>
  text.replace(controls, ' ').trim().slice(0, most).toWellFormed();

/** What is hashed of an entry, beside the hash before it. */
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

/** The same text for the same entry, whatever database it comes from. */
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

/**
 * One line of a CSV file. What a spreadsheet would run as a formula gets an apostrophe before it.
 * Source: RFC 4180; OWASP, CSV Injection.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  const texts = cells.map((cell) => {
    const text = typeof cell === 'string' && /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : String(cell ?? '');
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${texts.join(',')}\r\n`;
}
