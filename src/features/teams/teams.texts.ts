import { counted } from '#shared/format.ts';

/** Source: spec sections 2, 5 and 8 unless marked 'Our choice'. */
export const texts = {
  title: 'Team Management',
  name: 'Name',
  description: 'Description',
  existing: 'Existing Teams',
  none: 'No teams found.',
  create: 'Create Team',
  update: 'Update Team',
  created: 'Team created successfully',
  updated: 'Team updated successfully',
  deleted: 'Team deleted',
  saveFailed: 'Failed to save team',
  deleteFailed: 'Delete failed',
  loadFailed: 'Failed to fetch teams',
  confirmDelete: 'Are you sure you want to delete this team?',
  /** Our choice. */
  nameRequired: 'Give the team a name.',
} as const;

/** Our choice: the specification shows no sentence for these. */
export const refusals = {
  gone: 'This team does not exist any more.',
  ownsFiles: (files: number, trashed: number) =>
    trashed === 0
      ? `This team still owns ${counted(files, 'file')}. Delete them or give them to another team first.`
      : `This team still owns ${counted(files + trashed, 'file')}, ${trashed.toLocaleString('en-US')} of them in the trash. Empty the trash or give them to another team first.`,
} as const;
