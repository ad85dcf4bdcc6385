import { system } from '#features/audit/audit.rules.ts';
import { details as said } from '#features/audit/audit.texts.ts';
import { note } from '#features/audit/server/audit.queries.ts';
import { notifyViewersOfModule } from '#features/notifications/server/notifications.queries.ts';
import type { Notice } from '#features/notifications/server/notifications.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Db, Parts } from '#server/parts.ts';
import { refusal } from '#server/refusal.ts';
import { dayMs, localDate } from '#shared/calendar.ts';
import { trashDays } from '#shared/limits.ts';
import { productModules } from '#shared/product-modules.ts';
import type { Container, ContainerCreation, ContainerEdition, StatusChange } from '../containers.contract.ts';
import {
  delayableFrom,
  isOverdueSomewhere,
  overdueReason,
  reachedFrom,
  statusIds,
  storedStatuses,
} from '../containers.rules.ts';
import type { StoredStatus } from '../containers.rules.ts';
import { notices, refusals } from '../containers.texts.ts';
import type { ContainerDetails, DelayKind, NewEvent } from './containers.queries.ts';
import {
  findContainer,
  flagDelay,
  insertContainer,
  insertEvents,
  lastChangedBy,
  listUnmarkedOverdue,
  logOverdue,
  markOverdue,
  moveStatus,
  moveToTrash,
  purgeTrash,
  takeFromTrash,
  updateDetails,
} from './containers.queries.ts';

/** Everyone who looks at containers hears that there is something to ask about. */
const tellViewers = ({ events }: Parts) => events.tell({ topic: 'containers' });

export async function containerOf(db: Db, id: number): Promise<Container> {
  const container = await findContainer(db, id);
  if (!container) throw refusal.notFound(refusals.gone);
  return container;
}

/** The PFI date is also sent as `expected_date`. Source: spec section 3, Container. */
function detailsOf(input: Omit<ContainerCreation, 'status_id'>): ContainerDetails {
  const { name, container_no, expected_date, pfi_date, ex_factory_date } = input;
  const date = expected_date ?? pfi_date;
  if (!date) throw refusal.invalid('expected_date', refusals.pfiDateRequired);
  return { name, container_no, pfi_date: date, ex_factory_date };
}

export async function createContainer(parts: Parts, caller: Caller, input: ContainerCreation): Promise<Container> {
  const details = detailsOf(input);
  const status_id = input.status_id ?? statusIds['Not Received'];
  const created_at = parts.clock().toISOString();
  const checked_by = status_id === statusIds['Not Received'] ? null : caller.id;
  const container = await parts.db.transaction().execute(async (tx) => {
    const id = await insertContainer(tx, { ...details, status_id, created_by: caller.id, checked_by, created_at });
    const new_value = storedStatuses[status_id];
    await insertEvents(tx, [
      { container_id: id, what: 'created', new_value, user_id: caller.id, happened_at: created_at },
    ]);
    const container = await containerOf(tx, id);
    await note(tx, caller, created_at, 'container.created', thingOf(container, new_value));
    return container;
  });
  tellViewers(parts);
  return container;
}

/**
 * Changes name, order number and dates; an event for each that is another one now. Refuses 409, with the container as it
 * is, when it is no longer the version that was seen.
 */
export async function updateContainer(
  parts: Parts,
  caller: Caller,
  input: ContainerEdition & { id: number },
): Promise<Container> {
  const details = detailsOf(input);
  const happened_at = parts.clock().toISOString();
  const { container, changed } = await parts.db.transaction().execute(async (tx) => {
    const old = await containerOf(tx, input.id);
    if (input.version !== undefined && input.version !== old.version) throw await changedMeanwhile(tx, old);
    const fields = (['name', 'container_no', 'pfi_date', 'ex_factory_date'] as const).filter(
      (field) => details[field] !== old[field],
    );
    if (fields.length === 0) return { container: old, changed: false };
    const moved = (field: (typeof fields)[number]) => (fields.includes(field) ? 1 : 0);
    const isCurrent = await updateDetails(tx, old, {
      ...details,
      pfi_moves: old.pfi_moves + moved('pfi_date'),
      ex_factory_moves: old.ex_factory_moves + moved('ex_factory_date'),
      updated_at: happened_at,
    });
    if (!isCurrent) throw await changedMeanwhile(tx, await containerOf(tx, input.id));
    await insertEvents(
      tx,
      fields.map((what) => ({
        container_id: old.id,
        what,
        old_value: old[what],
        new_value: details[what],
        user_id: caller.id,
        reason: what === 'pfi_date' || what === 'ex_factory_date' ? (input.reason ?? null) : null,
        happened_at,
      })),
    );
    await note(tx, caller, happened_at, 'container.changed', thingOf(old, said.edited(old, details)));
    return { container: await containerOf(tx, old.id), changed: true };
  });
  if (changed) tellViewers(parts);
  return container;
}

/** Refuses 409 with who was first and the container as it is now. Source: robustness.md section 2, Status change. */
async function changedMeanwhile(tx: Db, container: Container) {
  const by = await lastChangedBy(tx, container.id);
  return refusal.conflict(refusals.changedMeanwhile(by, container.status_name), { container });
}

/** Moves a container on, or logs a delay. Source: decisions.md section 4, Containers. */
export async function changeStatus(
  parts: Parts,
  caller: Caller,
  input: StatusChange & { id: number },
): Promise<Container> {
  if (input.status === 'Delayed') return delay(parts, caller, input, 'pfi');
  if (input.status === 'Ex Factory Delayed') return delay(parts, caller, input, 'ex_factory');
  return move(parts, caller, input, input.status);
}

async function move(
  parts: Parts,
  caller: Caller,
  { id, version }: { id: number; version?: number | undefined },
  status: StoredStatus,
): Promise<Container> {
  const happened_at = parts.clock().toISOString();
  const to = statusIds[status];
  const { container, told } = await parts.db.transaction().execute(async (tx) => {
    const old = await containerOf(tx, id);
    const refused = refusal.conflict(refusals.cannotMove(status, old.status_name), { container: old });
    if (!reachedFrom[status].some((from) => from === old.status_id)) throw refused;
    // What looks like the same step may be another one by now: receiving, or taking a departure back.
    if (version !== undefined && version !== old.version) throw await changedMeanwhile(tx, old);
    const checked_by = status === 'Received' ? caller.id : undefined;
    const isCurrent = await moveStatus(tx, id, { from: old.status_id, to, checked_by, updated_at: happened_at });
    if (!isCurrent) throw await changedMeanwhile(tx, await containerOf(tx, id));
    const event = { what: 'status', old_value: old.status_name, new_value: status };
    await insertEvents(tx, [{ ...event, container_id: id, user_id: caller.id, happened_at }]);
    await note(tx, caller, happened_at, 'container.status_changed', thingOf(old, said.became(old.status_name, status)));
    const told = await tellOf(tx, old, caller.id, {
      title: notices.moved.title(status),
      message: notices.moved.message(labelOf(old), status, caller.name),
      created_at: happened_at,
    });
    return { container: await containerOf(tx, id), told };
  });
  announce(parts, told);
  return container;
}

type Labelled = Pick<Container, 'id' | 'name' | 'container_no'>;

const thingOf = (container: Labelled, detail: string | null = null) => {
  return { id: container.id, name: labelOf(container), detail };
};

const labelOf = (container: Omit<Labelled, 'id'>) => `${container.name} (${container.container_no})`;

/** Tells everyone with the module, but for whoever did it. Answers whom. Source: decisions.md section 4, Notifications. */
async function tellOf(
  tx: Db,
  container: Container,
  exceptId: number | null,
  notice: Omit<Notice, 'link'>,
): Promise<number[]> {
  return notifyViewersOfModule(tx, productModules.containers, exceptId, {
    ...notice,
    link: notices.link(container.id),
  });
}

function announce(parts: Parts, told: number[]): void {
  parts.events.tell({ topic: 'notifications', userIds: told });
  tellViewers(parts);
}

async function delay(
  parts: Parts,
  caller: Caller,
  input: StatusChange & { id: number },
  kind: DelayKind,
): Promise<Container> {
  const reason = input.delay_reason;
  if (!reason) throw refusal.invalid('delay_reason', refusals.reasonRequired);
  const now = parts.clock();
  if (kind === 'pfi' && reason === overdueReason) {
    const container = await containerOf(parts.db, input.id);
    return crossDate(parts, isOverdueSomewhere(container, now) ? undefined : caller, input.id);
  }
  const happened_at = now.toISOString();
  const { container, told } = await parts.db.transaction().execute(async (tx) => {
    const old = await containerOf(tx, input.id);
    if (!delayableFrom.some((from) => from === old.status_id))
      throw refusal.conflict(refusals.cannotDelay(old.status_name), { container: old });
    if (input.version !== undefined && input.version !== old.version) throw await changedMeanwhile(tx, old);
    if (!(await flagDelay(tx, { ...input, status_id: old.status_id }, kind, happened_at)))
      throw await changedMeanwhile(tx, await containerOf(tx, old.id));
    const event: NewEvent = { container_id: old.id, what: `delay_${kind}`, user_id: caller.id, reason, happened_at };
    await insertEvents(tx, [{ ...event, category: input.delay_category ?? null }]);
    await note(tx, caller, happened_at, 'container.delayed', thingOf(old, said.delay(kind, reason)));
    const words = kind === 'pfi' ? notices.delayedPfi : notices.delayedExFactory;
    const told = await tellOf(tx, old, caller.id, {
      title: words.title,
      message: words.message(labelOf(old), caller.name, reason),
      created_at: happened_at,
    });
    return { container: await containerOf(tx, old.id), told };
  });
  announce(parts, told);
  return container;
}

/**
 * Marks the date of a container that was not received as crossed, once for each container and date, whoever asks: the
 * server's own round, a browser's, or somebody who writes this very reason. Who comes later changes nothing. Refuses 409
 * when it was received meanwhile. Source: decisions.md section 4, Overdue containers, and section 6.
 */
async function crossDate(parts: Parts, by: Caller | undefined, id: number): Promise<Container> {
  const { container, told } = await parts.db.transaction().execute(async (tx) => {
    const logged = await markCrossed(tx, id, by, parts.clock());
    const container = logged ?? (await containerOf(tx, id));
    if (container.status_id !== statusIds['Not Received'])
      throw refusal.conflict(refusals.cannotDelay(container.status_name), { container });
    return { container, told: logged && (await tellOverdue(tx, [logged], by, parts.clock())) };
  });
  if (told) announce(parts, told);
  return container;
}

/** Answers the container when this is a new entry of its log. */
async function markCrossed(tx: Db, id: number, by: Caller | undefined, now: Date): Promise<Container | undefined> {
  const happened_at = now.toISOString();
  if (!(await markOverdue(tx, id, happened_at))) return undefined;
  const { pfi_date } = await containerOf(tx, id);
  const entry = { container_id: id, overdue_date: pfi_date, reason: overdueReason, happened_at };
  if (!(await logOverdue(tx, { ...entry, user_id: by?.id ?? null }))) return undefined;
  const container = await containerOf(tx, id);
  await note(tx, by ?? system, happened_at, 'container.delayed', thingOf(container, said.delay('pfi', overdueReason)));
  return container;
}

/** One notice, however many there are. */
async function tellOverdue(tx: Db, containers: Container[], by: Caller | undefined, now: Date): Promise<number[]> {
  const [first] = containers;
  if (!first) return [];
  const { title, message, severalTitle, severalMessage, severalLink } = notices.overdue;
  const created_at = now.toISOString();
  const notice =
    containers.length === 1
      ? { title, message: message(labelOf(first)), link: notices.link(first.id), created_at }
      : { title: severalTitle, message: severalMessage(containers.map(labelOf)), link: severalLink, created_at };
  return notifyViewersOfModule(tx, productModules.containers, by?.id ?? null, notice);
}

/** The server's own round: every container whose date has passed since the last one. Source: decisions.md section 4. */
export async function crossDates(parts: Parts): Promise<void> {
  const atATime = 100;
  for (;;) {
    const now = parts.clock();
    const { found, told } = await parts.db.transaction().execute(async (tx) => {
      const ids = await listUnmarkedOverdue(tx, localDate(now), atATime);
      const logged: Container[] = [];
      for (const id of ids) {
        const container = await markCrossed(tx, id, undefined, now);
        if (container) logged.push(container);
      }
      return { found: ids.length, told: await tellOverdue(tx, logged, undefined, now) };
    });
    if (found > 0) announce(parts, told);
    if (found < atATime) return;
  }
}

export async function removeContainer(parts: Parts, caller: Caller, id: number): Promise<void> {
  const deleted_at = parts.clock().toISOString();
  await parts.db.transaction().execute(async (tx) => {
    const container = await containerOf(tx, id);
    if (!(await moveToTrash(tx, id, { deleted_at, deleted_by: caller.id }))) throw refusal.notFound(refusals.gone);
    await insertEvents(tx, [{ container_id: id, what: 'deleted', user_id: caller.id, happened_at: deleted_at }]);
    await note(tx, caller, deleted_at, 'container.deleted', thingOf(container));
  });
  tellViewers(parts);
}

export async function restoreContainer(parts: Parts, caller: Caller, id: number): Promise<Container> {
  const happened_at = parts.clock().toISOString();
  const container = await parts.db.transaction().execute(async (tx) => {
    if (!(await takeFromTrash(tx, id))) throw refusal.notFound(refusals.notInTrash);
    await insertEvents(tx, [{ container_id: id, what: 'restored', user_id: caller.id, happened_at }]);
    const container = await containerOf(tx, id);
    await note(tx, caller, happened_at, 'container.restored', thingOf(container));
    return container;
  });
  tellViewers(parts);
  return container;
}

/** Deletes for good what has been in the trash for 30 days, some at a time. */
export async function emptyContainerTrash({ db, clock }: Parts): Promise<void> {
  const atATime = 500;
  for (;;) {
    const now = clock();
    const before = new Date(now.getTime() - trashDays * dayMs).toISOString();
    const purged = await db.transaction().execute(async (tx) => {
      const containers = await purgeTrash(tx, before, atATime);
      await note(tx, system, now.toISOString(), 'container.purged', ...containers.map((one) => thingOf(one)));
      return containers.length;
    });
    if (purged < atATime) return;
  }
}

/** The server's day, by its setting TZ. */
export const serverToday = ({ clock }: Parts) => localDate(clock());
