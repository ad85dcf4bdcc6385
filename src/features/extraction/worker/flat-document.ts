import { strToU8, zipSync } from 'fflate';
import { decodeText } from '../charset.rules.ts';

/** Pictures are kept in the document itself. The page shows fewer. */
const maxParts = 200;

const picture = /<draw:image([^<>]*)>\s*<office:binary-data[^<>]*>([^<]*)<\/office:binary-data>/g;
const root = /(<\/?office:document)(?=[\s>])/g;

/** Returns an OpenDocument file in a single XML file as the archive that the library reads, and any other file as it is. */
export function unflattened(bytes: Buffer): Buffer {
  if (!/<office:document\s/.test(bytes.toString('latin1', 0, 16_384))) return bytes;
  const parts: Record<string, Uint8Array> = {};
  const xml = decodeText(bytes).replaceAll(picture, (_, attributes: string, data: string) => {
    const name = `Pictures/${Object.keys(parts).length}.png`;
    if (Object.keys(parts).length < maxParts) parts[name] = Buffer.from(data, 'base64');
    return `<draw:image${attributes} xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="${name}">`;
  });
  parts['content.xml'] = strToU8(xml.replaceAll(root, '$1-content'));
  // The headers and the styles of an archive are in a part of their own.
  parts['styles.xml'] = strToU8(xml.replaceAll(root, '$1-styles'));
  return Buffer.from(zipSync(parts, { level: 0 }));
}
