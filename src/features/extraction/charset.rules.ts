import { charsetNames } from './charset.texts.ts';

export type Charset = keyof typeof charsetNames;
export const charsets = Object.keys(charsetNames) as Charset[];

/** Returns the charset with this label, or undefined if there is no decoder for it. */
export function charsetOfLabel(label: string): Charset | undefined {
  const plain = label.trim().toLowerCase();
  const wide = /^(?:utf|ucs)-?(?:32|4)(le|be)?$/.exec(plain);
  if (wide) return wide[1] === 'le' ? 'utf-32le' : 'utf-32be';
  const dos = /^(?:ibm|cp)-?(437|850)$/.exec(plain)?.[1];
  if (dos) return dos === '437' ? 'ibm437' : 'ibm850';
  try {
    const { encoding } = new TextDecoder(plain);
    return charsets.find((charset) => charset === encoding);
  } catch {
    return undefined;
  }
}

/** Returns the charset of a media type, such as 'text/plain; charset=utf-8'. */
export const charsetOfType = (mediaType: string): string | undefined => /charset=([\w-]+)/.exec(mediaType)?.[1];

/** Returns the media type with another charset. */
export const withCharset = (mediaType: string, charset: Charset): string =>
  `${mediaType.split(';', 1)[0]}; charset=${charset}`;

/**
 * Returns whether a type is text that is shown as it is. Mail, RTF and OpenDocument state their charsets themselves. The charset of
 * a ZIP archive is that of its names.
 */
export const isPlainText = (mediaType: string): boolean =>
  /^text\/|; charset=/.test(mediaType) &&
  !/^(message\/rfc822|multipart\/related|application\/(rtf|zip|vnd\.oasis\..+))\b/.test(mediaType);

/** Returns whether its charset is detected when its content is read. */
export const hasCharset = (mediaType: string): boolean => isPlainText(mediaType) || isZip(mediaType);

export const isZip = (mediaType: string): boolean => /^application\/zip\b/.test(mediaType);

/**
 * Decodes text without its byte order mark and without NUL. Invalid bytes become U+FFFD. An unknown charset counts as UTF-8.
 * With `isCut` an incomplete last character is left out.
 */
export const decodeText = (bytes: Uint8Array, charset = 'utf-8', isCut = false): string =>
  decode(bytes, charset, isCut).replaceAll('\0', '');

function decode(bytes: Uint8Array, charset: string, isCut: boolean): string {
  if (charset === 'utf-32le' || charset === 'utf-32be') return decodeUtf32(bytes, charset === 'utf-32le');
  if (charset === 'ibm437' || charset === 'ibm850') return decodeDos(bytes, dosLetters[charset]);
  return decoderOf(charset).decode(bytes, { stream: isCut });
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/** The letters from 0x80 on, which the standard decoder does not know. */
const dosLetters = {
  ibm437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
};

function decodeDos(bytes: Uint8Array, letters: string): string {
  const latin = new TextDecoder('latin1');
  const pieces: string[] = [];
  let start = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x80) continue;
    pieces.push(latin.decode(bytes.subarray(start, at)), letters[byte - 0x80] ?? '');
    start = at + 1;
  }
  return pieces.join('') + latin.decode(bytes.subarray(start));
}

/** The standard decoder does not know UTF-32. */
function decodeUtf32(bytes: Uint8Array, isLittleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const letters: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, isLittleEndian);
    const isLetter = code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff);
    if (at > 0 || code !== 0xfe_ff) letters.push(isLetter ? String.fromCodePoint(code) : '\uFFFD');
  }
  return letters.join('');
}

/** Returns the charset that a byte order mark states. */
export function charsetOfMark([first, second, third, fourth]: Uint8Array): Charset | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? 'utf-32le' : 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0 && second === 0 && third === 0xfe && fourth === 0xff ? 'utf-32be' : undefined;
}

/** Tab, line ends, bell, backspace, the end mark of old systems, and escape. */
const controlsOfText = new Set([7, 8, 9, 10, 11, 12, 13, 26, 27]);

/** A text of two bytes for each letter has more NUL bytes, or other controls, or more bytes outside ASCII. */
const maxNulShare = 1 / 4;
const minAsciiShare = 0.9;

/**
 * Returns whether the bytes are a text with one byte for most letters. Old programs leave NUL bytes in a text, and fill its last
 * block with them.
 */
export function isNarrowText(bytes: Uint8Array): boolean {
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
  const text = bytes.subarray(0, end);
  let [nuls, ascii] = [0, 0];
  for (const byte of text) {
    if (byte === 0) nuls += 1;
    else if (byte < 32 && !controlsOfText.has(byte)) return false;
    else if (byte < 127) ascii += 1;
  }
  if (nuls === 0) return end > 0 || bytes.length === 0;
  return nuls <= maxNulShare * end && (isUtf8(text) || ascii >= minAsciiShare * (end - nuls));
}

/** Returns whether the bytes are UTF-8, apart from a letter that is cut at the end. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

const minWideBytes = 8;
const maxWideBytes = 4096;

/**
 * Letters, marks, numbers, punctuation, symbols and the usual controls. Private-use and unassigned code points do not
 * count.
 */
const onlyText = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cf}\t\n\r\f]*$/u;

/**
 * Returns the charset of a text of two or four bytes for each letter without a byte order mark, or undefined. Every such
 * text has a zero byte, in a space or a line end.
 */
export function charsetOfWideText(bytes: Uint8Array): Charset | undefined {
  const head = bytes.subarray(0, Math.min(maxWideBytes, bytes.length - (bytes.length % 4)));
  if (head.length < minWideBytes || !head.includes(0) || isNarrowText(head)) return undefined;
  const possible = (['utf-32le', 'utf-32be', 'utf-16le', 'utf-16be'] as const).filter((charset) =>
    isWideText(head, charset),
  );
  // With the right byte order, a text has many spaces and many letters of one script.
  return possible.toSorted((one, other) => scriptsIn(head, one) - scriptsIn(head, other))[0];
}

/** Files that are no text show it within these bytes, so that few are decoded further. A multiple of four. */
const firstBytes = 64;

function isWideText(head: Uint8Array, charset: Charset): boolean {
  return [head.subarray(0, firstBytes), head].every((bytes) => {
    // A letter of two units may be cut at the end.
    const text = decodeText(bytes, charset, true);
    const isText = text !== '' && onlyText.test(text) && !text.includes('\uFFFD');
    return isText && (bytes.length < head.length || /[ \n。，]/.test(text));
  });
}

/** Returns the number of different blocks of 256 letters. */
const scriptsIn = (head: Uint8Array, charset: Charset): number =>
  new Set(Array.from(decodeText(head, charset, true), (letter) => (letter.codePointAt(0) ?? 0) >> 8)).size;
