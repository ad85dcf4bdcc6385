import { createHash } from 'node:crypto';
import {
  dateFields,
  portFields,
  quantityFields,
  textFields,
} from '#features/containers/core/container-fields.rules.ts';
import { warningsOf } from '#features/containers/core/container-warnings.rules.ts';
import type { Checked } from '#features/containers/core/container-warnings.rules.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import type { StoredStatus } from '#features/containers/core/containers.rules.ts';
import type { FieldChange } from '#features/containers/core/field-changes.rules.ts';
import type {
  CheckedRow,
  FoundComplaint,
  ImportChoices,
} from '#features/containers/import/container-import.contract.ts';
import { doubtCodes } from '#features/containers/import/import-complaints.rules.ts';
import { proposalForNumber } from '#features/containers/import/import-doubts.rules.ts';
import { requiredFields } from '#features/containers/import/import-fields.rules.ts';
import type { ImportField } from '#features/containers/import/import-fields.rules.ts';
import { importTexts } from '#features/containers/import/import-rows.texts.ts';
import { numberOf } from '#features/papers/container-number.rules.ts';
import type { ContainerViewer } from '#features/papers/server/visible-containers.queries.ts';
import { statusIds } from '#features/papers/statuses.rules.ts';
import type { Db } from '#server/database/db.ts';
import { inTurns } from '#server/event-loop-yield.ts';
import { refusal } from '#server/refusal.ts';
import { localDate } from '#shared/calendar.ts';
import { cleanLine } from '#shared/clean-line.ts';
import { normalForm } from '#shared/fold.ts';
import { differencesOf } from '../core/field-differences.ts';
import { findMatches } from './import-matches.service.ts';
import type { Matches, NameMatches } from './import-matches.service.ts';
import { readRows } from './import-reading.service.ts';
import type { ImportSource } from './import-reading.service.ts';
import { aboutRow, problemOf, withoutForms } from './import-row.ts';
import type { ReadRow, RowValues } from './import-row.ts';
import { becomesOverdue, leaveOutFutureDays, stepsOf } from './import-steps.ts';

/** A row with its effect. `change` has parties that do not exist yet under negative ids. */
export type PlannedRow = Omit<CheckedRow, 'cells' | 'complaints' | 'problems' | 'warnings'> & {
  complaints: FoundComplaint[];
  written: ReadRow['written'];
  container: Container | undefined;
  change: FieldChange;
  /** The statuses through which the container goes, or in whose last one it is created. */
  steps: StoredStatus[];
  /** The import makes the container overdue at once. */
  isDelayed: boolean;
};

/** Compares the rows of a sheet with the containers that the viewer sees. */
export async function planImport(db: Db, viewer: ContainerViewer, source: ImportSource, choices: ImportChoices) {
  const sheet = source.sheets[choices.sheet];
  if (!sheet) throw refusal.invalid('import.no_such_sheet', 'sheet', importTexts.noSheet);
  const rows = await readRows(db, { ...source, sheet, choices });
  const matches = await findMatches(db, viewer, rows);
  const seen = new Map<string, number>();
  const planned: PlannedRow[] = [];
  for await (const row of inTurns(rows)) {
    const plan = planRow(row, matches, { ...choices, now: source.now });
    const key = plan.container ? `id ${plan.container.id}` : keyOf(row.values);
    // A wrong row is not imported, so it repeats none and none repeats it.
    const isImportable = plan.state !== 'wrong';
    const earlier = isImportable ? seen.get(key) : undefined;
    if (isImportable && earlier === undefined) seen.set(key, row.row);
    planned.push(
      earlier === undefined
        ? plan
        : {
            ...plan,
            state: 'duplicate',
            changes: [],
            complaints: [
              aboutRow('duplicate', importTexts.sameAs(earlier)),
              // The digits that are lost may be those that differ.
              ...row.complaints.filter(({ code }) => code === 'lost_digits'),
            ],
            isDelayed: false,
          },
    );
  }
  await complainAboutRepeated(planned, matches);
  return { rows: planned, references: matches.references, newParties: matches.newParties };
}

/** Several orders in one container are new rows with one number. Each container has a warning about it afterwards. */
async function complainAboutRepeated(planned: readonly PlannedRow[], matches: Matches) {
  const imported = planned.filter(({ state }) => state === 'new' || state === 'changed' || state === 'same');
  const byNumber = Map.groupBy(imported, ({ change, container }) => numberOf({ ...container, ...change })?.value);
  for await (const [number, rows] of inTurns(byNumber)) {
    if (number === undefined) continue;
    const others = matches.withNumber(number).filter(({ id }) => !rows.some((row) => row.container_id === id));
    for (const { state, complaints, change } of rows) {
      if (state !== 'new' || rows.length + others.length < 2) continue;
      if (complaints.some(({ code }) => code === 'duplicate_number')) continue;
      complaints.push({
        field: 'container_number',
        value: change.container_number === undefined ? null : String(change.container_number),
        kind: 'warning',
        code: 'repeated_number',
        text: importTexts.repeatedNumber(number, rows.length, others.length),
      });
    }
  }
}

/** Returns a hash of what a preview shows of the rows. */
export async function previewOf(rows: readonly PlannedRow[]): Promise<string> {
  const hash = createHash('sha256');
  for await (const { row, state, container_id, changes } of inTurns(rows)) {
    hash.update(JSON.stringify([row, state, container_id, changes]));
  }
  return hash.digest('hex');
}

/** Identifies a container within the file. */
const keyOf = (values: RowValues) =>
  `${numberOf(values)?.value ?? normalForm(String(values.name ?? ''))} ${normalForm(String(values.container_no ?? ''))}`;

/** The fields whose value is taken from the cell. Parties, people and teams are found by their names. */
const ownFields = [
  'name',
  'container_no',
  ...dateFields,
  ...textFields,
  ...portFields,
  ...quantityFields,
  'remarks',
] as const;

const maxListed = 10;
const labelOfContainer = ({ id, name, container_no }: Container) =>
  `${[...new Set([container_no, name])].join(' · ')} (ID ${id})`;

function planRow(read: ReadRow, matches: Matches, { existing, now }: ImportChoices & { now: Date }): PlannedRow {
  const { row, values } = read;
  const complaints = [...read.complaints];
  const found = matches.of(values);
  const isGone = values.id !== undefined && found.length === 0;
  if (isGone) complaints.push(problemOf(read, 'id', 'no_container', importTexts.noContainer(Number(values.id))));
  const isAdded = found.length === 0 || (existing === 'add' && values.id === undefined);
  const [only] = isAdded || found.length > 1 ? [] : found;
  const change = changeOf(read, { complaints, matches, container: only });
  leaveOutFutureDays(read, { change, complaints, now });
  const steps = stepsOf(read, { change, complaints, container: only });
  // A supplier's list has no name for a container.
  if (isAdded) change.name ??= values.container_number ?? values.container_no;
  const names = [change.name ?? only?.name, change.container_no ?? only?.container_no];
  const label = [...new Set(names)].filter(Boolean).join(' · ');
  const base = {
    row,
    label,
    written: read.written,
    container: only,
    container_id: only?.id ?? null,
    change,
    steps,
    isDelayed: false,
  };
  if (isAdded && !isGone && !complaints.some(({ code }) => code === 'total'))
    for (const field of requiredFields)
      if (values[field] === undefined && !complaints.some((one) => one.field === field))
        complaints.push(problemOf(read, field, 'missing', importTexts.missing(field, read.written[field])));
  if (complaints.some(({ kind }) => kind === 'problem')) return { ...base, state: 'wrong', changes: [], complaints };
  if (!isAdded && values.id === undefined && (existing === 'skip' || found.length > 1)) {
    if (found.length === 1)
      return { ...base, state: 'there', changes: [], complaints: [aboutRow('there', importTexts.there)] };
    const listed = found.slice(0, maxListed).map((one) => ({ value: String(one.id), label: labelOfContainer(one) }));
    const text = importTexts.severalThere(listed.map(({ label }) => label));
    const several = { ...problemOf(read, 'id', 'several_there', text), proposals: listed };
    return { ...base, state: 'there', changes: [], complaints: [several] };
  }
  const result = { ...only, ...change } as unknown as Checked;
  for (const { code, field, message } of warningsOf(result, isAdded && found.length > 0))
    complaints.push({
      ...problemOf(read, field as ImportField, code, message),
      kind: 'warning',
      ...(code === 'check_digit' && field === 'container_number' && proposalForNumber(result.container_number)),
    });
  const differences = differencesOf(isAdded ? undefined : only, change, matches.references);
  const status = steps.at(-1) ?? (isAdded && values.status !== undefined ? 'Not Received' : undefined);
  const moved = status ? [{ field: 'status' as const, from: only?.status_name ?? null, to: status }] : [];
  const changes = [...differences, ...moved];
  const isDelayed = becomesOverdue(only, { ...result, status_id: statusIds[status ?? 'Not Received'] }, localDate(now));
  const isNews = ({ code, field }: FoundComplaint) =>
    isAdded || !doubtCodes.some((doubt) => doubt === code) || differences.some((one) => one.field === field);
  const state = isAdded ? 'new' : changes.length > 0 ? 'changed' : 'same';
  return { ...base, state, changes, complaints: complaints.filter(isNews), isDelayed };
}

type Compared = { complaints: FoundComplaint[]; matches: NameMatches; container: Container | undefined };

/** Returns the change that the cells of a row give a container, with new parties under negative ids. */
export function changeOf(read: ReadRow, { complaints, matches, container }: Compared): FieldChange {
  const change: FieldChange = {};
  for (const field of ownFields) if (read.values[field] !== undefined) change[field] = read.values[field];
  addReferences(read, { change, complaints, matches, container });
  // A stored text may have characters that a cell loses.
  for (const field of ['name', 'container_no', ...textFields] as const)
    if (container?.[field] !== undefined && change[field] === withoutForms(field, cleanLine(container[field])))
      change[field] = container[field];
  return change;
}

/** The assignee may have been deleted, or have the name of another user, and still be that of the container. */
const isSameName = (name: string | number, present: string | undefined) =>
  present !== undefined && nameKey(String(name)) === nameKey(present);
const nameKey = (name: string) => normalForm(name) || name;

type Plan = Compared & { change: FieldChange };

/**
 * A person who is not found is left out. A team is not: all users with the module would see a new container without one.
 */
function addReferences(read: ReadRow, { change, complaints, matches, container }: Plan): void {
  const { values } = read;
  for (const party of ['supplier', 'customer', 'carrier'] as const) {
    const name = values[`${party}_name`];
    if (name === undefined) continue;
    const field = `${party}_name` as const;
    change[`${party}_id`] = matches.partyId(String(name));
    const known = read.corrected.includes(field) ? undefined : matches.similarParty(String(name));
    if (known === undefined) continue;
    const similar = problemOf(read, field, 'similar_party', importTexts.similarParty(String(name), known));
    complaints.push({ ...similar, kind: 'warning', proposals: [{ value: known, label: known }] });
  }
  const { assignee_name, team_name } = values;
  if (assignee_name !== undefined && !isSameName(assignee_name, container?.assignee_name)) {
    const id = matches.userId(String(assignee_name));
    const unknown = problemOf(read, 'assignee_name', 'no_person', importTexts.noPerson(String(assignee_name)));
    if (id === undefined) complaints.push({ ...unknown, kind: 'warning' });
    else change.assignee_id = id;
  }
  if (team_name === undefined || isSameName(team_name, container?.team_name)) return;
  const id = matches.teamId(String(team_name));
  if (id === undefined) complaints.push(problemOf(read, 'team_name', 'no_team', importTexts.noTeam(String(team_name))));
  else change.team_id = id;
}
