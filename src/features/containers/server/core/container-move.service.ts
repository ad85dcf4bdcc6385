import { details as auditDetails } from '#features/audit/audit.texts.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import type { StoredStatus } from '#features/containers/core/containers.rules.ts';
import { statusIds } from '#features/papers/statuses.rules.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { FieldChange } from './container-edit.service.ts';
import type { NewEvent } from './container-history.queries.ts';
import { thingOf } from './container-record.service.ts';
import { moveStatus } from './containers.queries.ts';

type Move = {
  reason: string | null;
  /** Fields that the same change has set: they count as the promised dates and as the days of the event. */
  change?: FieldChange;
  /** The day of an event that has none. Null: the event gets no day. */
  today?: string | null | undefined;
  /** Inserts the history entry. */
  record: (event: NewEvent) => Promise<unknown>;
};

/** Moves the status of a container, with its history and audit entries. Returns false if another user has moved it. */
export async function moveContainer(
  write: Write<Caller>,
  container: Container,
  status: StoredStatus,
  { reason, change = {}, today, record }: Move,
): Promise<boolean> {
  const { tx, by, at } = write;
  const changed = Object.entries(change).filter(([, value]) => value !== undefined);
  // An emptied day is missing in a container.
  const present = Object.fromEntries(changed.map(([field, value]) => [field, value ?? undefined]));
  const checked_by = status === 'Received' ? by.id : undefined;
  const to = { to: statusIds[status], checked_by, updated_at: at, today };
  if (!(await moveStatus(tx, { ...container, ...present }, to))) return false;
  const event = { what: 'status', old_value: container.status_name, new_value: status, reason };
  await record({ ...event, container_id: container.id, user_id: by.id, happened_at: at });
  const became = auditDetails.became(container.status_name, status);
  const detail = reason === null ? became : `${became}; ${reason}`;
  await recordAudit(write, 'container.status_changed', thingOf(container, detail));
  return true;
}
