import { escapeHtml } from '#shared/escape-html.ts';
import { formatCalendarDate } from '#shared/format.ts';
import { timeHtml } from '../page-times.ts';
import { pageTexts } from '../page.texts.ts';
import { unescaped, unfolded } from './folded-text.ts';

const maxCards = 500;
const maxValueLetters = 20_000;

type Property = { name: string; parameters: string; value: string };
type Fact = [label: string, html: string];

/** Returns the events and tasks of a calendar, or contacts, as lists of facts. Source: RFC 5545, RFC 6350. */
export function cardsHtml(source: string): string {
  const { cards, isCut } = cardsIn(source);
  const shown = cards.map(({ kind, properties }) =>
    kind === 'VCARD' ? contactHtml(properties) : eventHtml(properties),
  );
  return shown.join('') + (isCut ? `<p class="note">${pageTexts.cut}</p>` : '');
}

function cardsIn(source: string) {
  const cards: { kind: string; properties: Property[] }[] = [];
  let card: (typeof cards)[number] | undefined;
  // An alarm in an event has properties of its own.
  let inner = '';
  for (const line of unfolded(source).split(/\r?\n/)) {
    const property = propertyOf(line);
    if (!property) continue;
    const { name, value } = property;
    const kind = value.trim().toUpperCase();
    if (name === 'BEGIN' && card) inner ||= kind;
    else if (name === 'BEGIN' && /^(VEVENT|VTODO|VJOURNAL|VCARD)$/.test(kind)) {
      if (cards.length === maxCards) return { cards, isCut: true };
      cards.push((card = { kind, properties: [] }));
    } else if (name === 'END' && kind === inner) inner = '';
    else if (name === 'END' && kind === card?.kind) card = undefined;
    else if (inner === '') card?.properties.push(property);
  }
  return { cards, isCut: false };
}

const beginning = /^(?:[\w-]{1,60}\.)?([\w-]{1,60})((?:;[^":]*(?:"[^"]*"[^":]*)*)?):/;

function propertyOf(line: string): Property | undefined {
  const [head = '', name = '', parameters = ''] = beginning.exec(line.slice(0, maxValueLetters)) ?? [];
  const value = line.slice(head.length, head.length + maxValueLetters);
  return head === '' ? undefined : { name: name.toUpperCase(), parameters, value };
}

const textOf = ({ value }: Property): string => unescaped(value).trim();
const parameterOf = ({ parameters }: Property, name: string): string =>
  new RegExp(`;${name}=(?:"([^"]*)"|([^;:]*))`, 'i').exec(parameters)?.slice(1).join('') ?? '';

function cardHtml(title: string, facts: readonly Fact[]): string {
  const lines = facts
    .filter(([, html]) => html !== '')
    .map(([label, html]) => `<dt>${label}</dt><dd dir="auto">${html}</dd>`);
  return `<section class="card"><h2 dir="auto">${escapeHtml(title)}</h2><dl>${lines.join('')}</dl></section>`;
}

function eventHtml(properties: readonly Property[]): string {
  const allOf = (name: string) => properties.filter((one) => one.name === name);
  const text = (name: string) => escapeHtml(allOf(name).map(textOf).join('\n'));
  const people = (name: string) => escapeHtml(allOf(name).map(personOf).join('\n'));
  const when = (name: string) =>
    allOf(name)
      .map((one) => momentHtml(one, name === 'DTEND'))
      .join('\n');
  const repeats = /FREQ=([A-Z]{1,10})/.exec(allOf('RRULE')[0]?.value ?? '')?.[1]?.toLowerCase() ?? '';
  return cardHtml(allOf('SUMMARY').map(textOf).join(' ') || pageTexts.noTitle, [
    [pageTexts.starts, when('DTSTART')],
    [pageTexts.ends, when('DTEND')],
    [pageTexts.due, when('DUE')],
    [pageTexts.repeats, repeats],
    [pageTexts.place, text('LOCATION')],
    [pageTexts.organizer, people('ORGANIZER')],
    [pageTexts.attendees, people('ATTENDEE')],
    [pageTexts.status, text('STATUS').toLowerCase()],
    [pageTexts.website, text('URL')],
    [pageTexts.notes, text('DESCRIPTION')],
  ]);
}

function personOf(property: Property): string {
  const address = textOf(property).replace(/^mailto:/i, '');
  const name = parameterOf(property, 'CN');
  return name === '' || name === address ? address : `${name} <${address}>`;
}

const moment = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)?(Z?))?/;

/** Moments in UTC are shown in the time zone of the reader, and others in the one that they state. */
function momentHtml(property: Property, isEnd: boolean): string {
  const [, year, month, day, hour, minute, second = '00', utc] = moment.exec(property.value.trim()) ?? [];
  const date = `${year}-${month}-${day}`;
  if (year === undefined || Number.isNaN(Date.parse(date))) return escapeHtml(textOf(property));
  if (utc) return timeHtml(`${date}T${hour}:${minute}:${second}Z`, textOf(property));
  // The end of days is the day after the last one.
  if (hour === undefined) return formatCalendarDate(isEnd ? dayBefore(date) : date);
  const zone = parameterOf(property, 'TZID');
  return escapeHtml(`${formatCalendarDate(date)}, ${hour}:${minute}${zone && ` (${zone})`}`);
}

const dayBefore = (date: string): string => new Date(Date.parse(date) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

const labels: Record<string, string> = {
  ORG: pageTexts.company,
  TITLE: pageTexts.jobTitle,
  EMAIL: pageTexts.mail,
  ADR: pageTexts.address,
  URL: pageTexts.website,
  BDAY: pageTexts.birthday,
  NOTE: pageTexts.notes,
};

function contactHtml(properties: readonly Property[]): string {
  const valueOf = (name: string) =>
    properties
      .filter((one) => one.name === name)
      .map(partsOf)
      .find(Boolean);
  const facts = properties.map((property): Fact => [labelOf(property), escapeHtml(partsOf(property))]);
  const title = valueOf('FN') ?? valueOf('N') ?? valueOf('ORG') ?? valueOf('EMAIL') ?? pageTexts.noTitle;
  return cardHtml(
    title,
    facts.filter(([label]) => label !== ''),
  );
}

/** The parts of a name, an address or a company are separated by semicolons. */
const partsOf = ({ name, value }: Property): string =>
  (/^(N|ADR|ORG)$/.test(name) ? value.split(/(?<!\\);/) : [value])
    .map((part) => unescaped(part).trim())
    .filter(Boolean)
    .join(', ')
    .replace(/^(tel|mailto):/i, '');

function labelOf({ name, parameters }: Property): string {
  if (name !== 'TEL') return labels[name] ?? '';
  if (/\bcell\b/i.test(parameters)) return pageTexts.mobile;
  if (/\bfax\b/i.test(parameters)) return pageTexts.fax;
  return /\bhome\b/i.test(parameters) ? pageTexts.homeTelephone : pageTexts.telephone;
}
