import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import type { File, ListedFile } from '#features/files/core/files.contract.ts';
import type { Person } from '#features/files/core/files.rules.ts';
import type { Failure } from '#shared/failure.ts';
import { requiredContext } from '#web/required-context.ts';

/** A form that changes the selected files, in a dialog. */
export type SelectionFormProps = {
  files: readonly File[];
  onClose: () => void;
  onDone: () => void;
  onRefusal: (failure: Failure) => void;
};

/** The parts of the files page that features above this one fill. src/app/browser/screens hands them in. */
export type FilesSlots = {
  /** The containers of a file. `isSought`: they are scrolled into view. */
  LinkedContainers: ComponentType<{ file: File; isSought: boolean }>;
  /** Links the selected files to a container. */
  LinkForm: ComponentType<SelectionFormProps>;
  /** Who can see a file, and why. */
  Viewers: ComponentType<{ fileId: number }>;
  /** Chooses the container to which the files are linked. */
  ContainerFilter: ComponentType<{
    chosen: number | undefined;
    onChoose: (containerId: number | undefined) => void;
  }>;
  /** The number of containers that the search finds. */
  FoundContainers: ComponentType<{ search: string; enabled: boolean }>;
  nameOfContainer: (client: QueryClient, id: number) => Promise<string>;
};

/** Data for every row, passed past the groups between the page and the row. */
export type FilesPageValue = {
  person: Person;
  /** Some minutes old at most: what may be deleted changes with the hours. */
  now: Date;
  teamNames: ReadonlyMap<number, string>;
  /** Undefined if they could not be loaded. */
  fileTypes: readonly FileType[] | undefined;
  onEdit: (file: File) => void;
  /** `next` is the file to show or focus after the deletion. */
  onDelete: (file: File, next?: number) => void;
  /** `section`: the part of the drawer to scroll to. */
  onDetails: (file: ListedFile, section?: 'containers') => void;
  mayOpenContainers: boolean;
  onPreview: (file: File) => void;
  slots: FilesSlots;
};

export const [FilesPageContext, useFilesPage] = requiredContext<FilesPageValue>('the files page');
