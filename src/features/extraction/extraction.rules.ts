import { isPlainText } from './charset.rules.ts';
import type { Charset } from './charset.rules.ts';
import { pageKindOf } from './pages.rules.ts';

/**
 * The version of the extraction code. Raise it when the code extracts more than before, or something else: the server then reads
 * the stored contents once more, in the background.
 */
export const extractorVersion = 18;

/** Larger contents are not read. Our choice: a search hit is nearly always in the first pages of a document. */
export const maxReadBytes = 64 * 1024 * 1024;

/** The largest result that the server accepts from the worker, in bytes. A larger one counts as a failure. */
export const maxDerivedBytes = { text: 4 * 1024 * 1024, thumbnail: 256 * 1024, page: 16 * 1024 * 1024 } as const;

/** PostgreSQL indexes no more of one text. */
const maxIndexedBytes = 1024 * 1024;

const maxWordLetters = 200;

/** Returns whether both databases can index these words. */
export function areIndexWords(words: string): boolean {
  if (words === '') return true;
  // No pattern over the whole text: V8 would keep a state for each of a hundred thousand words.
  if (words.length > 2 * maxIndexedBytes || !words.isWellFormed() || /[^\S ]|\0/.test(words)) return false;
  let spaces = 0;
  for (let start = 0; ; spaces += 1) {
    const space = words.indexOf(' ', start);
    const end = space === -1 ? words.length : space;
    if (end === start || end - start > maxWordLetters) return false;
    if (space === -1) break;
    start = space + 1;
  }
  return new TextEncoder().encode(words).length - spaces < maxIndexedBytes;
}

/**
 * The first try of a content gets this much processor time. The second one, for which no other content waits, gets more.
 * Our choice: an ordinary document takes less than a second.
 */
export const firstTryProcessorMs = 10_000;
export const lastTryProcessorMs = 30_000;

/** The server kills a worker process that takes longer. On a busy machine a process waits most of its time. */
export const extractionTimeoutMs = 90_000;

/** The server kills a worker process that uses more memory. Documents unpack to many times their size. */
export const maxWorkerBytes = 900 * 1024 * 1024;

/** A content is given up after this many failures. The first one may be a fault of the machine. */
export const maxTries = 2;

export const derivedFileKinds = ['thumbnail', 'page'] as const;
export type DerivedFileKind = (typeof derivedFileKinds)[number];

/** The property of a file that selects its extractor. The worker does not get its name. */
export type ContentKind = { mediaType: string };

/** The data of one content for the search. */
export type Searchable = {
  text: string;
  /** The index words of the text, separated by spaces. The worker computes them because a long text takes a second. */
  words: string;
  /** The numbers in the text by which the file may belong to a container, in normal form. */
  numbers: string[];
  /** The document has more text, or more words, than the search can have. */
  isCut?: boolean;
};

/** The result for one content. A part that does not exist for this kind of file is missing. */
export type Extraction = Partial<Searchable> & {
  /** The charset of a text, if the stored media type states another one. */
  charset?: Charset;
  /** A small WebP image. */
  thumbnail?: Uint8Array;
  /** A complete HTML document without scripts and without external resources. */
  page?: string;
  /** The parts that failed and the reasons, for the log. */
  problems: string[];
};

/** What the document process has read. The server makes a thumbnail of `firstPage`, which has a byte of gray for each pixel. */
export type ReadContent = Omit<Extraction, 'thumbnail'> & {
  firstPage?: { width: number; height: number; pixels: Uint8Array };
};

/** The message to a worker process. The bytes follow on its standard input. */
export type WorkerRequest = {
  size: number;
  /** For the document process. */
  mediaType?: string;
  /** For the table process: the charset of a text, instead of the detected one. */
  charset?: Charset;
  /**
   * For the picture process: a thumbnail, a thumbnail and a page with all pictures, a smaller copy for the page of a
   * document, or gray copies of all pictures.
   */
  use?: 'thumbnail' | 'pages' | 'page' | 'scan';
  /** For the picture process: the bytes are pixels of three bytes, or of one byte of gray. */
  raw?: { width: number; height: number; channels: 1 | 3 };
  /** For the process that recognizes text: the sizes of the pictures in the bytes, and the languages. */
  parts?: number[];
  languages?: readonly string[];
};

/** The answer to a document process that asked for a smaller copy of an image. */
export type PictureResponse = { picture: Uint8Array | undefined };

/** The images of one document that its preview page shows at most. */
export const maxPictures = 60;

/** The width of a preview page on a high-density screen, in pixels. */
export const inlineEdge = 1400;

/** Image types that get a thumbnail. SVG is excluded because it can contain scripts. */
export const hasThumbnail = (mediaType: string) =>
  /^image\/(png|jpeg|gif|webp|avif|tiff|apng|hei[cf])\b/.test(mediaType);

/** Image types that also get a preview page, because browsers cannot show them. */
export const hasPicturePage = (mediaType: string) => /^image\/(tiff|hei[cf])\b/.test(mediaType);

/** Image types that only libheif decodes. */
export const isHeic = (mediaType: string) => /^image\/hei[cf]\b/.test(mediaType);

/** Its thumbnail shows the first page. */
export const isPdf = (mediaType: string) => mediaType === 'application/pdf';

/** Types whose text is extracted for search: documents, mail and plain text, which is recognised by its charset. */
export const hasText = (mediaType: string) =>
  pageKindOf(mediaType) !== undefined || isPlainText(mediaType) || isPdf(mediaType);

/** Returns whether the worker can extract anything from a content of this type. */
export const isReadable = (mediaType: string) => hasThumbnail(mediaType) || hasText(mediaType);

/** Types of which the text is the list of the files in them. */
export const isArchive = (mediaType: string) => /^application\/(zip|x-tar|gzip)\b/.test(mediaType);
