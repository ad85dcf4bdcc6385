import { checkArchive } from './zip-limits.ts';

/** Returns the text and the notes of an Office, OpenDocument or RTF file. */
export async function officeText(bytes: Buffer): Promise<string> {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') checkArchive(bytes);
  const { OfficeParser } = await import('officeparser');
  const document = await OfficeParser.parseOffice(bytes);
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
