import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { indexContainers } from '#features/container-files/server/number-index.queries.ts';
import { fileViewer } from '#features/files/server/visible-files.queries.ts';
import { headingsKey } from '#features/imports/imports.rules.ts';
import { insertChunk, markDone, saveDraft, saveMapping } from '#features/imports/server/imports.queries.ts';
import { notifyViewersOfModule } from '#features/notifications/server/notifications.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { lockNumberOf, lockPartyNames } from '#server/database/dialect/locks.ts';
import { makeYield } from '#server/event-loop-yield.ts';
import { refusal } from '#server/refusal.ts';
import { productModules } from '#shared/product-modules.ts';
import { partyFields } from '../container-fields.rules.ts';
import type { ImportChoices } from '../container-import.contract.ts';
import { importTexts } from '../container-import.texts.ts';
import { statusIds } from '../containers.rules.ts';
import { listStoredColumns, listVersions } from './container-bulk.queries.ts';
import type { StoredColumns } from './container-bulk.queries.ts';
import { changeFields, editedText, partyNamesAfter } from './container-edit.service.ts';
import type { FieldChange, References } from './container-edit.service.ts';
import type { NewEvent } from './container-history.queries.ts';
import { markImported } from './container-import.queries.ts';
import { openImport } from './container-import.service.ts';
import { announce, insertEventsInTurns, thingOf } from './container-record.service.ts';
import { insertContainers } from './containers.queries.ts';
import type { ContainerValues } from './containers.queries.ts';
import { keepLeftOut } from './import-left-out.service.ts';
import { planImport, previewOf } from './import-plan.service.ts';
import type { PlannedRow } from './import-plan.service.ts';
import { findPartyByName, insertParty } from './parties.queries.ts';

/** The values before the import. `columns` is null for a container that the import created. */
export type ImportUndo = { id: number; version: number; columns: StoredColumns | null };

const batchSize = 250;
/** The number of rows that one statement inserts or indexes. */
const rowsAtOnce = 25;

type RunInput = { id: number; reason?: string | null | undefined; preview?: string | undefined };

/** Imports the new and changed rows: all in one transaction, with one notification for each team. */
export async function runImport(
  ctx: Context,
  caller: Caller,
  { id, reason, preview, ...choices }: ImportChoices & RunInput,
) {
  const at = ctx.clock().toISOString();
  const { answer, notified } = await transactAs(
    ctx,
    caller,
    async (tx, current) => {
      // An import of the same list by another user would not find the containers of this one.
      await lockNumberOf(tx, 'imports');
      const source = await openImport(tx, caller, id);
      await saveDraft(tx, { id, userId: caller.id, draft: JSON.stringify({ ...choices, reason }) });
      if (!(await markDone(tx, id, at))) throw refusal.conflict('import.done', importTexts.done);
      const { rows, references, newParties } = await planImport(
        tx,
        fileViewer(current),
        { ...source, now: ctx.clock() },
        choices,
      );
      if (preview !== undefined && preview !== (await previewOf(rows)))
        throw refusal.conflict('container.changed', importTexts.changedMeanwhile);
      const applied = rows.filter(({ state }) => state === 'new' || state === 'changed');
      if (applied.length === 0) throw refusal.invalid('import.nothing', 'columns', importTexts.nothing);
      const partyIds = await addParties(tx, caller, applied, newParties, at);
      for (const row of applied) row.change = withParties(row.change, partyIds);
      const all = { ...references, parties: namesOf(references.parties, partyIds) };
      const how = { caller, at, reason, references: all };
      for (let start = 0; start < applied.length; start += batchSize)
        await applyRows(tx, applied.slice(start, start + batchSize), { ...how, import_id: id, start });
      const created = applied.filter(({ state }) => state === 'new').length;
      const updated = applied.length - created;
      const headings = headingsKey('containers', source.sheets[choices.sheet]?.headings ?? []);
      await saveMapping(tx, current, { headings, columns: JSON.stringify(choices.columns), saved_at: at });
      const detail = importTexts.counts(created, updated);
      await recordAudit(tx, caller, at, 'container.imported', { name: source.name, detail });
      await keepLeftOut(tx, id, rows);
      const unchanged = rows.filter(({ state }) => state === 'same').length;
      const answer = { created, updated, left_out: rows.length - applied.length, unchanged };
      return { answer, notified: await notify(tx, caller, applied, at) };
    },
    lockPartyNames,
  );
  announce(ctx, notified);
  return answer;
}

async function addParties(
  tx: Db,
  caller: Caller,
  rows: readonly PlannedRow[],
  names: ReadonlyMap<number, string>,
  at: string,
) {
  const used = new Set(rows.flatMap(({ change }) => partyFields.map((field) => change[field])));
  const ids = new Map<number, number>();
  const yieldIfDue = makeYield();
  for (const [temporary, name] of names) {
    if (!used.has(temporary)) continue;
    const added = await insertParty(tx, name, at);
    if (added) await recordAudit(tx, caller, at, 'party.created', added);
    const party = added ?? (await findPartyByName(tx, name));
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
  caller: Caller;
  at: string;
  reason: string | null | undefined;
  references: References;
  import_id: number;
  start: number;
};

/** Applies rows in a few statements: thousands of round trips to a database take longer than the work. */
async function applyRows(
  tx: Db,
  rows: readonly PlannedRow[],
  { import_id, start, caller, ...rest }: How,
): Promise<void> {
  const how = { ...rest, by: caller.id };
  const known = rows.flatMap(({ container }) => container?.id ?? []);
  const before = known.length > 0 ? await listStoredColumns(tx, known) : new Map<number, StoredColumns>();
  const events: NewEvent[] = [];
  const record = async (more: NewEvent[]) => void events.push(...more);
  const yieldIfDue = makeYield();
  for (const { container, change } of rows) {
    if (container && !(await changeFields(tx, container, change, { ...how, record })))
      throw refusal.conflict('container.changed', importTexts.changedMeanwhile);
    await yieldIfDue();
  }
  const created = rows.filter(({ container }) => container === undefined).map(({ change }) => change);
  const ids: number[] = [];
  for (let at = 0; at < created.length; at += rowsAtOnce) {
    ids.push(...(await create(tx, created.slice(at, at + rowsAtOnce), how)));
    await yieldIfDue();
  }
  const made = { what: 'created', new_value: 'Not Received', user_id: how.by, happened_at: how.at };
  events.push(...ids.map((container_id) => ({ ...made, container_id })));
  await insertEventsInTurns(tx, events);
  const label = ({ name, container_no }: FieldChange) => ({ name: String(name), container_no: String(container_no) });
  const added = created.map((change, index) => thingOf({ id: ids[index] as number, ...label(change) }, made.new_value));
  const edited = rows.flatMap(({ container, change }) =>
    container ? [thingOf(container, editedText(container, change, how.references))] : [],
  );
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await recordAudit(tx, caller, how.at, 'container.created', ...added.slice(at, at + rowsAtOnce));
    await recordAudit(tx, caller, how.at, 'container.changed', ...edited.slice(at, at + rowsAtOnce));
    await yieldIfDue();
  }
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await indexContainers(tx, [...known, ...ids].slice(at, at + rowsAtOnce), how.at);
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

type CreateHow = Pick<How, 'at' | 'references'> & { by: number };

function create(tx: Db, changes: readonly FieldChange[], { by, at, references }: CreateHow) {
  const status_id = statusIds['Not Received'];
  const containers = changes.map((change) => ({
    // The plan has found the required fields.
    values: change as ContainerValues,
    parties: partyNamesAfter(undefined, change, references),
  }));
  return insertContainers(tx, containers, { status_id, created_by: by, checked_by: null, created_at: at });
}

/** One notification for all containers of a team, and one for those of no team. */
async function notify(tx: Db, caller: Caller, rows: readonly PlannedRow[], created_at: string) {
  const notified: number[] = [];
  const { title, message, link } = importTexts.notice;
  const teamOf = ({ change, container }: PlannedRow) => (change.team_id as number | undefined) ?? container?.team_id;
  for (const [teamId, ofTeam] of Map.groupBy(rows, teamOf)) {
    const created = ofTeam.filter(({ state }) => state === 'new').length;
    const notice = { title, message: message(created, ofTeam.length - created, caller.name), link, created_at };
    notified.push(...(await notifyViewersOfModule(tx, productModules.containers, caller.id, notice, { teamId })));
  }
  return notified;
}
