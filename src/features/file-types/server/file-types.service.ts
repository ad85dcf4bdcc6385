import { details } from '#features/audit/audit.texts.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { deletedRules } from '#features/papers/checklist.texts.ts';
import { deleteRulesOfType } from '#features/papers/server/checklist.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { lockNumberOf, lockRow } from '#server/database/dialect/locks.ts';
import { refusal } from '#server/refusal.ts';
import { maxFileTypes } from '#shared/limits.ts';
import type { FileType, FileTypeInput } from '../file-types.contract.ts';
import { refusals } from '../file-types.texts.ts';
import {
  changeFileType,
  countFilesOfType,
  countFileTypes,
  deleteFileType,
  fileTypeExists,
  findFileType,
  insertFileType,
} from './file-types.queries.ts';

/** Refuses with 422 if there are too many: the list of all of them is sent at once. */
export async function createFileType(ctx: Context, caller: Caller, input: FileTypeInput): Promise<FileType> {
  return transactAs(ctx, caller, async (tx, write) => {
    await lockNumberOf(tx, 'file_types');
    if ((await countFileTypes(tx)) >= maxFileTypes)
      throw refusal.invalid('file_type.too_many', 'name', () => refusals.tooMany(maxFileTypes));
    const fileType = await insertFileType(tx, input, write.at);
    await recordAudit(write, 'file_type.created', fileType);
    return fileType;
  });
}

/** Refuses with 404 if there is no such type. */
export async function updateFileType(
  ctx: Context,
  caller: Caller,
  { id, ...input }: FileTypeInput & { id: number },
): Promise<FileType> {
  return transactAs(ctx, caller, async (tx, write) => {
    await lockRow(tx, 'file_types', id);
    const old = await findFileType(tx, id);
    const fileType = await changeFileType(tx, id, input);
    if (!old || !fileType) throw refusal.notFound('file_type.not_found', refusals.gone);
    const detail = details.edited(old, fileType);
    await recordAudit(write, 'file_type.changed', { ...fileType, detail });
    return fileType;
  });
}

/** Refuses with 404 if there is no such type. */
export async function usageOfFileType({ db }: Context, id: number): Promise<{ files: number }> {
  if (!(await fileTypeExists(db, id))) throw refusal.notFound('file_type.not_found', refusals.gone);
  return { files: await countFilesOfType(db, id) };
}

/**
 * The files of a deleted type keep its id, and the checklist loses its rules. See docs/choices.md#deleted-entities.
 */
export async function removeFileType(ctx: Context, caller: Caller, id: number): Promise<void> {
  await transactAs(ctx, caller, async (tx, write) => {
    await lockRow(tx, 'file_types', id);
    const rules = await deleteRulesOfType(tx, id);
    const fileType = await deleteFileType(tx, id);
    if (!fileType) throw refusal.notFound('file_type.not_found', refusals.gone);
    await recordAudit(write, 'file_type.deleted', {
      ...fileType,
      ...(rules > 0 && { detail: deletedRules(rules) }),
    });
  });
}
