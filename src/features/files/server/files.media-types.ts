// What a text file is called by its ending. Its content is known to be text; only what kind of text is asked here.
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

// Office files are archives; which office program they belong to is told by their ending.
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

// Types a browser would run or lay out as a page.
const active =
  /^(text\/(html|xml|css|javascript|x?-?server-parsed-html)|image\/svg\+xml|application\/(xhtml\+xml|xml|json|javascript|ecmascript|rss\+xml|atom\+xml|xslt\+xml|mathml\+xml|wasm)|multipart\/related|message\/rfc822)\b/;

// Types a browser shows in place without running anything.
const shownInPlace = /^(image\/(png|jpeg|gif|webp|avif|bmp|apng)|application\/pdf|audio\/[\w.+-]+|video\/[\w.+-]+)\b/;

const endingOf = (name: string) => /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** The media type found in the first bytes of a file; the ending of its name only tells kinds of text and of office files apart. */
export async function mediaTypeOf(head: Buffer, name: string): Promise<string> {
  const ending = endingOf(name);
  const found = await sniff(head);
  const inside = found === undefined ? undefined : containerKinds[found]?.[ending];
  if (inside) return inside;
  // An XML text is what its ending says, an SVG picture for example.
  if (found && found !== 'application/xml' && found !== 'application/rtf') return found;
  const charset = charsetOf(head);
  if (!charset) return found ?? 'application/octet-stream';
  return `${textKinds[ending] ?? found ?? 'text/plain'}; charset=${charset}`;
}

async function sniff(head: Buffer): Promise<string | undefined> {
  // Loaded with the first upload; a start need not wait for it.
  const { fileTypeFromBuffer } = await import('file-type');
  try {
    return (await fileTypeFromBuffer(head))?.mime;
  } catch {
    // Signatures that point behind the first bytes; the rest of the file is not needed to store it.
    return undefined;
  }
}

/** The encoding of a text; none if the bytes are not text. */
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
    // The last letter may be cut in the middle: `stream` forgives that.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * How a file is handed to a browser: shown in place only where nothing in it can act, otherwise as text or to be saved.
 * A text of any kind is shown as plain text, because browsers save tables and calendars instead of showing them.
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
