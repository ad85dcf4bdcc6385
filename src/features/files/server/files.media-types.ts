// Media types of text files by extension. They apply only to content that was detected as text.
const textKinds: Record<string, string> = {
  css: 'text/css',
  csv: 'text/csv',
  eml: 'message/rfc822',
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
const containerKinds: Record<string, Record<string, string>> = {
  'application/x-cfb': {
    doc: 'application/msword',
    msg: 'application/vnd.ms-outlook',
    ppt: 'application/vnd.ms-powerpoint',
    vsd: 'application/vnd.visio',
    xls: 'application/vnd.ms-excel',
  },
  'application/zip': {
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    odp: 'application/vnd.oasis.opendocument.presentation',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    odt: 'application/vnd.oasis.opendocument.text',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
};

// Types that a browser would execute or render as a page.
const active =
  /^(text\/(html|xml|css|javascript|x?-?server-parsed-html)|image\/svg\+xml|application\/(xhtml\+xml|xml|json|javascript|ecmascript|rss\+xml|atom\+xml|xslt\+xml|mathml\+xml|wasm)|multipart\/related|message\/rfc822)\b/;

// Types that a browser shows inline without executing scripts.
const shownInPlace = /^(image\/(png|jpeg|gif|webp|avif|bmp|apng)|application\/pdf|audio\/[\w.+-]+|video\/[\w.+-]+)\b/;

const endingOf = (name: string) => /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/**
 * Returns the media type detected in the first bytes of a file. The extension only distinguishes kinds of text and of
 * office files.
 */
export async function mediaTypeOf(head: Buffer, name: string): Promise<string> {
  const ending = endingOf(name);
  const found = await sniff(head);
  const inside = found === undefined ? undefined : containerKinds[found]?.[ending];
  if (inside) return inside;
  // The extension decides on the kind of an XML text, for example an SVG picture.
  if (found && found !== 'application/xml' && found !== 'application/rtf') return found;
  const charset = charsetOf(head);
  if (!charset) return found ?? 'application/octet-stream';
  return `${textKinds[ending] ?? found ?? 'text/plain'}; charset=${charset}`;
}

async function sniff(head: Buffer): Promise<string | undefined> {
  // Imported at the first upload, so that the server starts faster.
  const { fileTypeFromBuffer } = await import('file-type');
  try {
    return (await fileTypeFromBuffer(head))?.mime;
  } catch {
    // Some signatures point beyond the first bytes, where the library fails. The file can be stored without its type.
    return undefined;
  }
}

/** Returns the encoding of a text, or undefined if the bytes are not text. */
function charsetOf(head: Buffer): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const hasControls = head.some(
    (byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27,
  );
  if (hasControls) return undefined;
  return isUtf8(head) ? 'utf-8' : 'windows-1252';
}

function isUtf8(head: Buffer): boolean {
  try {
    // With `stream` the decoder accepts an incomplete last character.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
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
    const charset = /charset=([\w-]+)/.exec(mediaType)?.[1] ?? 'utf-8';
    return { mediaType: `text/plain; charset=${charset}`, disposition: 'inline' };
  }
  return { mediaType, disposition: shownInPlace.test(mediaType) ? 'inline' : 'attachment' };
}
