import type { FileType } from '#features/file-types/file-types.contract.ts';
import type { File } from '#features/files/files.contract.ts';
import type { Person } from '#features/files/files.rules.ts';
import { requiredContext } from '#web/required-context.ts';

/** What every row needs and no group between it and the page cares about. */
export type FilesPageParts = {
  person: Person;
  teamNames: ReadonlyMap<number, string>;
  /** Missing when they could not be loaded. */
  fileTypes: readonly FileType[] | undefined;
  onEdit: (file: File) => void;
  onDelete: (file: File) => void;
  onDetails: (file: File) => void;
};

export const [FilesPageContext, useFilesPage] = requiredContext<FilesPageParts>('the files page');
