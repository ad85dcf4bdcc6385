import { counted } from '#shared/format.ts';

/**
 * See docs/specification.md#file-type-form-and-table and docs/specification.md#messages, unless marked 'Our choice'.
 */
export const texts = {
  title: 'File Type Management',
  addNew: 'Add New File Type',
  editTitle: 'Edit File Type',
  name: 'Name',
  description: 'Description',
  /** Without the count as long as it is not known. */
  existing: (count?: number) => (count === undefined ? 'Existing File Types' : `Existing File Types (${count})`),
  none: 'No file types created yet.',
  actions: 'Actions',
  edit: 'Edit',
  delete: 'Delete',
  create: 'Create',
  update: 'Update',
  created: 'File type created successfully',
  updated: 'File type updated successfully',
  deleted: 'File type deleted',
  saveFailed: 'Failed to save file type',
  deleteFailed: 'Delete failed',
  loadFailed: 'Failed to fetch file type',
  confirmDelete: 'Are you sure you want to delete this file type?',
  /** Our choice, like the two after it. */
  nameRequired: 'Give the file type a name.',
  nameTooLong: 'The name may have at most 120 characters.',
  descriptionTooLong: 'The description may have at most 2000 characters.',
} as const;

/** Our choice throughout: the specification shows no sentence for these. */
export const ownTexts = {
  subtitle: 'The kinds of files that people can upload.',
  optional: 'Optional',
  noDescription: '–',
  files: (count: number) => counted(count, 'file'),
  filter: 'Filter file types...',
  noMatch: 'No file type matches the filter.',
  found: (count: number) => `${counted(count, 'file type')} found`,
  loading: 'Loading the file types...',
  failedTitle: 'The file types could not be loaded',
  lookingUp: 'Looking up the files of this type...',
  affectedByDelete: (files: number) =>
    `${
      files === 0
        ? 'No files use this type.'
        : `${counted(files, 'file')} ${files === 1 ? 'uses' : 'use'} this type. The files stay, but no longer have a known type.`
    } Its lines of the checklist are deleted as well. A deleted type cannot be restored.`,
} as const;

/** Our choice: the specification shows no sentence for these. */
export const refusals = {
  gone: 'This file type does not exist any more.',
  tooMany: (max: number) =>
    `There are already ${counted(max, 'file type')}. Delete one that is not used any more first.`,
} as const;
