/** The ways in which the preview shows a file. `derived`: it shows a derived file of the server, if there is one. */
export type PreviewKind = 'picture' | 'pdf' | 'text' | 'markdown' | 'table' | 'sound' | 'video' | 'derived';

/** The preview shows this much of a text or a table. */
export const shownTextBytes = 1024 * 1024;
export const shownTextLines = 20_000;
export const shownTableRows = 1000;
export const shownTableColumns = 100;

/** The first expression that matches the media type decides. The server detects the media type from the content. */
const kinds: [test: RegExp, kind: PreviewKind][] = [
  [/^image\/(png|jpeg|gif|webp|avif|bmp|apng)\b/, 'picture'],
  [/^application\/pdf\b/, 'pdf'],
  [/^audio\//, 'sound'],
  [/^video\//, 'video'],
  [/^(application\/rtf|message\/rfc822)\b/, 'derived'],
  [/^text\/markdown\b/, 'markdown'],
  [/^text\/(csv|tab-separated-values)\b/, 'table'],
  // The server adds a charset to texts only.
  [/^text\/|;\s*charset=/, 'text'],
];

export const previewKindOf = (mediaType: string): PreviewKind =>
  kinds.find(([test]) => test.test(mediaType))?.[1] ?? 'derived';
