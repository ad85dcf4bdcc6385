import { locale } from '#shared/format.ts';
import { auditTitle } from './audit-title.texts.ts';
import type { ThingKind } from './audit.rules.ts';

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
