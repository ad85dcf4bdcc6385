import { charsetOfLabel, charsetOfMark, charsetOfWideText, decodeText, isUtf8 } from '../charset.rules.ts';
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
/** The charsets of texts from old programs in Western Europe. */
const older = ['mac-roman', 'cp437', 'cp850'];
const otherNames: Record<string, Charset> = {
  CP874: 'windows-874',
  CP932: 'shift_jis',
  CP949: 'euc-kr',
  MacCyrillic: 'x-mac-cyrillic',
  MacRoman: 'macintosh',
  'iso8859-15': 'iso-8859-15',
};

/** Returns the charset of a text: that of its byte order mark, else the declared one, else the detected one. */
export async function charsetOfText(bytes: Uint8Array, mediaType: string): Promise<Charset> {
  const marked = charsetOfMark(bytes) ?? charsetOfWideText(bytes);
  if (marked) return marked;
  const declared = declaredCharset(bytes, mediaType);
  if (declared !== undefined && (declared !== 'utf-8' || isUtf8(bytes))) return declared;
  const isTable = /^text\/(csv|tab-separated-values)\b/.test(mediaType);
  const found = await detectCharset(isTable && !isUtf8(bytes) ? cellsOutsideAscii(bytes) : bytes);
  // In texts of DOS, the letters are where other charsets have controls.
  return found === 'windows-1252' || isOdd(cellsOutsideAscii(bytes), found, controls) ? usualOrOlder(bytes) : found;
}

const delimiters = new Set(Array.from('\t\n\r,;', (letter) => letter.charCodeAt(0)));

/** Returns the cells of a table with a letter outside ASCII. Dates and numbers beside them would hide the language. */
function cellsOutsideAscii(bytes: Uint8Array): Uint8Array {
  const cells: Uint8Array[] = [];
  let length = 0;
  let start = 0;
  let isOutside = false;
  for (let at = 0; at <= bytes.length && length < sampleBytes; at += 1) {
    const byte = bytes[at] ?? 10;
    if (byte > 127) isOutside = true;
    if (!delimiters.has(byte)) continue;
    if (isOutside) {
      cells.push(bytes.subarray(start, at), Buffer.from('\n'));
      length += at - start;
    }
    [start, isOutside] = [at + 1, false];
  }
  return cells.length > 0 ? Buffer.concat(cells) : bytes;
}

/**
 * What letters of Mac and DOS become in windows-1252: unassigned bytes, signs inside or at the end of a word, and large letters
 * after small ones.
 */
const oddSigns = /[\u0080-\u009f]|\p{L}[„”“‚‡†ˆ˜¡¢£¤¥¦§¬¯±¶¿]\p{L}|\p{Ll}[À-ÞŠŽŸŒ]|\p{L}[§¶†‡¢£¤¥¦¬¯±¿¡](?!\p{L})/u;

const controls = /[\u0080-\u009f]/;

const isOdd = (bytes: Uint8Array, charset: Charset, odd = oddSigns): boolean => odd.test(decodeText(bytes, charset));

/** Returns windows-1252, or the likeliest charset if windows-1252 would give words that no language has. */
async function usualOrOlder(bytes: Uint8Array): Promise<Charset> {
  const sample = cellsOutsideAscii(bytes);
  if (!isOdd(sample, 'windows-1252')) return 'windows-1252';
  const includeEncodings = [...possible, ...older].filter((name) => {
    const charset = charsetOfLabel(name);
    return charset === undefined || !isOdd(sample, charset);
  });
  const { chardet } = await import('jschardet');
  const { encoding } = chardet.detect(sample, { includeEncodings, preferSuperset: false, maxBytes: sampleBytes });
  return charsetNamed(encoding);
}

const charsetNamed = (encoding: string | null): Charset =>
  (encoding === null ? undefined : (otherNames[encoding] ?? charsetOfLabel(encoding))) ?? 'windows-1252';

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
  const found = charsetNamed(encoding);
  // Many letters are the same in both.
  const isSame = /^(windows|iso)-/.test(found) && decodeText(bytes, found) === decodeText(bytes, 'windows-1252');
  return isSame ? 'windows-1252' : found;
}

const isIso2022 = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('\u001B$B', 'latin1');
