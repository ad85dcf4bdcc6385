import { portFields } from '#features/containers/core/container-fields.rules.ts';
import { storedStatuses } from '#features/containers/core/containers.rules.ts';
import type {
  AnsweredComplaint,
  CheckedRow,
  FoundComplaint,
  ComplaintGroup,
} from '#features/containers/import/container-import.contract.ts';
import { maxComplaintGroups } from '#features/containers/import/import-complaints.rules.ts';
import type { ImportField } from '#features/containers/import/import-fields.rules.ts';
import { inTurns } from '#server/event-loop-yield.ts';
import { portsLike } from '../parties/ports.ts';
import type { PlannedRow } from './import-plan.service.ts';

const maxProposals = 3;

/** Returns the values that a cell may mean, for the screen to offer. */
function proposalsFor({ field, value, code, proposals }: FoundComplaint): AnsweredComplaint['proposals'] {
  if (proposals) return proposals;
  if (code === 'unreadable' && field === 'status')
    return Object.values(storedStatuses).map((status) => ({ value: status, label: status }));
  if (code !== 'unreadable' || value === null || !portFields.some((port) => port === field)) return [];
  return portsLike(value, maxProposals).map(({ code: port, name }) => ({ value: port, label: `${name} (${port})` }));
}

/** Returns the rows of one page of a check. */
export async function answeredRows(rows: readonly PlannedRow[]): Promise<CheckedRow[]> {
  const answered: CheckedRow[] = [];
  for await (const { row, state, label, container_id, written, changes, complaints } of inTurns(rows)) {
    const textsOf = (kind: FoundComplaint['kind']) =>
      complaints.filter((one) => one.kind === kind).map(({ text }) => text);
    answered.push({
      row,
      state,
      label,
      container_id,
      cells: Object.entries(written).map(([field, value]) => ({ field: field as ImportField, value })),
      changes,
      complaints: complaints.map((complaint) => ({ ...complaint, proposals: proposalsFor(complaint) })),
      problems: textsOf('problem'),
      warnings: textsOf('warning'),
    });
  }
  return answered;
}

/** Returns equal complaints of all rows once: problems first, then by their number of rows. */
export async function groupedComplaints(rows: readonly PlannedRow[]): Promise<ComplaintGroup[]> {
  const groups = new Map<string, { complaint: FoundComplaint; rows: number; row: number }>();
  for await (const { row, complaints } of inTurns(rows)) {
    for (const complaint of complaints) {
      const { field, value, kind, code, text } = complaint;
      const key = JSON.stringify([field, value, kind, code, text]);
      const group = groups.get(key);
      if (group) group.rows += 1;
      else groups.set(key, { complaint, rows: 1, row });
    }
  }
  const isProblem = ({ complaint }: { complaint: FoundComplaint }) => Number(complaint.kind === 'problem');
  const shown = [...groups.values()]
    .toSorted((one, other) => isProblem(other) - isProblem(one) || other.rows - one.rows || one.row - other.row)
    .slice(0, maxComplaintGroups);
  const answered: ComplaintGroup[] = [];
  for await (const { complaint, ...group } of inTurns(shown)) {
    answered.push({ ...complaint, ...group, proposals: proposalsFor(complaint) });
  }
  return answered;
}
