import { charsetOfLabel, charsetOfMark, charsetOfWideText } from '../charset.rules.ts';
import type { Charset } from '../charset.rules.ts';

/** A document declares its charset in its first bytes. */
const declarationBytes = 4096;

/** The number of bytes around the first letter outside ASCII that the detector examines. */
const sampleBytes = 64 * 1024;
const contextBytes = 1024;

/** A result below this confidence is a guess and is ignored. Measured: right results have 0.04 and above. */
const minConfidence = 0.035;

/** The charsets that are in use, as the detector calls them. */
const possible =
  'utf-8 gb18030 big5hkscs cp932 euc_jis_2004 cp949 euc_kr cp874 cp866 koi8-r koi8-u mac-cyrillic cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 iso8859-2 iso8859-5 iso8859-6 iso8859-7 iso8859-8 iso8859-9 iso8859-15'.split(
    ' ',
  );
const otherNames: Record<string, Charset> = {
  CP874: 'windows-874',
  CP932: 'shift_jis',
  CP949: 'euc-kr',
  MacCyrillic: 'x-mac-cyrillic',
  'iso8859-15': 'iso-8859-15',
};

/** Returns the charset of a text: that of its byte order mark, else the declared one, else the detected one. */
export async function charsetOfText(bytes: Uint8Array, mediaType: string): Promise<Charset> {
  const marked = charsetOfMark(bytes) ?? charsetOfWideText(bytes);
  if (marked) return marked;
  const declared = declaredCharset(bytes, mediaType);
  if (declared !== undefined && (declared !== 'utf-8' || isUtf8(bytes))) return declared;
  return detectCharset(bytes);
}

/**
 * Returns the charset that XML or HTML declares. A declared UTF-16 or UTF-32 counts as UTF-8, because the declaration is in
 * letters of one byte. Source: HTML, 13.2.3.
 */
export function declaredCharset(bytes: Uint8Array, mediaType: string): Charset | undefined {
  const head = Buffer.from(bytes.subarray(0, declarationBytes)).toString('latin1');
  const label = /[/+](xml|html)\b/.test(mediaType)
    ? (/^\s*<\?xml[^<>]{0,200}?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1] ??
      /<meta\s[^<>]{0,400}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(head)?.[1])
    : undefined;
  const charset = label === undefined ? undefined : charsetOfLabel(label);
  return charset !== undefined && /^utf-(16|32)/.test(charset) ? 'utf-8' : charset;
}

/** Returns the charset of a text that declares none, among these names of the detector. */
export async function detectCharset(bytes: Uint8Array, includeEncodings = possible): Promise<Charset> {
  const first = bytes.findIndex((byte) => byte > 127);
  // The escape sequences of this charset begin with ESC and contain no other letter outside ASCII.
  if (first === -1) return isIso2022(bytes) ? 'iso-2022-jp' : 'utf-8';
  if (isUtf8(bytes)) return 'utf-8';
  const { chardet } = await import('jschardet');
  const start = Math.max(0, first - contextBytes);
  const { encoding, confidence } = chardet.detect(bytes.subarray(start, start + sampleBytes), {
    includeEncodings,
    preferSuperset: false,
    maxBytes: sampleBytes,
  });
  if (encoding === null || confidence < minConfidence) return 'windows-1252';
  return otherNames[encoding] ?? charsetOfLabel(encoding) ?? 'windows-1252';
}

const isIso2022 = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('\u001B$B', 'latin1');

/** Returns whether the bytes are UTF-8, apart from a letter that is cut at the end. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
