import { eventDays } from '#features/containers/core/container-fields.rules.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { isOverdue } from '#features/containers/core/containers.rules.ts';
import type { StatusId, StoredStatus } from '#features/containers/core/containers.rules.ts';
import type { FieldChange } from '#features/containers/core/field-changes.rules.ts';
import type { FoundComplaint } from '#features/containers/import/container-import.contract.ts';
import type { ImportField } from '#features/containers/import/import-fields.rules.ts';
import { importTexts } from '#features/containers/import/import-rows.texts.ts';
import { statusOfDays, stepsTo } from '#features/containers/import/import-status.rules.ts';
import { futureDayOf } from '#features/containers/report/outcomes.rules.ts';
import { statusIds } from '#features/papers/statuses.rules.ts';
import { problemOf } from './import-row.ts';
import type { ReadRow } from './import-row.ts';

// What a row of a spreadsheet says about the status of a container and about its days.

type Plan = { change: FieldChange; complaints: FoundComplaint[]; container: Container | undefined };

/** Whether a row makes a container overdue that was not. */
export function becomesOverdue(
  before: Container | undefined,
  after: { pfi_date: string; status_id: number },
  today: string,
) {
  const status_id = Math.max(before?.status_id ?? 0, after.status_id);
  return isOverdue({ ...after, status_id }, today) && !(before && isOverdue(before, today));
}

/** A planned arrival is no receipt, so the cell is left out. */
export function leaveOutFutureDays(
  read: ReadRow,
  { change, complaints, now }: Pick<Plan, 'change' | 'complaints'> & { now: Date },
) {
  for (;;) {
    const field = futureDayOf(change, now);
    if (!field) return;
    const text = importTexts.dayInFuture(field, String(change[field]));
    complaints.push({ ...problemOf(read, field, 'future_day', text), kind: 'warning' });
    delete change[field];
  }
}

/**
 * Returns the statuses through which the container goes: to the one of the cell, or to the one that the days of the row show. An
 * import moves no container back.
 */
export function stepsOf(read: ReadRow, { change, complaints, container }: Plan): StoredStatus[] {
  const status_id = (container?.status_id ?? statusIds['Not Received']) as StatusId;
  const given = read.values.status as StoredStatus | undefined;
  if (given === undefined) askForUnreadDay(complaints);
  const to = given ?? statusOfDays(change);
  if (container && given && statusIds[given] < status_id) {
    const text = importTexts.statusBackwards(given, container.status_name);
    complaints.push({ ...problemOf(read, 'status', 'status_backwards', text), kind: 'warning' });
  }
  return to ? stepsTo(status_id, to) : [];
}

/** Without its status and its day, a container that has arrived would be Delayed. So its row is not imported. */
function askForUnreadDay(complaints: FoundComplaint[]): void {
  for (const [index, complaint] of complaints.entries()) {
    const { field, value, code } = complaint;
    if (code !== 'unreadable' || !eventDays.some((day) => day === field)) continue;
    const text = importTexts.dayUnread(field as ImportField, value ?? '');
    complaints[index] = { ...complaint, kind: 'problem', text };
  }
}
