import { counted, formatDateTime, formatSize } from '#shared/format.ts';
import { trashDays } from '#shared/limits.ts';
import type { FileEvent } from './versions.contract.ts';

/** The trash. Our choice throughout: the specification shows no sentence for what is kept of files. */
export const trashTexts = {
  title: 'Trash',
  subtitle: `Deleted files stay here for ${trashDays} days. After that they are deleted for good.`,
  backToFiles: 'Back to files',
  list: 'Deleted files',
  team: 'Team',
  size: 'Size',
  deletedBy: (name: string) => `Deleted by ${name}`,
  somebody: 'somebody',
  daysLeft: (days: number) => (days === 0 ? 'Less than a day left' : `${counted(days, 'day')} left`),
  restore: 'Restore',
  restored: (name: string) => `"${name}" was restored`,
  restoreFailed: 'Failed to restore file',
  deleteForGood: 'Delete for good',
  deletedForGood: (name: string) => `"${name}" was deleted for good`,
  deleteFailed: 'Failed to delete file',
  deleteTitle: 'Delete for good?',
  deleteExplained: 'The file and all its earlier versions will be gone. Nobody can bring them back.',
  typeName: 'Type the file’s name to confirm',
  typeWord: (word: string) => `Type ${word} to confirm`,
  empty: 'The trash is empty',
  emptyHint: `A deleted file comes here first and can be restored for ${trashDays} days.`,
  loading: 'Loading the trash...',
  loadFailed: 'Failed to load the trash',
  loadFailedHint: 'The deleted files could not be loaded. Check your connection and try again.',
  loadMore: 'Load more',
  moreFailed: 'More files could not be loaded.',
} as const;

/** Typed to delete what has a name that is hard to type. */
export const confirmingWord = 'DELETE';

export const detailsTexts = {
  details: 'Details',
  versions: 'Versions',
  activity: 'Activity',
  sections: 'What to show',
  loading: 'Loading the details...',
  loadFailed: 'Failed to load the details',
  loadFailedHint: 'They could not be loaded. The file may have been deleted meanwhile.',

  type: 'File type',
  team: 'Team',
  uploader: 'Uploaded by',
  uploadedAt: 'Uploaded',
  size: 'Size',
  kind: 'Format',
  content: 'Present content',
  contentBy: (name: string, moment: string) => `${name}, ${formatDateTime(moment)}`,
  versionsCount: 'Earlier versions',
  downloads: 'Downloads',
  hash: 'SHA-256',
  copyHash: 'Copy SHA-256',
  hashCopied: 'SHA-256 copied',
  copyFailed: 'Could not be copied. Select it and copy it yourself.',

  present: 'Present',
  noVersions: 'No earlier versions',
  noVersionsHint: 'When somebody replaces this file, what it was before is kept here.',
  mostVersions: (most: number) => `The newest ${most} are listed.`,
  whoAndSize: (name: string, bytes: number) => `${name} · ${formatSize(bytes)}`,
  wasNamed: (name: string) => `Was named ${name}`,
  restore: 'Restore',
  restoreTitle: 'Restore this version?',
  restoreExplained: (name: string, moment: string) =>
    `"${name}" gets the content of ${formatDateTime(moment)} again. The present content is kept as a version.`,
  restored: (name: string) => `"${name}" has its earlier content again`,
  restoreFailed: 'Failed to restore the version',

  mostEvents: (most: number) => `The last ${most} are listed.`,
} as const;

export const selectionTexts = {
  select: 'Select',
  selectFile: (name: string) => `Select ${name}`,
  selectShown: (shown: number) => (shown === 1 ? 'Select 1 shown' : `Select all ${shown} shown`),
  ofGroup: (label: string, group: string) => `${label} in ${group}`,
  bar: 'Selected files',
  selected: (count: number, bytes: number) => `${counted(count, 'file')} selected, ${formatSize(bytes)}`,
  noneSelected: 'No files selected',
  tapToSelect: 'Tap files to select them',
  rangeHint: 'Shift-click selects a range, Esc clears',
  clear: 'Clear selection',
  tooMany: (most: number) => `Select at most ${counted(most, 'file')} at a time.`,
  zip: 'Download as ZIP',
  changeType: 'Change type',
  move: 'Move to team',
  delete: 'Delete',
  confirmDelete: (count: number) => `Are you sure you want to delete these ${counted(count, 'file')}?`,
  deleted: (count: number) => `${counted(count, 'file')} deleted successfully`,
  deleteFailed: 'Failed to delete files',
  changeTypeTitle: (count: number) => `Change the type of ${counted(count, 'file')}`,
  newType: 'New file type',
  chooseType: 'Choose a file type',
  typeChanged: (count: number, type: string) =>
    count === 0 ? `Nothing changed: the type was ${type} already` : `${counted(count, 'file')} changed to ${type}`,
  typeFailed: 'Failed to change the type',
  moveTitle: (count: number) => `Move ${counted(count, 'file')} to another team`,
  newTeam: 'New team',
  chooseTeam: 'Choose a team',
  moveExplained: 'Whoever sees the files of that team will see them. Their uploaders keep seeing them.',
  moved: (count: number, team: string) =>
    count === 0 ? `Nothing moved: the team was ${team} already` : `${counted(count, 'file')} moved to ${team}`,
  moveFailed: 'Failed to move files',
} as const;

/** What happened to a file, in a sentence. */
export function eventSentence({ what, user, old_value, new_value }: FileEvent): string {
  const who = user?.name ?? 'Somebody';
  const fromTo = (from: string | null, to: string | null) => `${from === null ? '' : ` from ${from}`} to ${to ?? ''}`;
  const sentences: Record<FileEvent['what'], () => string> = {
    uploaded: () => `${who} uploaded it`,
    downloaded: () => `${who} downloaded it`,
    renamed: () => `${who} renamed it${fromTo(old_value, new_value)}`,
    replaced: () => `${who} replaced its content`,
    version_restored: () =>
      `${who} restored ${new_value === null ? 'an earlier version' : `the version of ${formatDateTime(new_value)}`}`,
    type_changed: () => `${who} changed its type${fromTo(old_value, new_value)}`,
    moved: () => `${who} moved it${fromTo(old_value, new_value)}`,
    trashed: () => `${who} moved it to the trash`,
    restored: () => `${who} took it out of the trash`,
  };
  return sentences[what]();
}
