import { counted } from '#shared/format.ts';

/** Sentences the files' calls and screens say. Source: spec sections 2, 5 and 8 unless marked 'Our choice'. */
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
} as const;

/** What the server says when it refuses. Our choice: the specification shows no sentence for these. */
export const refusals = {
  noTeam: 'You do not belong to a team yet, so there is nowhere to put your files. Ask an administrator for a team.',
  unknownType: 'This file type no longer exists. Choose another one.',
  notYours: 'You can only edit files that you uploaded.',
  gone: 'This file does not exist or is no longer shared with you.',
  nothingToChange: 'Send a new name, a new file, or both.',
  tooLarge: (name: string, limit: string) => `"${name}" is larger than the limit of ${limit} for one file.`,
  tooMany: (most: number) => `Upload at most ${counted(most, 'file')} at a time.`,
  damaged: 'This file is damaged in the store. Tell an administrator; they can restore it from a backup.',
} as const;
