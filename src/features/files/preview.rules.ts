/** How a file is shown in the preview; `made` is whatever the server makes of it in the background, if anything. */
export type PreviewKind = 'picture' | 'pdf' | 'text' | 'markdown' | 'table' | 'sound' | 'video' | 'made';

/** Of texts and tables, this much is shown. */
export const shownTextBytes = 1024 * 1024;
export const shownTextLines = 20_000;
export const shownTableRows = 1000;
export const shownTableColumns = 100;

/** By media type, the first that fits; the server found it in the content. */
const kinds: [test: RegExp, kind: PreviewKind][] = [
  [/^image\/(png|jpeg|gif|webp|avif|bmp|apng)\b/, 'picture'],
  [/^application\/pdf\b/, 'pdf'],
  [/^audio\//, 'sound'],
  [/^video\//, 'video'],
  [/^(application\/rtf|message\/rfc822)\b/, 'made'],
  [/^text\/markdown\b/, 'markdown'],
  [/^text\/(csv|tab-separated-values)\b/, 'table'],
  // Of texts alone the server says in which characters they are written.
  [/^text\/|;\s*charset=/, 'text'],
];

export const previewKindOf = (mediaType: string): PreviewKind =>
  kinds.find(([test]) => test.test(mediaType))?.[1] ?? 'made';
