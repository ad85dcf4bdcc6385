/** Texts of files dropped on any page. A file of their own, because every screen loads them. Our choice. */
export const dropTexts = {
  dropToUpload: 'Drop to upload',
  mayNotUpload: 'Your role may not upload files.',
} as const;
