import {
  charsetOfMark,
  charsetOfType,
  charsetOfWideText,
  isNarrowText,
  isUtf8,
} from '#features/extraction/charset.rules.ts';
import type { Charset } from '#features/extraction/charset.rules.ts';

// Media types of text files by extension. They apply only to content that was detected as text.
const textKinds: Record<string, string> = {
  css: 'text/css',
  csv: 'text/csv',
  eml: 'message/rfc822',
  fodp: 'application/vnd.oasis.opendocument.presentation-flat-xml',
  fods: 'application/vnd.oasis.opendocument.spreadsheet-flat-xml',
  fodt: 'application/vnd.oasis.opendocument.text-flat-xml',
  htm: 'text/html',
  html: 'text/html',
  ics: 'text/calendar',
  js: 'text/javascript',
  json: 'application/json',
  md: 'text/markdown',
  mht: 'multipart/related',
  mhtml: 'multipart/related',
  mjs: 'text/javascript',
  rtf: 'application/rtf',
  svg: 'image/svg+xml',
  tsv: 'text/tab-separated-values',
  xhtml: 'application/xhtml+xml',
  xml: 'application/xml',
};

// Office files are archives. Their extension decides on the program they belong to.
const openXml = 'application/vnd.openxmlformats-officedocument';
const archivedKinds: Record<string, string> = {
  docm: 'application/vnd.ms-word.document.macroenabled.12',
  docx: `${openXml}.wordprocessingml.document`,
  dotm: 'application/vnd.ms-word.template.macroenabled.12',
  dotx: `${openXml}.wordprocessingml.template`,
  odp: 'application/vnd.oasis.opendocument.presentation',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odt: 'application/vnd.oasis.opendocument.text',
  potm: 'application/vnd.ms-powerpoint.template.macroenabled.12',
  potx: `${openXml}.presentationml.template`,
  ppsm: 'application/vnd.ms-powerpoint.slideshow.macroenabled.12',
  ppsx: `${openXml}.presentationml.slideshow`,
  pptm: 'application/vnd.ms-powerpoint.presentation.macroenabled.12',
  pptx: `${openXml}.presentationml.presentation`,
  xlsb: 'application/vnd.ms-excel.sheet.binary.macroenabled.12',
  xlsm: 'application/vnd.ms-excel.sheet.macroenabled.12',
  xlsx: `${openXml}.spreadsheetml.sheet`,
  xltm: 'application/vnd.ms-excel.template.macroenabled.12',
  xltx: `${openXml}.spreadsheetml.template`,
};

/** The photos of cameras before their development are TIFF files that no TIFF reader shows. */
const rawPhotos = Object.fromEntries(
  ['3fr', 'arw', 'cr2', 'dcr', 'dng', 'erf', 'kdc', 'mef', 'nef', 'nrw', 'pef', 'sr2', 'srw'].map((ending) => [
    ending,
    `image/x-raw-${ending}`,
  ]),
);

/** Types of which the extension says more. */
const containerKinds: Record<string, Record<string, string>> = {
  'application/x-cfb': {
    // With a password they are no archives.
    ...archivedKinds,
    doc: 'application/msword',
    dot: 'application/msword',
    msg: 'application/vnd.ms-outlook',
    pps: 'application/vnd.ms-powerpoint',
    pot: 'application/vnd.ms-powerpoint',
    ppt: 'application/vnd.ms-powerpoint',
    vsd: 'application/vnd.visio',
    xls: 'application/vnd.ms-excel',
    xlt: 'application/vnd.ms-excel',
  },
  // The first entry of a book that was packed by hand is not its type.
  'application/zip': { ...archivedKinds, epub: 'application/epub+zip' },
  'image/tiff': rawPhotos,
  // Both begin with the same four bytes.
  'image/x-icon': { tga: 'image/x-tga' },
};

// Types that a browser would execute or render as a page.
const active =
  /^(text\/(html|xml|css|javascript|x?-?server-parsed-html)|image\/svg\+xml|application\/(xhtml\+xml|xml|json|javascript|ecmascript|rss\+xml|atom\+xml|xslt\+xml|mathml\+xml|wasm)|multipart\/related|message\/rfc822)\b/;

// Types that a browser shows inline without executing scripts.
const shownInline = /^(image\/(png|jpeg|gif|webp|avif|bmp|apng)|application\/pdf|audio\/[\w.+-]+|video\/[\w.+-]+)\b/;

const endingOf = (name: string) => /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

// Types of text that have a signature.
const textual = /^(text\/|application\/(rtf|(.+\+)?xml)$)/;

const markup = /^(\u00ef\u00bb\u00bf)?\s*<(!doctype html|html|head|table|\?xml|!--)/i;

// Types whose files may consist of letters only, and how they begin. With the signatures of others a text may begin too.
const lettered: Record<string, RegExp> = {
  'application/pdf': /^%PDF-\d/,
  'application/postscript': /^%!PS-Adobe/,
  'application/eps': /^%!PS-Adobe/,
  'image/gif': /^GIF8[79]a/,
};

const maySignText = (type: string, head: Buffer): boolean =>
  textual.test(type) || (lettered[type]?.test(head.toString('latin1', 0, 16)) ?? head.includes(0));

/**
 * Returns the media type detected in the first bytes of a file. The extension only distinguishes kinds of text and of
 * office files.
 */
export async function mediaTypeOf(head: Buffer, name: string): Promise<string> {
  const ending = endingOf(name);
  const found = await sniff(head);
  const charset = charsetOf(head);
  const believed = charset === undefined || (found !== undefined && maySignText(found, head)) ? found : undefined;
  if (charset === undefined || (believed !== undefined && !textual.test(believed)))
    return containerKinds[believed ?? '']?.[ending] ?? believed ?? 'application/octet-stream';
  // Web programs export tables of HTML under the name of a workbook. Spreadsheet programs open them.
  if (ending === 'xls' && markup.test(head.toString('latin1', 0, 512))) return 'application/vnd.ms-excel';
  // The extension decides on the kind of an XML text, for example an SVG picture.
  const kind = textKinds[ending] ?? (isWebArchive(head) ? 'multipart/related' : undefined);
  return `${kind ?? believed ?? 'text/plain'}; charset=${charset}`;
}

/** Word saves web archives with the name of its documents. */
const isWebArchive = (head: Buffer): boolean =>
  /^MIME-Version:[^\0]{0,500}^Content-Type:\s*multipart\/related\b/im.test(head.toString('latin1', 0, 1000));

async function sniff(head: Buffer): Promise<string | undefined> {
  // Imported at the first upload, so that the server starts faster.
  const { fileTypeFromBuffer } = await import('file-type');
  // The library takes mailboxes of Outlook for messages of Outlook.
  if (head.toString('latin1', 0, 4) === '!BDN') return 'application/vnd.ms-outlook-pst';
  try {
    return (await fileTypeFromBuffer(head))?.mime ?? tiffOf(head);
  } catch {
    // Some signatures point beyond the first bytes, where the library fails. The file can be stored without its type.
    return tiffOf(head);
  }
}

/** Scanners write the directory of a TIFF picture behind its pixels. */
const tiffOf = (head: Buffer): string | undefined =>
  /^(II\*\0|MM\0\*)/.test(head.toString('latin1', 0, 4)) ? 'image/tiff' : undefined;

/**
 * Returns the encoding of a text, or undefined if the bytes are not text. Text that is not UTF-8 counts as windows-1252
 * until the extraction worker has read it.
 */
function charsetOf(head: Buffer): Charset | undefined {
  const wide = charsetOfMark(head) ?? charsetOfWideText(head);
  if (wide) return wide;
  if (!isNarrowText(head)) return undefined;
  return isUtf8(head) ? 'utf-8' : 'windows-1252';
}

/**
 * Returns the headers of a file for the browser: inline only for types that cannot execute scripts, otherwise as plain text
 * or as an attachment. Every kind of text is shown as plain text, because browsers download CSV and calendar files.
 */
export function servedAs(
  mediaType: string,
  wantsDownload: boolean,
): { mediaType: string; disposition: 'inline' | 'attachment' } {
  const isActive = active.test(mediaType);
  if (wantsDownload) return { mediaType: isActive ? 'application/octet-stream' : mediaType, disposition: 'attachment' };
  if (isActive || mediaType.startsWith('text/')) {
    const charset = charsetOfType(mediaType) ?? 'utf-8';
    return { mediaType: `text/plain; charset=${charset}`, disposition: 'inline' };
  }
  return { mediaType, disposition: shownInline.test(mediaType) ? 'inline' : 'attachment' };
}
