import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { importTexts } from '#features/containers/import/import-rows.texts.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import { importUndoMs, undoneBy } from '#features/imports/imports.rules.ts';
import { findChunk, listChunkStarts, markUndone } from '#features/imports/server/imports.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactLocked } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { lockPartyNames, lockRows } from '#server/database/dialect/locks.ts';
import { inTurns } from '#server/event-loop-yield.ts';
import { refusal } from '#server/refusal.ts';
import type { Undo } from '../bulk/container-bulk.queries.ts';
import { restoreKnown } from '../bulk/container-undo.service.ts';
import { listUsedByPeople } from '../core/container-history.queries.ts';
import { trashContainer } from '../core/container-trash.service.ts';
import { listByIds } from '../core/containers.queries.ts';
import type { ImportUndo } from './import-run.service.ts';

/** Restores the changed containers and moves the created ones to the trash, except those that were changed or used since. */
export async function undoImport(ctx: Context, caller: Caller, id: number) {
  return transactLocked(ctx, caller, lockPartyNames, async (tx, write) => {
    const { at } = write;
    const since = new Date(Date.parse(at) - importUndoMs).toISOString();
    const undone = await markUndone(tx, 'containers', { id, userId: undoneBy(write.by), since, at });
    if (!undone) throw refusal.notFound('import.not_found', importTexts.gone);
    const total = { restored: 0, removed: 0, kept: 0 };
    for (const start of await listChunkStarts(tx, id, 'undo')) {
      const undos = JSON.parse(await findChunk(tx, id, 'undo', start)) as ImportUndo[];
      const { restored, removed } = await undoChunk(write, undos);
      total.restored += restored;
      total.removed += removed;
      total.kept += undos.length - restored - removed;
    }
    const detail = importTexts.undoneCounts(total.removed, total.restored);
    await recordAudit(write, 'container.import_undone', { name: undone.name, detail });
    return total;
  });
}

async function undoChunk(write: Write<Caller>, undos: readonly ImportUndo[]) {
  const { tx, by } = write;
  const ids = undos.map(idOf);
  // A container that another user is changing or commenting on stays.
  await lockRows(tx, 'containers', ids, 'change');
  const visible = await listByIds(tx, fileViewer(by), ids);
  const [changes, creations] = [undos.filter(isChange), undos.filter((undo) => !isChange(undo))];
  const restored = await restoreKnown(write, visible, changes, {
    act: 'container.import_undone',
    reason: importTexts.undone,
  });
  const present = new Map(visible.map((container) => [container.id, container]));
  const used = await listUsedByPeople(tx, creations.map(idOf));
  let removed = 0;
  for await (const { id, version } of inTurns(creations)) {
    const container = present.get(id);
    if (container?.version !== version || used.includes(id)) continue;
    if (await trashContainer(write, container, importTexts.undone)) removed += 1;
  }
  return { restored, removed };
}

const idOf = ({ id }: ImportUndo) => id;
const isChange = (undo: ImportUndo): undo is ImportUndo & Undo => undo.columns !== null;
