import type { FileType } from '#features/file-types/file-types.contract.ts';
import type { File } from '#features/files/files.contract.ts';
import type { Person } from '#features/files/files.rules.ts';
import { requiredContext } from '#web/required-context.ts';

/** Data for every row, passed past the groups between the page and the row. */
export type FilesPageValue = {
  person: Person;
  teamNames: ReadonlyMap<number, string>;
  /** Undefined if they could not be loaded. */
  fileTypes: readonly FileType[] | undefined;
  onEdit: (file: File) => void;
  /** `next` is the file to show or focus after the deletion. */
  onDelete: (file: File, next?: number) => void;
  /** `section`: the part of the drawer to scroll to. */
  onDetails: (file: File, section?: 'containers') => void;
  mayOpenContainers: boolean;
  onPreview: (file: File) => void;
};

export const [FilesPageContext, useFilesPage] = requiredContext<FilesPageValue>('the files page');
