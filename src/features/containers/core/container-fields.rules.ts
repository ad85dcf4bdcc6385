import { delayCategories } from './containers.rules.ts';
import { freeTimeFields } from './free-time.rules.ts';

/** The optional fields of a container by their kind. Each may be empty. Our choice throughout. */
export const textFields = [
  'container_number',
  'bl_number',
  'booking_number',
  'vessel',
  'voyage',
  'goods',
  'seal',
] as const;
export const portFields = ['pol', 'pod'] as const;
/** The days on which a container was received and departed. A status can have none, and a day can be set before its status. */
export const eventDays = ['received_on', 'departed_on'] as const;
export type EventDay = (typeof eventDays)[number];
export const optionalDateFields = ['etd', 'eta', 'atd', 'ata', ...freeTimeFields, ...eventDays] as const;
export const quantityFields = ['packages', 'weight_kg'] as const;
export const partyFields = ['supplier_id', 'customer_id', 'carrier_id'] as const;
export const referenceFields = [...partyFields, 'assignee_id', 'team_id'] as const;

export const optionalFields = [
  ...textFields,
  ...portFields,
  ...optionalDateFields,
  ...quantityFields,
  ...referenceFields,
  'remarks',
] as const;
export type OptionalField = (typeof optionalFields)[number];

/** The longest text of each field. */
export const maxTextLengths = {
  container_number: 50,
  bl_number: 50,
  booking_number: 50,
  vessel: 100,
  voyage: 50,
  goods: 1000,
  seal: 100,
  remarks: 2000,
} as const satisfies Record<(typeof textFields)[number] | 'remarks', number>;

/** Dates whose first value and number of changes are kept, as those of the PFI date. */
export const revisedDates = ['pfi_date', 'ex_factory_date', 'etd', 'eta'] as const;

/** Every date of a container. The list can be narrowed and sorted by each. */
export const dateFields = ['pfi_date', 'ex_factory_date', ...optionalDateFields] as const;
export type DateField = (typeof dateFields)[number];
/** The first and the last day of a filter by each date. */
export const rangeEnds = dateFields.flatMap((field) => [`${field}_from`, `${field}_to`] as const);
export const isDateField = (field: string | null) => dateFields.some((date) => date === field);

/**
 * The orders of the list. `late`: the longest overdue first, then by expected date; received and departed ones last.
 * `free_time`: the free time that ends first is first; containers whose free times have ended are last.
 */
export const sorts = [
  'id',
  'late',
  'free_time',
  'name',
  'container_no',
  ...dateFields,
  ...textFields,
  ...portFields,
  ...quantityFields,
  'supplier',
  'customer',
  'carrier',
  'assignee',
  'team',
  'updated_at',
] as const;
export type Sort = (typeof sorts)[number];

/** The groups of the table. `week` is that of the ETA, from Monday. */
export const listGroups = ['supplier', 'vessel', 'assignee', 'week'] as const;
export type ListGroup = (typeof listGroups)[number];

/**
 * Ready-made filters. `next_7`: expected from today to seven days later and not received. `late_now`: not received by the
 * expected date. `no_new_date`: not received, and no new date was set after the last delay. `papers_missing`: not departed,
 * and an expected paper is missing for the next status. `free_time`: a free time ends within seven days or is over.
 */
export const presets = [
  'next_7',
  'next_14',
  'next_30',
  'late_now',
  'free_time',
  'no_new_date',
  'papers_missing',
] as const;
export type Preset = (typeof presets)[number];

export const warningCodes = ['duplicate_number', 'check_digit', 'date_order'] as const;

/** The largest number of containers that one bulk change may have. It is one transaction. */
export const maxBulk = 2000;

/** The followers of one container. A comment notifies all of them in its transaction. Our choice. */
export const maxFollowers = 200;

/** A bulk change can be undone for ten minutes. */
export const undoWithinMs = 10 * 60 * 1000;

/** The promised dates that the report counts. See docs/decisions/report.md. */
export const measures = ['pfi', 'ex_factory', 'eta'] as const;
export type Measure = (typeof measures)[number];

/** The promised dates that a container is compared with: the first one, and the one that was promised last. */
export const results = ['first_on_time', 'first_late', 'last_on_time', 'last_late'] as const;
export type Result = (typeof results)[number];

/** The categories of delays, those that the server has logged, and those without a category. */
export const delayCauses = [...delayCategories, 'overdue', 'none'] as const;
export type DelayCause = (typeof delayCauses)[number];

export const groupings = ['supplier_id', 'carrier_id', 'pol', 'pod', 'team_id', 'assignee_id'] as const;
export type Grouping = (typeof groupings)[number];

/** The fields by whose absence the list can be narrowed. Of a day: in the containers whose status has it. */
export const absences = [...groupings, ...eventDays] as const;
export type Absence = (typeof absences)[number];
