import { counted, formatCalendarDate } from '#shared/format.ts';
import { dateFields, referenceFields } from '../core/container-fields.rules.ts';
import type { Preset } from '../core/container-fields.rules.ts';
import { fieldLabel, fieldLabels } from '../core/container-fields.texts.ts';
import { ownTexts, texts } from '../core/containers.texts.ts';
import { freeTimeTitle } from '../core/free-time.texts.ts';
import { delayText, emptyGroup, outcomeText } from '../report/container-measures.texts.ts';
import type { ContainersView } from './containers-view.rules.ts';

/** The filters behind 'More filters', and their names above the list and on paper. Our choice throughout. */
export const filterTexts = {
  more: 'More filters',
  imported: 'From one import',
  preset: 'Quick filter',
  presets: {
    late_now: 'Late now',
    next_7: 'Next 7 days',
    next_14: 'Next 14 days',
    next_30: 'Next 30 days',
    free_time: freeTimeTitle,
    no_new_date: 'No new date after a delay',
    papers_missing: 'Missing documents',
  } satisfies Record<Preset, string>,
  dates: 'Dates',
  from: (field: string) => `${field} from`,
  to: (field: string) => `${field} to`,
  others: 'Parties, vessel and people',
  port: 'Port',
  any: 'Any',
  search: 'Type to search',
  noneFound: 'Nothing found',
  apply: 'Show containers',
  clear: 'Clear',
  wrongRange: 'The first day is after the last day.',
  searchFor: (text: string) => `Search: ${text}`,
} as const;

/** The filters that name another record. The address holds its id. */
export type ReferenceFilter = (typeof referenceFields)[number];

/** Returns the name of a supplier, customer, carrier, person or team if it is known. */
export type NameOf = (field: ReferenceFilter, id: number) => string | undefined;

export type ActiveFilter = { key: string; text: string; without: Partial<ContainersView> };

/**
 * The filters that the toolbar does not show, in words. `without` is the change of the view that removes the filter.
 */
export function extraFilters(view: ContainersView, nameOf: NameOf): ActiveFilter[] {
  const { preset } = view;
  const ranges = dateFields.flatMap((field): ActiveFilter[] => {
    const [from, to] = [view[`${field}_from`], view[`${field}_to`]];
    if (from === undefined && to === undefined) return [];
    const text = `${fieldLabels[field]}: ${rangeText(from, to)}`;
    return [{ key: field, text, without: { [`${field}_from`]: undefined, [`${field}_to`]: undefined } }];
  });
  const references = referenceFields.flatMap((field): ActiveFilter[] => {
    const id = view[field];
    if (id === undefined) return [];
    const text = `${fieldLabel(field)}: ${nameOf(field, id) ?? `#${id}`}`;
    return [{ key: field, text, without: { [field]: undefined } }];
  });
  const labels = { ...fieldLabels, port: filterTexts.port };
  const given = (['vessel', 'port', 'pol', 'pod'] as const).flatMap((key): ActiveFilter[] =>
    view[key] ? [{ key, text: `${labels[key]}: ${view[key]}`, without: { [key]: undefined } }] : [],
  );
  return [
    ...(preset ? [{ key: 'preset', text: filterTexts.presets[preset], without: { preset: undefined } }] : []),
    ...ranges,
    ...references,
    ...given,
    ...outcomeFilters(view),
  ];
}

/** The filters that are set only by links of the report and of an import. */
function outcomeFilters(view: ContainersView): ActiveFilter[] {
  const { outcome, outcome_from, outcome_to, result, delay_cause, delayed_from, delayed_to, without, import_id } = view;
  const filters: ActiveFilter[] = [];
  const within = (from: string | undefined, to: string | undefined) => ((from ?? to) ? `, ${rangeText(from, to)}` : '');
  if (import_id) filters.push({ key: 'import_id', text: filterTexts.imported, without: { import_id: undefined } });
  if (without) filters.push({ key: 'without', text: emptyGroup(without), without: { without: undefined } });
  if (outcome ?? outcome_from ?? outcome_to ?? result)
    filters.push({
      key: 'outcome',
      text: outcomeText(outcome ?? 'pfi', result) + within(outcome_from, outcome_to),
      without: { outcome: undefined, outcome_from: undefined, outcome_to: undefined, result: undefined },
    });
  if (delay_cause ?? delayed_from ?? delayed_to)
    filters.push({
      key: 'delay',
      text: delayText(delay_cause) + within(delayed_from, delayed_to),
      without: { delay_cause: undefined, delayed_from: undefined, delayed_to: undefined },
    });
  return filters;
}

/** Every filter in words, for the head of a printed list. */
export function filtersInWords(view: ContainersView, nameOf: NameOf): string[] {
  const { search, status, pfiMonth, exFactoryMonth } = view;
  const month = (label: string, number: number | undefined) =>
    number === undefined ? [] : [`${label}: ${ownTexts.months[number - 1] ?? number}`];
  return [
    ...(search.trim() ? [filterTexts.searchFor(search.trim())] : []),
    ...(status ? [`${ownTexts.status}: ${status}`] : []),
    ...month(texts.pfiMonth, pfiMonth),
    ...month(texts.exFactoryMonth, exFactoryMonth),
    ...extraFilters(view, nameOf).map(({ text }) => text),
  ];
}

function rangeText(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return `until ${formatCalendarDate(to ?? '')}`;
  if (to === undefined) return `from ${formatCalendarDate(from)}`;
  return from === to ? formatCalendarDate(from) : `${formatCalendarDate(from)} – ${formatCalendarDate(to)}`;
}

/** The number of files that the same search finds. Shown below the results. */
export const filesFound = (count: number) => `${counted(count, 'file')} ${count === 1 ? 'matches' : 'match'}`;
