import { system } from '#features/audit/audit.rules.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import type { FieldChange } from '#features/containers/core/field-changes.rules.ts';
import type { ImportChoices } from '#features/containers/import/container-import.contract.ts';
import { importTexts } from '#features/containers/import/import-rows.texts.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import { headingsKey } from '#features/imports/imports.rules.ts';
import { insertChunk, markDone, saveDraft, saveMapping } from '#features/imports/server/imports.queries.ts';
import { listViewersOfModule, notifyUsers } from '#features/notifications/server/notifications.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactLocked } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { lockNumberOf, lockPartyNames } from '#server/database/dialect/locks.ts';
import { inTurns, slices } from '#server/event-loop-yield.ts';
import { refusal } from '#server/refusal.ts';
import { localDate } from '#shared/calendar.ts';
import { productModules } from '#shared/product-modules.ts';
import { listStoredColumns, listVersions } from '../bulk/container-bulk.queries.ts';
import type { StoredColumns } from '../bulk/container-bulk.queries.ts';
import { changeContainers, createContainers } from '../core/container-change.service.ts';
import { logOverdueOnce } from '../core/container-overdue.service.ts';
import { analyzeContainers } from '../core/container-record.service.ts';
import type { ContainerValues } from '../core/containers.queries.ts';
import type { References } from '../core/field-differences.ts';
import { addNewParties } from '../parties/new-parties.service.ts';
import { markImported, saveOwnWords } from './container-import.queries.ts';
import { openImport } from './container-import.service.ts';
import { keepLeftOut } from './import-left-out.service.ts';
import { planImport, previewOf } from './import-plan.service.ts';
import type { PlannedRow } from './import-plan.service.ts';

/** The values before the import. `columns` is null for a container that the import created. */
export type ImportUndo = { id: number; version: number; columns: StoredColumns | null };

const batchSize = 250;
/** The number of containers that one statement marks. */
const rowsAtOnce = 25;

type RunInput = { id: number; reason?: string | null | undefined; preview?: string | undefined };

/** Imports the new and changed rows: all in one transaction, with one notification for each user. */
export async function runImport(
  ctx: Context,
  caller: Caller,
  { id, reason, preview, ...choices }: ImportChoices & RunInput,
) {
  const now = ctx.clock();
  const answer = await transactLocked(ctx, caller, lockPartyNames, async (tx, write) => {
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
    const changes = applied.map(({ change }) => change);
    const added = await addNewParties(write, changes, { references, newParties });
    for (const [index, row] of applied.entries()) row.change = added.changes[index] as FieldChange;
    const how = { reason, references: added.references };
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
  });
  analyzeContainers(ctx);
  return answer;
}

type How = {
  reason: string | null | undefined;
  references: References;
  import_id: number;
  start: number;
};

/** Applies rows in a few statements: thousands of round trips to a database take longer than the work. */
async function applyRows(
  write: Write<Caller>,
  rows: readonly PlannedRow[],
  { import_id, start, reason, references }: How,
): Promise<void> {
  const { tx, at } = write;
  const known = rows.flatMap(({ container }) => container?.id ?? []);
  const before = known.length > 0 ? await listStoredColumns(tx, known) : new Map<number, StoredColumns>();
  const created = rows.flatMap(({ container, change, steps }) =>
    // The plan has found the required fields.
    container ? [] : [{ values: change as ContainerValues, status: steps.at(-1) ?? 'Not Received' }],
  );
  const ids = [...known, ...(await createContainers(write, created, references))];
  const changes = rows.flatMap(({ container, change, steps }) =>
    container ? [{ container, change, reason, steps, stepReason: reason }] : [],
  );
  await changeContainers(write, changes, references, importTexts.changedMeanwhile);
  // The scheduled job would send a notification for each team.
  const logged = { ...write, by: system };
  for await (const some of inTurns(slices(ids, rowsAtOnce)))
    await logOverdueOnce(logged, some, localDate(new Date(at)));
  await markImported(tx, ids, import_id);
  const versions = await listVersions(tx, ids);
  const undo = ids.map((id): ImportUndo => ({
    id,
    version: versions.get(id) ?? 0,
    columns: before.get(id) ?? null,
  }));
  await insertChunk(tx, import_id, { part: 'undo', start, data: JSON.stringify(undo) });
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
    await notifyUsers(write, ids, { title, message: text, link, event: 'changed' });
  }
}
