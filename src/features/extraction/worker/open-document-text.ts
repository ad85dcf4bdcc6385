import type { OfficeKind } from '../pages.rules.ts';
import { controlText } from './form-controls.ts';
import { openDocument } from './open-document.ts';
import { makeTextParts } from './text-parts.ts';
import type { ReadText, TextParts } from './text-parts.ts';
import { walkXml } from './xml-walk.ts';

/** The document, and the charts and formulas in it. */
const contents = /^(Object [\w ]{1,40}\/)?content\.xml$/;

/** Texts that were deleted, copies of other files, and numbers that are counted anew on each page. */
const skipped = new Set(['tracked-changes', 'dde-links', 'page-number', 'page-count', 'sheet-name', 'note-citation']);
/** They stand in the middle of a paragraph, and have paragraphs and an author of their own. */
const insertions = new Set(['annotation', 'note']);
const lineEnds = new Set(['p', 'h', 'tab', 'line-break', 's']);
/** They stand beside the texts of a shape. */
const describing = new Set(['title', 'desc']);
const parts = new Set(['table', 'page']);

/** Returns the text of an OpenDocument file with its notes, comments, headers and footers. Source: OpenDocument 1.3, part 3. */
export function openDocumentText(bytes: Buffer, kind: OfficeKind): ReadText {
  const file = openDocument(bytes);
  const text = makeTextParts();
  for (const name of file.names()) {
    if (contents.test(name)) read(file.read(name), text, { isContent: true, isSheet: kind === 'ods' });
    if (name === 'styles.xml') read(file.read(name), text, { isContent: false, isSheet: false });
    text.endPart();
  }
  return text.read();
}

/** Reads the paragraphs of a content, or of the headers and footers among the styles. */
function read(
  source: Iterable<string>,
  { add, endPart, isFull }: TextParts,
  { isContent, isSheet }: { isContent: boolean; isSheet: boolean },
): void {
  const outer: number[] = [];
  let [paragraphs, skips, headers] = [0, 0, isContent ? 1 : 0];
  const isHeader = (name: string) => !isContent && /^(header|footer)(-left|-first)?$/.test(name);
  const isParagraph = (name: string) => name === 'p' || name === 'h';
  walkXml(source, {
    open: (name, attributes) => {
      if (skipped.has(name)) skips += 1;
      if (isHeader(name)) headers += 1;
      if (insertions.has(name)) {
        outer.push(paragraphs);
        paragraphs = 0;
        add('\n');
      }
      if (isParagraph(name)) paragraphs += 1;
      if (describing.has(name)) add('\n');
      const control = skips === 0 ? controlText(name, attributes) : '';
      if (control !== '') add(`${control}\n`);
      if (isSheet && name === 'table' && skips === 0) add(`${attributes['table:name'] ?? ''}\n`);
    },
    text: (text) => void (paragraphs > 0 && skips === 0 && headers > 0 && add(text)),
    close: (name) => {
      if (skipped.has(name)) skips -= 1;
      if (isHeader(name)) headers -= 1;
      if (insertions.has(name)) paragraphs = outer.pop() ?? 0;
      if (isParagraph(name)) paragraphs -= 1;
      if (lineEnds.has(name) || describing.has(name)) add(name === 's' ? ' ' : '\n');
      if (isContent && parts.has(name)) endPart();
    },
    isEnough: isFull,
  });
}
