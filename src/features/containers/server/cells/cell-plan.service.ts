import type { CellChange, CellRemark } from '#features/containers/cells/container-cells.contract.ts';
import { cellRefusals } from '#features/containers/cells/container-cells.texts.ts';
import type { EventDay } from '#features/containers/core/container-fields.rules.ts';
import { fieldRefusals } from '#features/containers/core/container-fields.texts.ts';
import { warningsOf } from '#features/containers/core/container-warnings.rules.ts';
import type { Checked } from '#features/containers/core/container-warnings.rules.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { refusals } from '#features/containers/core/containers.texts.ts';
import type { EditableField, FieldChange } from '#features/containers/core/field-changes.rules.ts';
import type { FoundComplaint } from '#features/containers/import/container-import.contract.ts';
import type { ComplaintCode } from '#features/containers/import/import-complaints.rules.ts';
import { importTexts } from '#features/containers/import/import-rows.texts.ts';
import type { ContainerViewer } from '#features/papers/server/visible-containers.queries.ts';
import type { Db } from '#server/database/db.ts';
import { inTurns } from '#server/event-loop-yield.ts';
import { namesOf, namesOfActiveUsers } from '../core/container-references.queries.ts';
import { differencesOf } from '../core/field-differences.ts';
import type { Difference, References } from '../core/field-differences.ts';
import { findNames } from '../import/import-matches.service.ts';
import type { NameMatches } from '../import/import-matches.service.ts';
import { changeOf } from '../import/import-plan.service.ts';
import { problemOf } from '../import/import-row.ts';
import { leaveOutFutureDays } from '../import/import-steps.ts';
import { readCells } from './cell-reading.ts';
import type { ReadCells } from './cell-reading.ts';

/** A row with its effect. `change` has parties that do not exist yet under negative ids. */
export type CellPlan = {
  container: Container;
  version: number;
  change: FieldChange;
  differences: Difference[];
  remarks: CellRemark[];
};

type Names = NameMatches & Pick<ContainerViewer, 'seenTeamIds'>;

/** Compares the cells with the containers. Rows whose container is missing in `containers` are left out. */
export async function planCells(
  db: Db,
  viewer: ContainerViewer,
  input: CellChange & { containers: readonly Container[]; now: Date },
) {
  const { all, isOpen } = await readCells(input, input.now);
  const names = await findAllNames(db, viewer, all, input.dry_run ? maxSimilar : 0);
  const containers = new Map(input.containers.map((container) => [container.id, container]));
  const plans: CellPlan[] = [];
  for await (const [index, cells] of inTurns(all.entries())) {
    const { id, version } = input.rows[index] as CellChange['rows'][number];
    const container = containers.get(id);
    if (container) plans.push({ version, ...planRow(cells, { ...input, names, container }) });
  }
  return { plans, isOpen, references: names.references, newParties: names.newParties };
}

/** A preview compares so many new parties with the known ones. Our choice: a user waits for it. */
const maxSimilar = 50;

/** A form names people and teams by their ids. */
async function findAllNames(
  db: Db,
  viewer: ContainerViewer,
  all: readonly ReadCells[],
  maxSimilar: number,
): Promise<Names> {
  const values = all.map(({ read }) => read.values);
  const names = await findNames(db, viewer, values, maxSimilar);
  const given = (field: keyof ReadCells['ids']) => [...new Set(all.flatMap(({ ids }) => ids[field] ?? []))];
  const { parties, users, teams } = names.references;
  const references: References = {
    parties,
    users: new Map([...users, ...(await namesOfActiveUsers(db, given('assignee_id')))]),
    teams: new Map([...teams, ...(await namesOf(db, 'teams', given('team_id')))]),
  };
  return { ...names, references, seenTeamIds: viewer.seenTeamIds };
}

type Asked = Pick<CellChange, 'reading'> & { now: Date; names: Names; container: Container };

function planRow(cells: ReadCells, { reading, now, names, container }: Asked): Omit<CellPlan, 'version'> {
  const { read } = cells;
  const complaints = [...read.complaints];
  const change = changeOf(read, { complaints, matches: names, container });
  addIds(cells, { change, complaints, names, container });
  for (const field of cells.cleared) change[field] = null;
  leaveOutFutureDays(read, { change, complaints, now });
  const differences = differencesOf(container, change, names.references);
  for (const { code, field, message } of warningsOf({ ...container, ...change } as Checked, false))
    complaints.push({ ...problemOf(read, field as 'name', code, message), kind: 'warning' });
  const remarks = complaints
    .map((complaint) => remarkOf(complaint, reading))
    .filter(({ kind, field }) => kind === 'problem' || differences.some((one) => one.field === field));
  return { container, change, differences, remarks };
}

type Compared = { change: FieldChange; complaints: FoundComplaint[] };

/** The assignee may have been deleted and still be that of the container. */
function addIds(
  { ids, read }: ReadCells,
  { change, complaints, names, container }: Compared & Pick<Asked, 'names' | 'container'>,
): void {
  const { assignee_id, team_id } = ids;
  const { users, teams } = names.references;
  if (assignee_id !== undefined && assignee_id !== container.assignee_id) {
    if (users.has(assignee_id)) change.assignee_id = assignee_id;
    else complaints.push(problemOf(read, 'assignee_name', 'unreadable', fieldRefusals.unknownAssignee));
  }
  if (team_id === undefined || team_id === container.team_id) return;
  const isSeen = names.seenTeamIds === undefined || names.seenTeamIds.includes(team_id);
  if (teams.has(team_id) && isSeen) change.team_id = team_id;
  else {
    const text = teams.has(team_id) ? fieldRefusals.teamNotVisible : fieldRefusals.unknownTeam;
    complaints.push(problemOf(read, 'team_name', 'unreadable', text));
  }
}

/** An import leaves such a cell out and goes on. Cells are changed all or none. */
const problemCodes: ReadonlySet<ComplaintCode> = new Set([
  'unreadable',
  'missing',
  'no_person',
  'no_team',
  'future_day',
]);

function remarkOf({ field, value, code, text }: FoundComplaint, reading: CellChange['reading']): CellRemark {
  const column = field ?? 'name';
  const ownTexts: { [Code in ComplaintCode]?: string } = {
    ...(reading !== 'form' && { unreadable: importTexts.wrongValue(column, (value ?? '').slice(0, 60), false) }),
    no_person: cellRefusals.noPerson(value ?? ''),
    future_day: refusals.dayInFuture(column as EventDay),
  };
  return {
    field: (column === 'name' ? column : column.replace(/_name$/, '_id')) as EditableField,
    kind: problemCodes.has(code) ? 'problem' : 'warning',
    text: ownTexts[code] ?? text,
  };
}
