import { pageKindOf } from './pages.rules.ts';

/**
 * The version of what reads contents. Raise it when more can be read than before: everything is then read once more, in
 * the background.
 */
export const readerVersion = 3;

/** Larger contents are not read. Our choice: what is found in a document is in its first pages. */
export const mostReadBytes = 64 * 1024 * 1024;

/** What a reading may bring back; more counts as a failure. */
export const mostMade = { text: 4 * 1024 * 1024, thumbnail: 256 * 1024, page: 16 * 1024 * 1024 } as const;

/** A reader that takes longer is ended. */
export const readingTimeoutMs = 30_000;

/** A reader that grows beyond this is ended; documents unpack to many times their size. */
export const mostReaderBytes = 900 * 1024 * 1024;

/** A content that ended its reader this often is left alone: once may have been the machine's fault. */
export const mostTries = 2;

export const renditionKinds = ['thumbnail', 'page'] as const;
export type RenditionKind = (typeof renditionKinds)[number];

/** What of a file tells how it is to be read. */
export type ContentKind = { mediaType: string; filename: string };

/** What was made of a content; what it does not have is missing. */
export type Reading = {
  /** For search. */
  text?: string;
  /** A small WebP picture. */
  thumbnail?: Uint8Array;
  /** HTML that stands alone and in which nothing can act. */
  page?: string;
  /** What could not be made and why, for the log. */
  problems: string[];
};

/** What a reader is asked; the bytes follow on its standard input. */
export type Question = ContentKind & { size: number };
export type Answer = { reading: Reading } | { failure: string };

/** Pictures that get a thumbnail. Never SVG: it is a program as much as a picture. */
export const hasThumbnail = (mediaType: string) => /^image\/(png|jpeg|gif|webp|avif|tiff|apng)\b/.test(mediaType);

/** Kinds whose text is read, for search: documents, mail and, known by their charset, files that are text themselves. */
export const hasText = (mediaType: string) =>
  /^application\/(pdf|msword|vnd\.ms-outlook|vnd\.(openxmlformats-officedocument|oasis\.opendocument)\..+)$|; charset=/.test(
    mediaType,
  );

/** Whether there is anything to be made of a content of this kind. */
export const isReadable = (mediaType: string) =>
  hasThumbnail(mediaType) || hasText(mediaType) || pageKindOf(mediaType) !== undefined;
