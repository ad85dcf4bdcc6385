import { charsetOfType, decodeText } from '../charset.rules.ts';

/** A property of vCard 2.1 whose value is quoted-printable. Its lines end with an equals sign. */
const quotedProperty = /^([^:\r\n]{1,200};ENCODING=QUOTED-PRINTABLE[^:\r\n]{0,200}:)((?:[^\r\n]*=\r?\n)*[^\r\n]*)/gim;

const unquoted = (value: string, charset: string | undefined): string =>
  value
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/(?:=[\dA-F]{2})+/gi, (codes) => decodeText(Buffer.from(codes.replaceAll('=', ''), 'hex'), charset));

/** Returns a calendar or contacts with one line for each property. They continue a line after a space. Source: RFC 5545, RFC 6350. */
export const unfolded = (text: string): string =>
  text
    .replaceAll(
      quotedProperty,
      (_, head: string, value: string) =>
        head + unquoted(value, charsetOfType(head.toLowerCase())).replaceAll(/\r?\n/g, String.raw`\n`),
    )
    .replaceAll(/\r?\n[ \t]/g, '');

/** Returns the text of a value. */
export const unescaped = (value: string): string => value.replaceAll(/\\[nN]/g, '\n').replaceAll(/\\([,;\\])/g, '$1');
