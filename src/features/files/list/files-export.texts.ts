export const exportHeadings = [
  'ID',
  'File Name',
  'File Type ID',
  'File Type',
  'Team ID',
  'Team',
  'Size (bytes)',
  'Upload date',
  'Uploaded at (UTC)',
  'Uploader ID',
  'Uploader',
  'Folder',
] as const;

/** The heading of one more column if texts are searched too. */
export const foundInHeading = 'Found in';

/** The last column of a search: by the name of the file, the team or the uploader, or by the text. */
export const foundIn = { name: 'name', text: 'text' } as const;

export const exportName = 'files';
