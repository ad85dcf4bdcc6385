import { counted } from '#shared/format.ts';
import { trashDays } from '#shared/limits.ts';

/** Texts of the trash. Our choice throughout: the specification shows no trash. */
export const trashTexts = {
  title: 'Trash',
  subtitle: `Deleted files stay here for ${trashDays} days. After that they are deleted for good.`,
  backToFiles: 'Back to the files',
  list: 'Deleted files',
  team: 'Team',
  size: 'Size',
  deletedBy: (name: string) => `Deleted by ${name}`,
  unknownUser: 'an unknown user',
  daysLeft: (days: number) => (days === 0 ? 'Less than a day left' : `${counted(days, 'day')} left`),
  goesToTrash: (count: number) =>
    `${count === 1 ? 'It goes' : 'They go'} to the trash and can be restored for ${trashDays} days.`,
  restore: 'Restore',
  restored: (name: string) => `"${name}" was restored`,
  restoreFailed: 'Failed to restore file',
  deleteForGood: 'Delete for good',
  deletedForGood: (name: string) => `"${name}" was deleted for good`,
  deleteFailed: 'Failed to delete file',
  deleteTitle: (name: string) => `Delete "${name}" for good?`,
  deleteExplained: 'The file and all its earlier versions will be deleted. This cannot be undone.',
  typeName: 'Type the file’s name to confirm',
  typeWord: (word: string) => `Type ${word} to confirm`,
  empty: 'The trash is empty',
  emptyHint: `A deleted file comes here first and can be restored for ${trashDays} days.`,
  loading: 'Loading the trash...',
  loadFailed: 'Failed to load the trash',
  more: 'Load more',
  moreFailed: 'More files could not be loaded.',
} as const;

/** The word to type when the file name is hard to type. */
export const confirmingWord = 'DELETE';
