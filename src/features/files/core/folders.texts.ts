import { counted } from '#shared/format.ts';

/** The folder from which a file came. Our choice. */
export const folderTexts = {
  folder: 'Folder',
  allFolders: 'All folders',
  files: (count: number) => counted(count, 'file'),
  showFolder: (folder: string) => `Show the files of ${folder}`,
} as const;
