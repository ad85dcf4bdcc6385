import type { OfficeKind } from '../pages.rules.ts';
import { unflattened } from './flat-document.ts';
import { openDocumentText } from './open-document-text.ts';
import { packageText } from './package-text.ts';
import type { ReadText } from './text-parts.ts';
import { refuseProtected } from './unreadable.ts';

/** Returns the text, notes and comments of an Office, OpenDocument or RTF file. */
export async function officeText(file: Buffer, kind: OfficeKind): Promise<ReadText | string> {
  const bytes = unflattened(file);
  await refuseProtected(bytes);
  if (kind === 'docx' || kind === 'xlsx' || kind === 'pptx') return packageText(bytes);
  if (kind !== 'rtf') return openDocumentText(bytes, kind);
  const { OfficeParser } = await import('officeparser');
  const document = await OfficeParser.parseOffice(bytes, { fileType: kind });
  const { value } = await document.to('text');
  // The library draws table borders and replaces images with their paths in the archive.
  return value.replace(/\|/g, ' ').replace(/\[Image: [^\]\n]{0,200}\]/g, ' ');
}
