import type { OfficeKind } from '../pages.rules.ts';
import { packageText } from './package-text.ts';
import { checkArchive } from './zip-limits.ts';

/** Returns the text and the notes of an Office, OpenDocument or RTF file. */
export async function officeText(bytes: Buffer, kind: OfficeKind): Promise<string> {
  if (kind === 'docx' || kind === 'xlsx' || kind === 'pptx') return packageText(bytes);
  if (kind !== 'rtf') checkArchive(bytes);
  const { OfficeParser } = await import('officeparser');
  const document = await OfficeParser.parseOffice(bytes, { fileType: kind });
  const { value } = await document.to('text');
  // The library draws table borders and replaces images with their paths in the archive.
  return value.replace(/\|/g, ' ').replace(/\[Image: [^\]\n]{0,200}\]/g, ' ');
}

/** Returns the text of a Word 97-2003 document. */
export async function wordText(bytes: Buffer): Promise<string> {
  const { default: WordExtractor } = await import('word-extractor');
  const document = await new WordExtractor().extract(bytes);
  return [
    document.getHeaders({ includeFooters: true }),
    document.getBody(),
    document.getTextboxes(),
    document.getFootnotes(),
    document.getEndnotes(),
  ].join('\n');
}
