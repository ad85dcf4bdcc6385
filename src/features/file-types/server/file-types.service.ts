import type { Parts } from '#server/parts.ts';
import { refusal } from '#server/refusal.ts';
import type { FileType, FileTypeInput } from '../file-types.contract.ts';
import { refusals } from '../file-types.texts.ts';
import { changeFileType, countFilesOfType, deleteFileType, fileTypeExists } from './file-types.queries.ts';

/** Refuses 404 if there is no such type. */
export async function updateFileType({ db }: Parts, id: number, input: FileTypeInput): Promise<FileType> {
  const fileType = await changeFileType(db, id, input);
  if (!fileType) throw refusal.notFound(refusals.gone);
  return fileType;
}

/** Refuses 404 if there is no such type. */
export async function usageOfFileType({ db }: Parts, id: number): Promise<{ files: number }> {
  if (!(await fileTypeExists(db, id))) throw refusal.notFound(refusals.gone);
  return { files: await countFilesOfType(db, id) };
}

/** Its files stay, with the number of a type that is gone. Source: decisions.md section 4. */
export async function removeFileType({ db }: Parts, id: number): Promise<void> {
  if (!(await deleteFileType(db, id))) throw refusal.notFound(refusals.gone);
}
