import type { ImportDraft, ReadFile } from '#features/containers/import/container-import.contract.ts';
import { importTexts } from '#features/containers/import/import-rows.texts.ts';
import { deleteUnfinished, findUnfinished, saveDraft } from '#features/imports/server/imports.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { refusal } from '#server/refusal.ts';

/** Returns the newest file of the caller that was not imported: after a reload or another sign-in, the screen goes on with it. */
export async function findUnfinishedImport({ db }: Context, caller: Caller) {
  const found = await findUnfinished(db, 'containers', caller.id);
  if (!found) return { unfinished: null };
  const { id, read_at, file, draft } = found;
  return {
    unfinished: {
      file: { id, ...(JSON.parse(file) as Omit<ReadFile, 'id'>) },
      read_at,
      draft: draft === null ? null : (JSON.parse(draft) as ImportDraft),
    },
  };
}

export async function saveImportDraft(ctx: Context, caller: Caller, { id, ...draft }: ImportDraft & { id: number }) {
  const isSaved = await transactAs(ctx, caller, (tx) =>
    saveDraft(tx, { id, userId: caller.id, draft: JSON.stringify(draft) }),
  );
  if (!isSaved) throw refusal.notFound('import.not_found', importTexts.gone);
}

export async function discardImport(ctx: Context, caller: Caller, id: number): Promise<void> {
  await transactAs(ctx, caller, (tx) => deleteUnfinished(tx, { id, userId: caller.id }));
}
