/** Source: spec sections 2, 5 and 8 unless marked 'Our choice'. */
export const texts = {
  title: 'File Type Management',
  addNew: 'Add New File Type',
  edit: 'Edit File Type',
  name: 'Name',
  description: 'Description',
  existing: (count: number) => `Existing File Types (${count})`,
  none: 'No file types created yet.',
  actions: 'Actions',
  create: 'Create',
  update: 'Update',
  created: 'File type created successfully',
  updated: 'File type updated successfully',
  deleted: 'File type deleted',
  saveFailed: 'Failed to save file type',
  deleteFailed: 'Delete failed',
  loadFailed: 'Failed to fetch file type',
  confirmDelete: 'Are you sure you want to delete this file type?',
  /** Our choice. */
  nameRequired: 'Give the file type a name.',
} as const;

/** Our choice: the specification shows no sentence for these. */
export const refusals = {
  gone: 'This file type does not exist any more.',
} as const;
