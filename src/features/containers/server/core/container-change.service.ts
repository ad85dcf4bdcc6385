import type { Act } from '#features/audit/audit.rules.ts';
import { details as auditDetails } from '#features/audit/audit.texts.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import type { Thing } from '#features/audit/server/audit.queries.ts';
import { eventDays, isDateField, revisedDates } from '#features/containers/core/container-fields.rules.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { storedStatuses } from '#features/containers/core/containers.rules.ts';
import type { StatusId, StoredStatus } from '#features/containers/core/containers.rules.ts';
import { refusals } from '#features/containers/core/containers.texts.ts';
import { changedFields, editableFields, valueOf } from '#features/containers/core/field-changes.rules.ts';
import type { EditableField, FieldChange, Value } from '#features/containers/core/field-changes.rules.ts';
import { etaSlips, futureDayOf, promisedOf } from '#features/containers/report/outcomes.rules.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import { indexContainers } from '#features/papers/server/number-index.queries.ts';
import type { ContainerViewer } from '#features/papers/server/visible-containers.queries.ts';
import { statusIds } from '#features/papers/statuses.rules.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Write } from '#server/access/transact-as.ts';
import { inTurns, slices } from '#server/event-loop-yield.ts';
import { refusal } from '#server/refusal.ts';
import { recordOf } from '#shared/record-of.ts';
import { insertBulkChange, listStoredColumns } from '../bulk/container-bulk.queries.ts';
import type { Undo } from '../bulk/container-bulk.queries.ts';
import { insertEvents } from './container-history.queries.ts';
import type { NewEvent } from './container-history.queries.ts';
import { outcomeOfCorrection, recordDaysLost } from './container-outcomes.queries.ts';
import { changedMeanwhile, containerOf, insertEventWithFiles, thingOf } from './container-record.service.ts';
import { insertContainers, moveStatus, updateFields } from './containers.queries.ts';
import type { ContainerColumns, ContainerValues } from './containers.queries.ts';
import { differencesOf, editedText, partyNamesAfter } from './field-differences.ts';
import type { References } from './field-differences.ts';

/** Documents that the entry of a step carries. The viewer must see them. */
type Evidence = { viewer: ContainerViewer; fileIds: readonly number[] | undefined };

/** The change of one container. */
export type ContainerChange = {
  container: Container;
  /** The new values. */
  change?: FieldChange;
  /** The reason in the entries of changed dates. */
  reason?: string | null | undefined;
  /** The statuses that it takes one after another, with the reason of their entries. */
  steps?: readonly StoredStatus[];
  stepReason?: string | null | undefined;
  evidence?: Evidence;
};

/** Restores the columns of one container. */
export type ContainerRestoration = { container: Container; undo: Undo; parties: readonly string[]; reason: string };

/** History and audit entries that are inserted together, because a statement for each container takes longer. */
type Entries = { events: NewEvent[]; things: Map<Act, Thing[]>; numbered: number[] };

const rowsAtOnce = 25;
const eventsAtOnce = 250;

/**
 * The one way in which containers change: columns, history, audit log and the index of numbers. Refuses with 409, by default with
 * the present container, if another user has changed one of them since it was read.
 */
export async function changeContainers(
  write: Write<Caller>,
  changes: readonly ContainerChange[],
  references: References,
  refused?: string,
): Promise<void> {
  const [outdated] = await applyAll(write, changes, (entries, one) => changeOne(write, entries, one, references));
  if (!outdated) return;
  if (refused !== undefined) throw refusal.conflict('container.changed', refused);
  throw await changedMeanwhile(write.tx, await containerOf(write.tx, fileViewer(write.by), outdated.id));
}

/** As `changeContainers`. Returns the id for the undo. `request` identifies a call that may be sent again. */
export async function changeUndoably(
  write: Write<Caller>,
  changes: readonly ContainerChange[],
  references: References,
  request: string | null = null,
): Promise<number> {
  const { tx, by, at } = write;
  const ids = changes.map(({ container }) => container.id);
  const columns = await listStoredColumns(tx, ids);
  await changeContainers(write, changes, references);
  return insertBulkChange(tx, { userId: by.id, at, columns, request });
}

/** Restores containers as `changeContainers` changes them. Those that it returns stay as they are. */
export const restoreContainers = (
  write: Write<Caller>,
  all: readonly ContainerRestoration[],
  { references, act }: { references: References; act: Act },
) => applyAll(write, all, (entries, one) => restoreOne(write, entries, one, { references, act }));

/** Creates containers as `changeContainers` changes them. Returns their ids. */
export async function createContainers(
  write: Write<Caller>,
  all: readonly { values: ContainerValues; status: StoredStatus }[],
  references: References,
): Promise<number[]> {
  const { tx, by, at } = write;
  const ids: number[] = [];
  for await (const some of inTurns(slices(all, rowsAtOnce))) {
    const rows = some.map(({ values, status }) => ({
      values,
      parties: partyNamesAfter(undefined, values, references),
      status_id: statusIds[status],
    }));
    ids.push(...(await insertContainers(tx, rows, { created_by: by.id, created_at: at })));
  }
  const made = all.map(({ values, status }, index) => ({ ...values, id: ids[index] as number, status }));
  const creation = { what: 'created', user_id: by.id, happened_at: at };
  await save(write, {
    events: made.map(({ id, status }) => ({ ...creation, container_id: id, new_value: status })),
    things: new Map([['container.created', made.map(({ status, ...one }) => thingOf(one, status))]]),
    numbered: ids,
  });
  return ids;
}

async function applyAll<Change extends { container: Container }>(
  write: Write<Caller>,
  changes: readonly Change[],
  apply: (entries: Entries, change: Change) => Promise<boolean>,
): Promise<Container[]> {
  const entries: Entries = { events: [], things: new Map(), numbered: [] };
  const outdated: Container[] = [];
  for await (const change of inTurns(changes)) if (!(await apply(entries, change))) outdated.push(change.container);
  await save(write, entries);
  return outdated;
}

async function save(write: Write<Caller>, { events, things, numbered }: Entries): Promise<void> {
  for await (const some of inTurns(slices(events, eventsAtOnce))) await insertEvents(write.tx, some);
  for (const [act, all] of things)
    for await (const some of inTurns(slices(all, rowsAtOnce))) await recordAudit(write, act, ...some);
  for await (const some of inTurns(slices(numbered, rowsAtOnce))) await indexContainers(write.tx, some, write.at);
}

function addThing({ things }: Entries, act: Act, thing: Thing): void {
  const known = things.get(act);
  if (known) known.push(thing);
  else things.set(act, [thing]);
}

const webhookOf: Partial<Record<StoredStatus, Pick<Thing, 'event'>>> = {
  Received: { event: 'container.received' },
  Departed: { event: 'container.departed' },
};

/** The fields from which numbers are taken. A status changes them too, because the papers of a departed container end. */
const numberedFields: readonly EditableField[] = [
  'name',
  'container_no',
  'container_number',
  'bl_number',
  'booking_number',
];

async function changeOne(
  write: Write<Caller>,
  entries: Entries,
  { container, change = {}, reason, steps = [], stepReason = null, evidence }: ContainerChange,
  references: References,
): Promise<boolean> {
  const differences = differencesOf(container, change, references);
  if (differences.length > 0) {
    if (!(await storeFields(write, container, change, references))) return false;
    for (const one of differences)
      entries.events.push(eventOf(write, container, one, isDateField(one.field) ? (reason ?? null) : null));
    addThing(entries, 'container.changed', thingOf(container, editedText(differences)));
  }
  if (steps.length > 0 || differences.some(({ field }) => numberedFields.includes(field)))
    entries.numbered.push(container.id);
  let present = container;
  for (const status of steps) {
    // A container whose departure has a day was not received today.
    const today = status === 'Received' && steps.includes('Departed') && change.departed_on ? null : undefined;
    if (!(await storeStatus(write, present, status, { change, today }))) return false;
    const event = eventOf(write, container, { field: 'status', from: present.status_name, to: status }, stepReason);
    if (evidence) await insertEventWithFiles(write.tx, evidence.viewer, event, evidence.fileIds);
    else entries.events.push(event);
    const became = auditDetails.became(present.status_name, status);
    const detail = stepReason === null ? became : `${became}; ${stepReason}`;
    addThing(entries, 'container.status_changed', { ...thingOf(container, detail), ...webhookOf[status] });
    present = { ...present, status_id: statusIds[status], status_name: status };
  }
  return true;
}

async function restoreOne(
  write: Write<Caller>,
  entries: Entries,
  { container, undo, parties, reason }: ContainerRestoration,
  { references, act }: { references: References; act: Act },
): Promise<boolean> {
  const { columns } = undo;
  const restored = { ...columns, updated_at: write.at } as ContainerColumns;
  if (!(await updateFields(write.tx, undo, restored, { values: columns, parties }))) return false;
  const change = recordOf(editableFields, (field): Value => columns[field] ?? null);
  await recordDaysLost(write.tx, container, change);
  const differences: { field: string; from: string | null; to: string | null }[] = differencesOf(
    container,
    change,
    references,
  );
  const to = storedStatuses[columns.status_id as StatusId];
  if (to !== container.status_name) differences.push({ field: 'status', from: container.status_name, to });
  for (const one of differences) entries.events.push(eventOf(write, container, one, reason));
  addThing(entries, act, thingOf(container));
  entries.numbered.push(container.id);
  return true;
}

const eventOf = (
  { by, at }: Write<Caller>,
  { id }: Container,
  { field, from, to }: { field: string; from: string | null; to: string | null },
  reason: string | null,
): NewEvent => ({
  container_id: id,
  what: field,
  old_value: from,
  new_value: to,
  user_id: by.id,
  reason,
  happened_at: at,
});

/** Returns false if another user has changed the container since it was read. */
async function storeFields(
  { tx, at }: Write<Caller>,
  old: Container,
  change: FieldChange,
  references: References,
): Promise<boolean> {
  const fields = changedFields(old, change);
  const changed = recordOf(fields, (field) => change[field]);
  const before = recordOf(editableFields, (field) => valueOf(old, field));
  const derived = {
    values: { ...before, ...changed } as ContainerValues,
    parties: partyNamesAfter(old, change, references),
  };
  const columns = { ...changed, ...countedChange(old, change, fields), updated_at: at } as ContainerColumns;
  if (!(await updateFields(tx, old, columns, derived))) return false;
  await recordDaysLost(tx, old, change);
  return true;
}

/** Fields that the same change has set count as the promised dates and as the days of the event. */
async function storeStatus(
  { tx, by, at }: Write<Caller>,
  container: Container,
  status: StoredStatus,
  { change, today }: { change: FieldChange; today: string | null | undefined },
): Promise<boolean> {
  const changed = Object.entries(change).filter(([, value]) => value !== undefined);
  // An emptied day is missing in a container.
  const present = Object.fromEntries(changed.map(([field, value]) => [field, value ?? undefined]));
  const checked = status === 'Received' && { checked_by: by.id };
  return moveStatus(tx, { ...container, ...present }, { to: statusIds[status], ...checked, updated_at: at, today });
}

/** Refuses with 422 a day of a receipt or a departure that is in the future in every time zone. */
export function refuseFutureDay(change: FieldChange, now: Date): void {
  const future = futureDayOf(change, now);
  if (future) throw refusal.invalid('container.day_in_future', future, refusals.dayInFuture(future));
}

const movesOf = {
  pfi_date: 'pfi_moves',
  ex_factory_date: 'ex_factory_moves',
  etd: 'etd_moves',
  eta: 'eta_moves',
} as const;

/**
 * Returns the columns that follow from changed dates: counts of changes, first ETD and ETA, slips, and the end of the wait for a
 * new date.
 */
function countedChange(old: Container, change: FieldChange, fields: readonly EditableField[]): object {
  const counted: Record<string, number | string | null> = {};
  for (const field of revisedDates) {
    if (!fields.includes(field)) continue;
    const first = old[`first_${field}`];
    if (first === undefined) counted[`first_${field}`] = change[field] ?? null;
    else counted[movesOf[field]] = (old[movesOf[field]] ?? 0) + 1;
    if (field === 'pfi_date' || field === 'ex_factory_date') counted[`awaits_${field}`] = 0;
  }
  if (fields.includes('eta') || fields.includes('ata')) {
    const { ata = valueOf(old, 'ata'), eta = valueOf(old, 'eta') } = change;
    Object.assign(counted, etaSlips({ ata, eta, first_eta: old.first_eta ?? eta }));
  }
  for (const field of eventDays) {
    if (!fields.includes(field)) continue;
    const date = `${promisedOf[field].kind}_date` as const;
    Object.assign(counted, outcomeOfCorrection(old, field, change[field], String(change[date] ?? old[date])));
  }
  return counted;
}
