import { locale } from '#shared/format.ts';
import { auditTitle } from './audit-title.texts.ts';
import type { Act, ThingKind } from './audit.rules.ts';

/** The names of the acts on screen. Our choice: the specification has no audit log. */
export const actNames: Record<Act, string> = {
  'session.signed_in': 'Signed in',
  'session.sign_in_failed': 'Failed to sign in',
  'session.code_failed': 'Entered a wrong code',
  'session.passkey_refused': 'Failed to sign in with a passkey',
  'session.signed_out': 'Signed out',
  'session.ended': 'Ended own sessions elsewhere',
  'session.provider_refused': 'Failed to sign in by single sign-on',
  'session.ended_by_provider': 'Was signed out by single sign-on',
  'session.provider_logout_refused': 'Sent a logout token that is not valid',
  'user.created': 'Created a user',
  'user.created_by_provider': 'Was created by single sign-on',
  'user.joined_provider': 'Was joined with an account of single sign-on',
  'user.changed_by_provider': 'Got other rights by single sign-on',
  'user.invited': 'Invited a user',
  'user.invited_again': 'Sent an invitation again',
  'user.invitation_revoked': 'Revoked an invitation',
  'user.imported': 'Imported users',
  'user.import_undone': 'Undid an import of users',
  'user.changed': 'Edited a user',
  'user.views_changed': 'Changed the teams a user can view',
  'user.role_changed': "Changed a user's role",
  'user.team_changed': "Changed a user's team",
  'user.suspended': 'Suspended a user',
  'user.reactivated': 'Reactivated a user',
  'user.signed_out': 'Signed a user out everywhere',
  'user.deleted': 'Deleted a user',
  'user.password_changed': 'Changed own password',
  'user.password_change_failed': 'Failed to change own password',
  'user.confirmation_failed': 'Failed to confirm own password',
  'user.password_reset': "Reset a user's password",
  'user.link_asked': 'Requested a password link',
  'user.password_set_by_link': 'Set a password by a link',
  'user.link_refused': 'Used a password link that is not valid',
  'user.two_factor_on': 'Turned on two-factor sign-in',
  'user.two_factor_off': 'Turned off two-factor sign-in',
  'user.app_codes_on': 'Set up codes of an app',
  'user.app_codes_off': 'Removed the codes of an app',
  'user.passkey_added': 'Added a passkey',
  'user.passkey_renamed': 'Renamed a passkey',
  'user.passkey_revoked': 'Revoked a passkey',
  'user.recovery_codes_made': 'Made new recovery codes',
  'user.mails_on': 'Turned on mails',
  'user.mails_off': 'Turned off mails',
  'token.created': 'Created an access token',
  'token.revoked': 'Revoked an access token',
  'token.refused': 'Used a wrong access token',
  'webhook.created': 'Created a webhook',
  'webhook.changed': 'Changed a webhook',
  'webhook.deleted': 'Deleted a webhook',
  'webhook.secret_renewed': 'Renewed the secret of a webhook',
  'webhook.tested': 'Sent a test to a webhook',
  'webhook.replayed': 'Sent a message to a webhook again',
  'webhook.paused': 'Paused a webhook that failed for days',
  'calendar.created': 'Created a calendar address',
  'calendar.revoked': 'Revoked a calendar address',
  'permissions.changed': 'Changed permissions',
  'team.created': 'Created a team',
  'team.changed': 'Edited a team',
  'team.deleted': 'Deleted a team',
  'file_type.created': 'Created a file type',
  'file_type.changed': 'Edited a file type',
  'file_type.deleted': 'Deleted a file type',
  'file_type.expected': 'Expected a file type of containers',
  'file_type.not_expected': 'No longer expected a file type of containers',
  'file.uploaded': 'Uploaded a file',
  'file.import_begun': 'Began to import a folder',
  'file.imported': 'Imported a folder',
  'file.viewed': 'Viewed a file',
  'file.downloaded': 'Downloaded a file',
  'file.downloaded_in_zip': 'Downloaded a file in a ZIP',
  'file.replaced': 'Replaced a file',
  'file.renamed': 'Renamed a file',
  'file.type_changed': "Changed a file's type",
  'file.moved': 'Moved a file to another team',
  'file.version_restored': 'Restored a version of a file',
  'file.version_pruned': 'Removed an old version of a file',
  'file.trashed': 'Moved a file to the trash',
  'file.restored': 'Restored a file from the trash',
  'file.purged': 'Permanently deleted a file',
  'file.infected': 'Found a virus in a file',
  'file.linked': 'Linked a file to a container',
  'file.unlinked': 'Unlinked a file from a container',
  'container.created': 'Created a container',
  'container.changed': 'Edited a container',
  'container.status_changed': "Changed a container's status",
  'container.delayed': 'Marked a container as delayed',
  'container.deleted': 'Deleted a container',
  'container.restored': 'Restored a container',
  'container.purged': 'Permanently deleted a container',
  'container.commented': 'Commented on a container',
  'container.documents_added': 'Added documents to an entry of a container',
  'container.dossier_downloaded': 'Downloaded the dossier of a container',
  'container.bulk_undone': 'Undid a change of containers',
  'container.imported': 'Imported containers',
  'container.import_undone': 'Undid an import of containers',
  'party.created': 'Added a supplier, customer or carrier',
  'party.changed': 'Renamed a supplier, customer or carrier',
  'party.merged': 'Merged suppliers, customers or carriers',
  'party.rate_changed': 'Changed the cost of a day over free time',
  'records.exported_log': 'Exported the audit log',
  'records.exported_containers': 'Exported containers',
  'records.exported_files': 'Exported the list of files',
  'records.exported_users': 'Exported the list of users',
  'records.backup_begun': 'Began a backup',
  'records.restored': 'Restored a backup',
  'records.moved': 'Moved the installation',
  'records.sample_added': 'Added the sample company',
  'records.sample_removed': 'Removed the sample company',
};

export const kindNames: Record<ThingKind, string> = {
  session: 'Sign-in',
  user: 'Users and passwords',
  token: 'Access tokens',
  webhook: 'Webhooks',
  calendar: 'Calendar addresses',
  permissions: 'Permissions',
  team: 'Teams',
  file_type: 'File types',
  file: 'Files',
  container: 'Containers',
  party: 'Suppliers, customers and carriers',
  records: 'Records',
};

const none = 'none';

const fields = {
  name: 'Name',
  email: 'Email',
  description: 'Description',
  container_no: 'Order number',
  pfi_date: 'PFI date',
  ex_factory_date: 'Ex-Factory date',
} as const;

type Edited = { [Field in keyof typeof fields]?: string | null };

const became = (from: string | null | undefined, to: string | null | undefined) => `${from ?? none} → ${to ?? none}`;

/** The details of entries. */
export const details = {
  became,
  /** Lists the changed fields of a form. */
  edited: (before: Edited, after: Edited) =>
    (Object.keys(fields) as (keyof typeof fields)[])
      .filter((field) => (before[field] ?? null) !== (after[field] ?? null))
      .map((field) => `${fields[field]}: ${became(before[field], after[field])}`)
      .join('; '),
  /** Lists changed fields by their labels. */
  fields: (changes: readonly { label: string; from: string | null; to: string | null }[]) =>
    changes.map(({ label, from, to }) => `${label}: ${became(from, to)}`).join('; '),
  teams: (added: readonly string[], removed: readonly string[]) =>
    [...added.map((name) => `+ ${name}`), ...removed.map((name) => `− ${name}`)].join(', '),
  permission: (module: string, role: string, mayView: boolean) => `${role}: ${module} ${mayView ? 'on' : 'off'}`,
  byToken: (name: string, token: string) => `${name} (token ${token})`,
  uploaded: (team: string, sender?: string) => `Team: ${team}${sender === undefined ? '' : `; by mail from ${sender}`}`,
  created: (role: string, team?: string, viewed: readonly string[] = []) =>
    [role, ...(team ? [`team: ${team}`] : []), ...(viewed.length > 0 ? [`can view: ${viewed.join(', ')}`] : [])].join(
      '; ',
    ),
  /** Begins the details of an entry that continues another one. */
  part: (number: number, of: number) => `(${number} of ${of})`,
  version: (at: string) => `Version of ${at}`,
  delay: (kind: 'pfi' | 'ex_factory', reason: string) => `${kind === 'pfi' ? 'PFI' : 'Ex-Factory'}: ${reason}`,
} as const;

/** The name of an actor on the command line. */
export const commandLineActor = (account: string) => `Command line (${account})`;

export const exportHeadings = [
  'Number',
  'Time (UTC)',
  'Person',
  'Person ID',
  'Address',
  'Action',
  'Action code',
  'Thing',
  'Thing ID',
  'Details',
  'Hash',
] as const;

/** The screen. Our choice throughout: the specification has no audit log. */
export const texts = {
  title: auditTitle,
  subtitle: 'Who did what, when, and from which address. Entries are chained, so tampering shows.',
  search: 'Search people, objects or details...',
  filters: 'Filters',
  activeFilters: (count: number) => (count === 1 ? '1 filter is active' : `${count} filters are active`),
  clear: 'Clear Filters',
  person: 'Person',
  everyone: 'Everyone',
  noMatchingPerson: 'No matching person',
  personById: (id: number) => `Person ${id}`,
  act: 'Action',
  everything: 'Everything',
  from: 'From',
  to: 'To',
  entries: 'Entries',
  columns: { time: 'Time', person: 'Person', act: 'Action', thing: 'Object', address: 'Address' },
  number: (number: number) => `No. ${number.toLocaleString(locale)}`,
  onlyOf: (name: string) => `Show only entries of ${name}`,
  loading: 'Loading entries...',
  loadFailed: 'Failed to load the audit log',
  empty: 'No entries yet',
  emptyHint: 'Actions of users appear here.',
  noMatch: 'No entries found',
  noMatchHint: 'Try other words, another person or a longer period.',
  noMatchYet: (since: string) => `No entries found since ${since}`,
  noMatchYetHint: 'Older entries have not been searched yet.',
  more: 'Show more',
  searchOlder: 'Search older entries',
  searchedSince: (since: string) => `Searched all entries since ${since}.`,
  moreFailed: 'More entries could not be loaded.',
} as const;
