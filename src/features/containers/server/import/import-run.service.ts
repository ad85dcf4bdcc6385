import { system } from '#features/audit/audit.rules.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { partyFields } from '#features/containers/core/container-fields.rules.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import type { StoredStatus } from '#features/containers/core/containers.rules.ts';
import type { ImportChoices } from '#features/containers/import/container-import.contract.ts';
import { importTexts } from '#features/containers/import/import-rows.texts.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import { headingsKey } from '#features/imports/imports.rules.ts';
import { insertChunk, markDone, saveDraft, saveMapping } from '#features/imports/server/imports.queries.ts';
import { listViewersOfModule, notifyUsers } from '#features/notifications/server/notifications.queries.ts';
import { indexContainers } from '#features/papers/server/number-index.queries.ts';
import { statusIds } from '#features/papers/statuses.rules.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { lockNumberOf, lockPartyNames } from '#server/database/dialect/locks.ts';
import { makeYield } from '#server/event-loop-yield.ts';
import { refusal } from '#server/refusal.ts';
import { localDate } from '#shared/calendar.ts';
import { productModules } from '#shared/product-modules.ts';
import { listStoredColumns, listVersions } from '../bulk/container-bulk.queries.ts';
import type { StoredColumns } from '../bulk/container-bulk.queries.ts';
import { changedFields, changeFields, editedText, partyNamesAfter } from '../core/container-edit.service.ts';
import type { FieldChange, References } from '../core/container-edit.service.ts';
import type { NewEvent } from '../core/container-history.queries.ts';
import { moveContainer } from '../core/container-move.service.ts';
import { logOverdueOnce } from '../core/container-overdue.service.ts';
import { insertEventsInTurns, thingOf } from '../core/container-record.service.ts';
import { insertContainers } from '../core/containers.queries.ts';
import type { ContainerValues } from '../core/containers.queries.ts';
import { findPartyByName, insertParty } from '../parties/parties.queries.ts';
import { markImported, saveOwnWords } from './container-import.queries.ts';
import { openImport } from './container-import.service.ts';
import { keepLeftOut } from './import-left-out.service.ts';
import { planImport, previewOf } from './import-plan.service.ts';
import type { PlannedRow } from './import-plan.service.ts';

/** The values before the import. `columns` is null for a container that the import created. */
export type ImportUndo = { id: number; version: number; columns: StoredColumns | null };

const batchSize = 250;
/** The number of rows that one statement inserts or indexes. */
const rowsAtOnce = 25;

type RunInput = { id: number; reason?: string | null | undefined; preview?: string | undefined };

/** Imports the new and changed rows: all in one transaction, with one notification for each user. */
export async function runImport(
  ctx: Context,
  caller: Caller,
  { id, reason, preview, ...choices }: ImportChoices & RunInput,
) {
  const now = ctx.clock();
  return transactAs(
    ctx,
    caller,
    async (tx, write) => {
      const { at } = write;
      // An import of the same list by another user would not find the containers of this one.
      await lockNumberOf(tx, 'imports');
      const source = await openImport(tx, caller, id);
      await saveDraft(tx, { id, userId: caller.id, draft: JSON.stringify({ ...choices, reason }) });
      if (!(await markDone(tx, id, at))) throw refusal.conflict('import.done', importTexts.done);
      const asked = { ...source, now, chooser: write.by };
      const { rows, references, newParties } = await planImport(tx, fileViewer(write.by), asked, choices);
      if (preview !== undefined && preview !== (await previewOf(rows)))
        throw refusal.conflict('container.changed', importTexts.changedMeanwhile);
      const applied = rows.filter(({ state }) => state === 'new' || state === 'changed');
      if (applied.length === 0) throw refusal.invalid('import.nothing', 'columns', importTexts.nothing);
      const partyIds = await addParties(write, applied, newParties);
      for (const row of applied) row.change = withParties(row.change, partyIds);
      const all = { ...references, parties: namesOf(references.parties, partyIds) };
      const how = { reason, references: all };
      for (let start = 0; start < applied.length; start += batchSize)
        await applyRows(write, applied.slice(start, start + batchSize), { ...how, import_id: id, start });
      const created = applied.filter(({ state }) => state === 'new').length;
      const updated = applied.length - created;
      const headings = headingsKey('containers', source.sheets[choices.sheet]?.headings ?? []);
      await saveMapping(tx, write.by, { headings, columns: JSON.stringify(choices.columns), saved_at: at });
      await saveOwnWords(tx, write.by, choices.corrections, at);
      const detail = importTexts.counts(created, updated);
      await recordAudit(write, 'container.imported', { name: source.name, detail });
      await keepLeftOut(tx, id, rows);
      const unchanged = rows.filter(({ state }) => state === 'same').length;
      await notify(write, applied);
      return { created, updated, left_out: rows.length - applied.length, unchanged };
    },
    lockPartyNames,
  );
}

async function addParties(write: Write<Caller>, rows: readonly PlannedRow[], names: ReadonlyMap<number, string>) {
  const used = new Set(rows.flatMap(({ change }) => partyFields.map((field) => change[field])));
  const ids = new Map<number, number>();
  const yieldIfDue = makeYield();
  for (const [temporary, name] of names) {
    if (!used.has(temporary)) continue;
    const added = await insertParty(write.tx, name, write.at);
    if (added) await recordAudit(write, 'party.created', added);
    const party = added ?? (await findPartyByName(write.tx, name));
    if (party) ids.set(temporary, party.id);
    await yieldIfDue();
  }
  return ids;
}

const withParties = (change: FieldChange, ids: ReadonlyMap<number, number>): FieldChange => ({
  ...change,
  ...Object.fromEntries(
    partyFields.flatMap((field) => {
      const id = ids.get(Number(change[field]));
      return id === undefined ? [] : [[field, id]];
    }),
  ),
});

const namesOf = (names: ReadonlyMap<number, string>, ids: ReadonlyMap<number, number>) =>
  new Map([...names].map(([id, name]) => [ids.get(id) ?? id, name]));

type How = {
  reason: string | null | undefined;
  references: References;
  import_id: number;
  start: number;
};

type Steps = { reason: string | null; change: FieldChange; events: NewEvent[] };

/** Moves a container forward. Each event has its day of the row, or the day of the import. Returns false as `moveContainer`. */
async function takeSteps(
  write: Write<Caller>,
  container: Container,
  steps: readonly StoredStatus[],
  { reason, change, events }: Steps,
): Promise<boolean> {
  const record = async (event: NewEvent) => void events.push(event);
  let present = container;
  for (const status of steps) {
    // A container whose departure has a day was not received today.
    const today = status === 'Received' && steps.includes('Departed') && change.departed_on ? null : undefined;
    if (!(await moveContainer(write, present, status, { reason, change, today, record }))) return false;
    present = { ...present, status_id: statusIds[status], status_name: status };
  }
  return true;
}

/** Applies rows in a few statements: thousands of round trips to a database take longer than the work. */
async function applyRows(
  write: Write<Caller>,
  rows: readonly PlannedRow[],
  { import_id, start, ...how }: How,
): Promise<void> {
  const { tx, by, at } = write;
  const known = rows.flatMap(({ container }) => container?.id ?? []);
  const before = known.length > 0 ? await listStoredColumns(tx, known) : new Map<number, StoredColumns>();
  const events: NewEvent[] = [];
  const record = async (more: NewEvent[]) => void events.push(...more);
  const yieldIfDue = makeYield();
  for (const { container, change, steps } of rows) {
    if (!container) continue;
    const isCurrent =
      (await changeFields(write, container, change, { ...how, record })) &&
      (await takeSteps(write, container, steps, { reason: how.reason ?? null, change, events }));
    if (!isCurrent) throw refusal.conflict('container.changed', importTexts.changedMeanwhile);
    await yieldIfDue();
  }
  const created = rows.filter(({ container }) => container === undefined);
  const ids: number[] = [];
  for (let from = 0; from < created.length; from += rowsAtOnce) {
    ids.push(...(await create(write, created.slice(from, from + rowsAtOnce), how.references)));
    await yieldIfDue();
  }
  const made = created.map(({ change, steps }, index) => {
    const { name, container_no } = change as ContainerValues;
    return { id: ids[index] as number, name, container_no, status: steps.at(-1) ?? 'Not Received' };
  });
  const creation = { what: 'created', user_id: by.id, happened_at: at };
  events.push(...made.map(({ id, status }) => ({ ...creation, container_id: id, new_value: status })));
  await insertEventsInTurns(tx, events);
  const added = made.map(({ status, ...container }) => thingOf(container, status));
  const edited = rows.flatMap(({ container, change }) =>
    container && changedFields(container, change).length > 0
      ? [thingOf(container, editedText(container, change, how.references))]
      : [],
  );
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await recordAudit(write, 'container.created', ...added.slice(from, from + rowsAtOnce));
    await recordAudit(write, 'container.changed', ...edited.slice(from, from + rowsAtOnce));
    await yieldIfDue();
  }
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = [...known, ...ids].slice(from, from + rowsAtOnce);
    await indexContainers(tx, some, at);
    // The scheduled job would send a notification for each team.
    await logOverdueOnce({ ...write, by: system }, some, localDate(new Date(at)));
    await yieldIfDue();
  }
  await markImported(tx, [...known, ...ids], import_id);
  const versions = await listVersions(tx, [...known, ...ids]);
  const undo: ImportUndo[] = [...known, ...ids].map((id) => ({
    id,
    version: versions.get(id) ?? 0,
    columns: before.get(id) ?? null,
  }));
  await insertChunk(tx, import_id, { part: 'undo', start, data: JSON.stringify(undo) });
}

function create({ tx, by, at }: Write<Caller>, rows: readonly PlannedRow[], references: References) {
  const containers = rows.map(({ change, steps }) => ({
    // The plan has found the required fields.
    values: change as ContainerValues,
    parties: partyNamesAfter(undefined, change, references),
    status_id: statusIds[steps.at(-1) ?? 'Not Received'],
  }));
  return insertContainers(tx, containers, { created_by: by.id, created_at: at });
}

/** Each user gets one notification, about the containers that this user sees. */
async function notify(write: Write<Caller>, rows: readonly PlannedRow[]): Promise<void> {
  const teamOf = ({ change, container }: PlannedRow) => (change.team_id as number | undefined) ?? container?.team_id;
  const byTeam = Map.groupBy(rows, teamOf);
  const seenBy = new Map<number, (number | undefined)[]>();
  for (const teamId of byTeam.keys())
    for (const user of await listViewersOfModule(write.tx, productModules.containers, write.by.id, { teamId }))
      seenBy.set(user, [...(seenBy.get(user) ?? []), teamId]);
  const { title, message, link } = importTexts.notice;
  for (const users of Map.groupBy(seenBy, ([, teams]) => teams.join()).values()) {
    const seen = (users[0]?.[1] ?? []).flatMap((team) => byTeam.get(team) ?? []);
    const created = seen.filter(({ state }) => state === 'new').length;
    const delayed = seen.filter(({ isDelayed }) => isDelayed).length;
    const text = message({ created, updated: seen.length - created, delayed }, write.by.name);
    const ids = users.map(([id]) => id);
    await notifyUsers(write, ids, { title, message: text, link });
  }
}
