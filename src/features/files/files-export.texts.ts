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
] as const;

export const exportName = 'files';
