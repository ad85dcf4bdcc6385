import { charsets, decodeText } from '../charset.rules.ts';
import type { Charset } from '../charset.rules.ts';
import { openCompoundFile, withUsualNames } from './compound-file.ts';
import { detectCharset } from './detect-charset.ts';
import { latinCodePage } from './latin-code-page.ts';
import { Unreadable } from './unreadable.ts';

const wordFrom97 = 0xa5_ec;
const wordOf6And95 = 0xa5_dc;
/** The versions of the format of Word 6 and 95. The editions for East Asia have other signatures. */
const [oldest, newest] = [101, 104];
const streamNames = ['WordDocument', '0Table', '1Table', 'Data'];
const encryptedFlag = 0x01_00;
const wideFlag = 0x10_00;

// Source: the Word 6 binary format. A field is its code, a separator and the text that is shown.
// oxlint-disable-next-line no-control-regex -- these characters delimit fields
const fieldCode = /\u0013[^\u0013\u0014\u0015]{0,2000}\u0014?/g;
// oxlint-disable-next-line no-control-regex -- cells end with it
const lineEnd = /[\u0007\r\v\f]/g;

/** Returns the text of a Word document. Word 6 and 95 have another format than Word 97 to 2003. */
export async function wordText(bytes: Buffer): Promise<string> {
  const streamOf = await openCompoundFile(bytes);
  const stream = streamOf('WordDocument');
  if (streamOf('EncryptedPackage')) throw new Unreadable('protected');
  if (!stream) throw new Unreadable('unsupported');
  if ((stream.readUInt16LE(10) & encryptedFlag) !== 0) throw new Unreadable('protected');
  const [signature, version] = [stream.readUInt16LE(0), stream.readUInt16LE(2)];
  if (signature === wordOf6And95 || (signature !== wordFrom97 && version >= oldest && version <= newest))
    return word6Text(stream);
  if (signature !== wordFrom97) throw new Unreadable('too_old');
  const { default: WordExtractor } = await import('word-extractor');
  const document = await new WordExtractor().extract(await withUsualNames(bytes, streamNames));
  return [
    document.getHeaders({ includeFooters: false }),
    document.getBody(),
    document.getTextboxes(),
    document.getFootnotes(),
    document.getEndnotes(),
    document.getAnnotations(),
    document.getFooters(),
  ].join('\n');
}

/** The text of these versions is one run of bytes, in UTF-16 or in a code page. */
async function word6Text(stream: Buffer): Promise<string> {
  const isWide = (stream.readUInt16LE(10) & wideFlag) !== 0;
  const bytes = stream.subarray(stream.readUInt32LE(24), stream.readUInt32LE(28));
  const text = decodeText(bytes, isWide ? 'utf-16le' : await charsetOf(stream, bytes));
  return text.replaceAll(fieldCode, '').replaceAll(lineEnd, '\n');
}

/** Languages of the Windows code pages other than 1252, by the low byte of their number. */
const codePages: Partial<Record<Charset, readonly number[]>> = {
  'windows-1250': [0x05, 0x0e, 0x15, 0x18, 0x1a, 0x1b, 0x1c, 0x24],
  'windows-1251': [0x02, 0x19, 0x22, 0x23, 0x2f],
  'windows-1253': [0x08],
  'windows-1254': [0x1f],
  'windows-1255': [0x0d],
  'windows-1256': [0x01, 0x20, 0x29],
  'windows-1257': [0x25, 0x26, 0x27],
};
/** The code pages of Western Europe and of other scripts. */
const possible = 'cp1252 cp1251 cp1253 cp1255 cp1256 cp874 cp932 gb18030 big5hkscs cp949 mac-cyrillic'.split(' ');

/** The value of the header for the character set of the Macintosh. */
const macintosh = 256;

/**
 * Returns the code page of the language. If it is Western European but the letters are not, returns the one detected from
 * the letters.
 */
async function charsetOf(stream: Buffer, bytes: Buffer): Promise<Charset> {
  const language = stream.readUInt16LE(6) & 0xff;
  const ofLanguage = charsets.find((charset) => codePages[charset]?.includes(language));
  if (ofLanguage) return ofLanguage;
  if (!isLatin(bytes)) return detectCharset(bytes, possible);
  return stream.readUInt16LE(20) === macintosh ? 'macintosh' : latinCodePage(bytes);
}

/** A guess from fewer letters is often wrong. */
const minOthers = 8;

/** At most a fifth of Latin letters has an accent. More bytes above 127 are quotation marks or another script. */
function isLatin(bytes: Buffer): boolean {
  let [ascii, others] = [0, 0];
  for (const byte of bytes) {
    if (byte > 0x7f) others += 1;
    else if (/[a-z]/i.test(String.fromCharCode(byte))) ascii += 1;
  }
  return others < minOthers || others * 2 <= ascii;
}
