import type { EventName } from '#shared/event-names.ts';
import { actNames } from './audit-acts.texts.ts';

export type Act = keyof typeof actNames;
export const acts = Object.keys(actNames) as Act[];

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

/** Returns the filters of an export as the details of its entry. */
export const filterDetail = (filters: object): string =>
  Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(', ');
