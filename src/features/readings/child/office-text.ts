import { checkArchive } from './zip-limits.ts';

/** The text of a document, a table or slides, with notes: Office, OpenDocument and RTF. */
export async function officeText(bytes: Buffer): Promise<string> {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') checkArchive(bytes);
  const { OfficeParser } = await import('officeparser');
  const document = await OfficeParser.parseOffice(bytes);
  const { value } = await document.to('text');
  // Tables are drawn with lines, pictures named by their place in the archive.
  return value.replace(/\|/g, ' ').replace(/\[Image: [^\]\n]{0,200}\]/g, ' ');
}

/** The text of a document of Word 97 to 2003. */
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
