import { counted, formatPercent, formatSize, nameOfMonth } from '#shared/format.ts';

/**
 * Texts of the calls and screens of files. See docs/specification.md#files-page, docs/specification.md#upload-screen
 * and docs/specification.md#messages, unless marked 'Our choice'.
 */
export const texts = {
  title: 'Files & Documents',
  noFileChosen: 'Please select at least one file',
  noTypeChosen: 'Please select a file type',
  chooseTypeFirst: 'Please select a file type before uploading',
  uploaded: 'Files uploaded successfully!',
  uploadFailed: 'Upload failed',
  uploading: 'Uploading...',
  uploadFiles: (count: number) => `Upload ${count} File(s)`,
  loadFailed: 'Failed to load data',
  updated: 'File updated successfully',
  updateFailed: 'Update failed',
  deleted: 'File deleted successfully',
  deleteFailed: 'Failed to delete file',
  confirmDelete: 'Are you sure you want to delete this file?',
  searchPlaceholder: 'Search files, teams, or users...',
  showing: (shown: number, all: number, groups: number, groupedBy: 'teams' | 'file types') =>
    `Showing ${shown} of ${all} files across ${groups} ${groupedBy}`,
  showMore: (more: number, remaining: number) => `Show ${more} more files (${remaining} remaining)`,
  unnamed: 'Unnamed File',
  noType: 'No Type Selected',
  unknownType: (id: number) => `Unknown (ID: ${id})`,
  unknownUploader: 'Unknown',
  unknownDate: 'Unknown Date',
  noFiles: 'No files found',
  noMatch: 'No files match the current filters',
  emptyTeam: 'No files in this team',
  emptyType: 'No files in this file type',

  // Labels of the files page. See docs/specification.md#files-page.
  groupBy: 'Group by',
  byFileType: 'File Types',
  byTeam: 'Teams',
  totalFiles: 'Total Files',
  activeTeams: 'Active Teams',
  fileTypes: 'File Types',
  thisWeek: 'This Week',
  filters: 'Filters',
  clearFilters: 'Clear Filters',
  team: 'Team',
  fileType: 'File Type',
  uploadDate: 'Upload Date',
  sortBy: 'Sort By',
  uploadDates: { all: 'All Time', today: 'Today', week: 'This Week', month: 'This Month', year: 'This Year' },
  sortOrders: { uploaded_at: 'Upload Date', filename: 'File Name', size: 'File Size', file_type: 'File Type' },
  view: 'View',
  download: 'Download',
  edit: 'Edit',
  delete: 'Delete',

  // Labels of the upload screen. See docs/specification.md#upload-screen.
  uploadTitle: 'Upload Files',
  selectType: 'Select File Type',
  selectFiles: 'Select Files',
  rename: (name: string) => `Rename ${name}`,
  remove: (name: string) => `Remove ${name}`,
} as const;

/** Our choice throughout: the specification shows no sentence for these. */
export const ownTexts = {
  allTeams: 'All Teams',
  allTypes: 'All File Types',
  activeFilters: (count: number) => `${counted(count, 'filter')} active`,
  found: (count: number) => `${counted(count, 'file')} found`,
  filesCount: (count: number) => counted(count, 'file'),
  uploader: 'Uploaded by',
  uploadedAt: 'Uploaded',
  uploadedBy: (name: string) => `Uploaded by ${name}`,
  uploadedByYou: 'Uploaded by you',
  uploadedIn: (month: string) => `Uploaded in ${nameOfMonth(month)} (UTC)`,
  headings: {
    name: 'Name',
    type: 'File Type',
    uploader: 'Uploaded by',
    team: 'Team',
    date: 'Uploaded',
    size: 'Size',
  },
  orderOfFiles: 'Order of the files',
  reversed: (order: string) => `${order}, reversed`,
  noFilesYet: 'Uploaded files appear here.',
  groupFailed: 'These files could not be loaded.',
  typesFailed: 'The file types could not be loaded.',
  loadingFiles: 'Loading files...',
  preview: (name: string) => `Preview ${name}`,
  actionOn: (action: string, name: string) => `${action} ${name}`,

  editTitle: 'Edit File',
  newName: 'New filename',
  replacement: 'Replacement file',
  replacementHint: 'Optional. The link to the file stays the same, and the earlier content is kept as a version.',
  chooseReplacement: 'Choose a file',
  removeReplacement: 'Remove the replacement file',
  otherExtension: (name: string, chosen: string) => `The name ends in ${name}, but the file you chose is ${chosen}.`,
  sending: 'Sending the replacement file',

  uploadSubtitle: 'Choose a file type, then add your files.',
  noTypes: 'There are no file types yet. Ask an administrator to create one.',
  upload: 'Upload',
  filesAndUpload: (count: number) => `${counted(count, 'file')} · Upload`,
  filesAndNoType: (count: number) => `${counted(count, 'file')} · No type selected yet`,
  chooseWithUpload: 'Choose files with Upload.',
  orDrop: 'You can also drop them anywhere on this page.',
  drop: 'Drop files or folders here, or click to choose',
  tap: 'Tap to choose files',
  dropNow: 'Drop to add them',
  dropLimits: 'Any file type, any number. Large uploads resume after a lost connection.',
  chooseFolder: 'Choose a folder',
  takePhoto: 'Take a photo',
  waitForUpload: 'More files can be added once this upload has ended.',
  listingFolders: 'Reading the folders...',
  nothingDropped: 'Nothing to add: the items you dropped contain no files.',
  emptyFolder: 'Nothing to add: the folder you chose contains no files.',
  unreadable: (names: readonly string[]) =>
    names.length === 1
      ? `"${names[0]}" could not be read.`
      : `${counted(names.length, 'item')} could not be read, "${names[0]}" among them.`,
  selected: (count: number, size: string) => `${counted(count, 'file')} selected, ${size}`,
  noneSelected: 'No files selected yet',
  noneSelectedHint:
    'Selected files are listed here first, so that you can rename or remove them before you start the upload.',
  wasNamed: (name: string) => ` · was ${name}`,
  removeAll: 'Remove all',
  newNameOf: (name: string) => `New name for ${name}`,
  confirmName: 'Confirm new name',
  cancelName: 'Cancel renaming',

  progress: 'Upload progress',
  progressOf: (name: string) => `Progress of ${name}`,
  percent: formatPercent,
  sentOf: (sent: string, total: string) => `${sent} of ${total}`,
  filesOf: (stored: number, total: number) => `${stored} of ${counted(total, 'file')} stored`,
  speed: (size: string) => `${size}/s`,
  finishing: 'Finishing...',
  cancelUpload: 'Cancel upload',
  announcement: (percent: number) => `Uploading, ${percent} percent`,
  cancelled: (left: number) => `Upload cancelled. ${counted(left, 'file')} still selected.`,
  failedWith: (left: number) => `Upload failed. ${counted(left, 'file')} still selected.`,
  changedOnDisk: (name: string) =>
    `"${name}" was changed, moved or deleted after you chose it. Remove it and choose it again.`,
  paused: 'Paused',
  queued: 'Queued',
  offline: 'No connection',
  waitingForNetwork: 'Waiting for the connection...',
  notSent: 'Cancelled',
  failedAlone: 'Failed',
  percentAnd: (percent: number, state: string) => `${formatPercent(percent)} · ${state}`,
  pause: (name: string) => `Pause ${name}`,
  resume: (name: string) => `Resume ${name}`,
  cancelOne: (name: string) => `Cancel ${name}`,
  retry: (name: string) => `Retry ${name}`,
  resumable: (count: number) => (count === 1 ? '1 upload can be resumed' : `${count} uploads can be resumed`),
  resumableHint: 'Choose the same file again, or drop it anywhere on this page. The upload continues where it stopped.',
  chooseAgain: 'Choose file',
  chooseAgainFor: (name: string) => `Choose file for ${name}`,
  discard: 'Discard',
  discardOne: (name: string) => `Discard ${name}`,
  discarded: (name: string) => `"${name}" was discarded.`,
  discardFailed: 'Failed to discard the upload',
  arrivedOf: (percent: number, size: string, until: string) =>
    `${formatPercent(percent)} of ${size} sent · kept until ${until}`,
  otherFile: (name: string) => `This is not the file that was being uploaded as "${name}".`,
  otherFileHint: 'The name, the size and the date of the last change must be the same.',
  duplicatesTitle: (count: number) =>
    count === 1 ? 'One of these files was already stored' : `${count} of these files were already stored`,
  sameAs: (name: string) => `"${name}" was stored. It has the same content as`,
  moreDuplicates: (count: number) => `And ${counted(count, 'other', 'others')}.`,
  closeDuplicates: 'Close',
  leaveTitle: 'Leave this page?',
  leaveQuestion:
    'Your files are still being uploaded. Leaving stops the upload; files above 16 MB can be resumed within 24 hours.',
  leave: 'Leave and stop',
} as const;

type Found = { files: number; more: boolean };

const filesFound = ({ files, more }: Found) =>
  `${more ? (files >= 1000 ? 'More than ' : 'At least ') : ''}${counted(files, 'file')}`;

/** Texts of the search in the content of documents. Our choice throughout. */
export const inTextTexts = {
  title: 'In the text of documents',
  searching: 'Searching in the text of documents...',
  found: (found: Found) => `${filesFound(found)} found in the text of documents`,
  none: 'Nothing found in the text of documents.',
  noneYet: 'Nothing found yet.',
  didYouMean: 'Did you mean:',
  noNames: 'No file, team or person has this in the name.',
  alsoNamed: 'Also in the name',
  sources: { text: 'In the text', archive: 'In the names of its files', scan: 'From a scan' },
  order: 'Order of the documents',
  orders: { newest: 'Newest first', relevance: 'Most relevant first' },
  total: (found: Found) => `${filesFound(found)} in all`,
  hint: 'Use "quotes" for a phrase and -word to exclude files.',
  more: 'Show more',
  searchOn: 'Search further back',
  failed: 'The text of documents could not be searched.',
  waiting: (count: number, max: number) =>
    count === 1
      ? '1 document is still being read.'
      : `${count >= max ? 'At least ' : ''}${counted(count, 'document')} are still being read.`,
} as const;

/** Returns the approximate time left for an upload as a sentence. Our choice. */
export function timeLeft(seconds: number): string {
  if (seconds < 5) return 'A few seconds left';
  if (seconds < 55) return `About ${Math.ceil(seconds / 5) * 5} seconds left`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `About ${counted(minutes, 'minute')} left`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return 'More than a day left';
  const rest = minutes % 60 === 0 ? '' : ` ${counted(minutes % 60, 'minute')}`;
  return `About ${counted(hours, 'hour')}${rest} left`;
}

/** The notification about an upload, for users who may see the files of the team. Our choice of words. */
export const notices = {
  title: (count: number) => (count === 1 ? 'New file' : 'New files'),
  oneFile: (name: string, by: string, team: string) => `${by} uploaded "${name}" to ${team}.`,
  manyFiles: (count: number, by: string, team: string) => `${by} uploaded ${counted(count, 'file')} to ${team}.`,
} as const;

/** The messages of refused requests. Our choice: the specification shows no sentence for these. */
export const refusals = {
  noTeam: 'You do not belong to a team yet, so you cannot upload files. Ask an administrator to add you to a team.',
  unknownType: 'This file type no longer exists. Choose another one.',
  notYours: 'You can only edit files that you uploaded.',
  notDeletable:
    'You can only delete files that you uploaded within the last 24 hours. Ask a manager to delete this file.',
  someNotDeletable:
    'You can only delete files that you uploaded within the last 24 hours, so nothing was deleted. Leave the others out, or ask a manager.',
  notRestorable:
    'You can only restore files that you uploaded and deleted yourself. Ask a manager to restore this file.',
  gone: 'This file does not exist or is no longer shared with you.',
  changedMeanwhile: 'Another user has just replaced this file. Load the page again and check the new content first.',
  renamedMeanwhile: (name: string) =>
    `Another user has just renamed this file to "${name}". Close this dialog and open it again to rename the file.`,
  foldersDiffer: 'Send one folder for each file, in the order of the files.',
  nothingToChange: 'Send a new name, a new file, or both.',
  tooLarge: (name: string, max: number) => `"${name}" is larger than the limit of ${formatSize(max)} for one file.`,
  tooMany: (max: number) => `Upload at most ${counted(max, 'file')} at a time.`,
  nothingSelected: 'Select at least one file.',
  tooManySelected: (max: number) => `Select at most ${counted(max, 'file')} at a time.`,
  notInTrash: 'This file is not in the trash any more.',
  versionGone: 'This version does not exist any more.',
  noPreview: 'There is no preview of this file. Download it to look at it.',
  someGone: (gone: number) =>
    gone === 1
      ? 'One of these files does not exist any more or is no longer shared with you, so nothing was done. Repeat it without this file.'
      : `${counted(gone, 'file')} of these do not exist any more or are no longer shared with you, so nothing was done. Repeat it without them.`,
  unknownTeam: 'This team no longer exists. Choose another one.',
  moveOut: 'You can only move files to a team whose files you see.',
  uploadOut: 'You can only upload to a team whose files you see. Choose another team.',
  noName: 'Send the name of the file.',
  uploadGone: 'This upload does not exist any more. Unfinished uploads are removed after 24 hours.',
  movedMeanwhile: 'Another request has continued this upload. Request its offset and continue from there.',
  pieceTooSmall: (min: number) => `Send pieces of at least ${formatSize(min)}; only the last may be smaller.`,
  tooManyUnfinishedBytes: (max: number) =>
    `Your unfinished uploads may have at most ${formatSize(max)} together. Finish or discard some of them first.`,
  tooManyUnfinished: (max: number) =>
    `You have ${counted(max, 'unfinished upload')}. Resume or discard some of them first.`,
  damaged: 'The stored content of this file is damaged. Ask an administrator to restore it from a backup.',
  damagedInArchive: (name: string, others: number) =>
    others === 0
      ? `The stored content of "${name}" is damaged, so no archive was created. Ask an administrator to restore the file from a backup, or leave it out.`
      : `The stored content of "${name}" and ${counted(others, 'other file')} is damaged, so no archive was created. Ask an administrator to restore these files from a backup, or leave them out.`,
} as const;

/** The number of containers that the same search finds. Shown below the results. */
export const containersFound = (count: number) => `${counted(count, 'container')} ${count === 1 ? 'matches' : 'match'}`;

/** Texts of files that another app shares with the installed product. Our choice. */
export const sharedTexts = {
  tooLarge: 'These are too many files to share at once',
  tooLargeHint: 'Share at most 100 files with 1 GB together, or choose them here.',
  failed: 'The shared files did not arrive',
  failedHint: 'Share them again, or choose them here.',
} as const;
