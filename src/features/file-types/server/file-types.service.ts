import { details } from '#features/audit/audit.texts.ts';
import { note } from '#features/audit/server/audit.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Parts } from '#server/parts.ts';
import { refusal } from '#server/refusal.ts';
import type { FileType, FileTypeInput } from '../file-types.contract.ts';
import { refusals } from '../file-types.texts.ts';
import {
  changeFileType,
  countFilesOfType,
  deleteFileType,
  fileTypeExists,
  findFileType,
  insertFileType,
} from './file-types.queries.ts';

export async function createFileType({ db, clock }: Parts, caller: Caller, input: FileTypeInput): Promise<FileType> {
  const at = clock().toISOString();
  return db.transaction().execute(async (tx) => {
    const fileType = await insertFileType(tx, input, at);
    await note(tx, caller, at, 'file_type.created', fileType);
    return fileType;
  });
}

/** Refuses 404 if there is no such type. */
export async function updateFileType(
  { db, clock }: Parts,
  caller: Caller,
  { id, ...input }: FileTypeInput & { id: number },
): Promise<FileType> {
  return db.transaction().execute(async (tx) => {
    const old = await findFileType(tx, id);
    const fileType = await changeFileType(tx, id, input);
    if (!old || !fileType) throw refusal.notFound(refusals.gone);
    const detail = details.edited(old, fileType);
    await note(tx, caller, clock().toISOString(), 'file_type.changed', { ...fileType, detail });
    return fileType;
  });
}

/** Refuses 404 if there is no such type. */
export async function usageOfFileType({ db }: Parts, id: number): Promise<{ files: number }> {
  if (!(await fileTypeExists(db, id))) throw refusal.notFound(refusals.gone);
  return { files: await countFilesOfType(db, id) };
}

/** Its files stay, with the number of a type that is gone. Source: decisions.md section 4. */
export async function removeFileType({ db, clock }: Parts, caller: Caller, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const fileType = await deleteFileType(tx, id);
    if (!fileType) throw refusal.notFound(refusals.gone);
    await note(tx, caller, clock().toISOString(), 'file_type.deleted', fileType);
  });
}
