import { details as auditDetails } from '#features/audit/audit.texts.ts';
import { portText } from '#features/containers/core/container-details.rules.ts';
import {
  eventDays,
  isDateField,
  optionalFields,
  partyFields,
  revisedDates,
} from '#features/containers/core/container-fields.rules.ts';
import { fieldLabels, fieldRefusals } from '#features/containers/core/container-fields.texts.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { notices, refusals } from '#features/containers/core/containers.texts.ts';
import { etaSlips, futureDayOf, promisedOf } from '#features/containers/report/outcomes.rules.ts';
import { teamsSeenBy } from '#features/files/server/core/visible-files.queries.ts';
import type { Notice } from '#features/notifications/server/notifications.queries.ts';
import { notifyViewersOfModule } from '#features/notifications/server/notifications.queries.ts';
import { labelOf } from '#features/papers/container-labels.texts.ts';
import { namesOfTeams } from '#features/teams/server/teams.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Db } from '#server/database/db.ts';
import { refusal } from '#server/refusal.ts';
import { productModules } from '#shared/product-modules.ts';
import { portName } from '../parties/ports.ts';
import { insertEvents } from './container-history.queries.ts';
import type { NewEvent } from './container-history.queries.ts';
import { outcomeOfCorrection, recordDaysLost } from './container-outcomes.queries.ts';
import { namesOfActiveUsers, namesOfParties } from './container-references.queries.ts';
import { updateFields } from './containers.queries.ts';
import type { ContainerValues, CountedChange, OptionalValues } from './containers.queries.ts';

export const editableFields = ['name', 'container_no', 'pfi_date', 'ex_factory_date', ...optionalFields] as const;
export type EditableField = (typeof editableFields)[number];

export type Value = string | number | null;
/** The new values of fields. A field that is missing or undefined stays. */
export type FieldChange = { [Field in EditableField]?: Value | undefined };

export const valueOf = (container: Container, field: EditableField): Value => container[field] ?? null;

/** Returns the fields that a change gives another value. */
export const changedFields = (container: Container, change: FieldChange): EditableField[] =>
  editableFields.filter((field) => change[field] !== undefined && change[field] !== valueOf(container, field));

/** The names of everything that a change refers to, by id. */
export type References = {
  parties: ReadonlyMap<number, string>;
  users: ReadonlyMap<number, string>;
  teams: ReadonlyMap<number, string>;
};

const numbers = (values: readonly (Value | undefined)[]) => values.filter((value) => typeof value === 'number');

/**
 * Refuses with 422 a party, a person or a team that does not exist, and a team whose containers the caller does not see.
 * `planned` are parties that a preview would create.
 */
export async function readReferences(
  tx: Db,
  caller: Caller,
  change: OptionalValues,
  planned: ReadonlyMap<number, string> = new Map(),
): Promise<References> {
  const given = numbers(partyFields.map((field) => change[field])).filter((id) => !planned.has(id));
  const parties = new Map([...planned, ...(await namesOfParties(tx, given))]);
  for (const field of partyFields) {
    const id = change[field];
    if (typeof id === 'number' && !parties.has(id))
      throw refusal.invalid('party.unknown', field, fieldRefusals.unknownParty);
  }
  const { assignee_id, team_id } = change;
  const users = await namesOfActiveUsers(tx, numbers([assignee_id]));
  if (typeof assignee_id === 'number' && !users.has(assignee_id))
    throw refusal.invalid('user.unknown', 'assignee_id', fieldRefusals.unknownAssignee);
  const teams = await namesOfTeams(tx, numbers([team_id]));
  if (typeof team_id === 'number') {
    if (!teams.has(team_id)) throw refusal.invalid('team.unknown', 'team_id', fieldRefusals.unknownTeam);
    const seen = teamsSeenBy(caller);
    if (seen && !seen.includes(team_id))
      throw refusal.invalid('container.team_not_visible', 'team_id', fieldRefusals.teamNotVisible);
  }
  return { parties, users, teams };
}

/** Returns the names of the parties that a container has after a change. */
export function partyNamesAfter(container: Container | undefined, change: OptionalValues, { parties }: References) {
  const kept = {
    supplier_id: container?.supplier_name,
    customer_id: container?.customer_name,
    carrier_id: container?.carrier_name,
  };
  return partyFields.flatMap((field) => {
    const id = change[field];
    const name = id === undefined || id === container?.[field] ? kept[field] : parties.get(Number(id));
    return name === undefined ? [] : [name];
  });
}

/**
 * Changes fields of a container and adds a history entry for each. Returns false if another user has changed it since `old`
 * was read.
 */
export async function changeFields(
  { tx, by, at }: Write<Caller>,
  old: Container,
  change: FieldChange,
  {
    reason,
    references,
    record = (events) => insertEvents(tx, events),
  }: {
    reason: string | null | undefined;
    references: References;
    /** Inserts the history entries. A change of thousands of containers collects them. */
    record?: (events: NewEvent[]) => Promise<void>;
  },
): Promise<boolean> {
  const fields = changedFields(old, change);
  if (fields.length === 0) return true;
  const changed = Object.fromEntries(fields.map((field) => [field, change[field]]));
  const before = Object.fromEntries(editableFields.map((field) => [field, valueOf(old, field)]));
  const isCurrent = await updateFields(
    tx,
    old,
    { ...(changed as Partial<ContainerValues>), ...countedChange(old, change, fields) },
    {
      values: { ...before, ...changed } as ContainerValues,
      parties: partyNamesAfter(old, change, references),
      updated_at: at,
    },
  );
  if (!isCurrent) return false;
  await recordDaysLost(tx, old, change);
  await record(
    fields.map((what) => ({
      container_id: old.id,
      what,
      old_value: shownBefore(old, what),
      new_value: shownAfter(change[what] ?? null, what, references),
      user_id: by.id,
      reason: isDateField(what) ? (reason ?? null) : null,
      happened_at: at,
    })),
  );
  return true;
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
function countedChange(old: Container, change: FieldChange, fields: readonly EditableField[]): CountedChange {
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
  const outcome = {};
  for (const field of eventDays) {
    if (!fields.includes(field)) continue;
    const date = `${promisedOf[field].kind}_date` as const;
    Object.assign(outcome, outcomeOfCorrection(old, field, change[field], String(change[date] ?? old[date])));
  }
  return { ...counted, outcome };
}

/** Refuses with 422 a day of a receipt or a departure that is in the future in every time zone. */
export function refuseFutureDay(change: FieldChange, now: Date): void {
  const future = futureDayOf(change, now);
  if (future) throw refusal.invalid('container.day_in_future', future, refusals.dayInFuture(future));
}

/** The history contains names, which stay when the party or team is renamed or deleted. */
export function shownBefore(old: Container, field: EditableField): string | null {
  const name = field.endsWith('_id') ? old[field.replace(/_id$/, '_name') as 'team_name'] : undefined;
  const value = name ?? valueOf(old, field);
  return value === null ? null : shownValue(field, value);
}

const shownValue = (field: EditableField, value: string | number): string =>
  field === 'pol' || field === 'pod' ? portText(String(value), portName(String(value))) : String(value);

export function shownAfter(value: Value, field: EditableField, { parties, users, teams }: References): string | null {
  if (value === null) return null;
  const names = field === 'assignee_id' ? users : field === 'team_id' ? teams : parties;
  return (field.endsWith('_id') ? names.get(Number(value)) : undefined) ?? shownValue(field, value);
}

/** Notifies everyone who sees the container, except the user who acts, or only some of them. */
export async function notifyOfContainer(
  write: Write<Caller>,
  container: Container,
  notice: Omit<Notice, 'link'>,
  only?: readonly number[],
): Promise<void> {
  const linked = { ...notice, link: notices.link(container.id) };
  const narrowing = { containerId: container.id, only };
  await notifyViewersOfModule(write, productModules.containers, write.by.id, linked, narrowing);
}

/** Notifies the new assignee, unless the assignee is the caller or does not see the container. */
export async function notifyAssignee(write: Write<Caller>, old: Container | undefined, now: Container) {
  if (now.assignee_id === undefined || now.assignee_id === old?.assignee_id) return;
  const notice = {
    title: notices.assigned.title,
    message: notices.assigned.message(labelOf(now), write.by.name),
  };
  await notifyOfContainer(write, now, notice, [now.assignee_id]);
}

/** Lists the changed fields for the audit log. */
export const editedText = (old: Container, change: FieldChange, references: References) =>
  auditDetails.fields(
    changedFields(old, change).map((field) => ({
      label: auditLabels[field] ?? fieldLabels[field.replace(/_id$/, '_name') as 'team_name'],
      from: shownBefore(old, field),
      to: shownAfter(change[field] ?? null, field, references),
    })),
  );

/** The audit log has its own names for the fields of the form. */
const auditLabels: Partial<Record<EditableField, string>> = {
  name: 'Name',
  container_no: 'Order number',
  pfi_date: 'PFI date',
  ex_factory_date: 'Ex-Factory date',
};
