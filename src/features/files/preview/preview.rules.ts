/**
 * The ways in which the preview shows a file. `derived`: it shows a derived file of the server, if there is one. `page`: the same
 * for a text, whose source is a click away.
 */
export type PreviewKind = 'picture' | 'pdf' | 'text' | 'markdown' | 'table' | 'sound' | 'video' | 'derived' | 'page';

/** The preview shows this much of a text or a table. */
export const shownTextBytes = 1024 * 1024;
export const shownTextLines = 20_000;
export const shownTableRows = 1000;
export const shownTableColumns = 100;

/** The first expression that matches the media type decides. The server detects the media type from the content. */
const kinds: [test: RegExp, kind: PreviewKind][] = [
  [/^image\/(png|jpeg|gif|webp|avif|bmp|apng)\b/, 'picture'],
  [/^application\/pdf\b/, 'pdf'],
  [/^audio\//, 'sound'],
  [/^video\//, 'video'],
  [/^(application\/(rtf|zip|vnd\.oasis\..+)|message\/rfc822|multipart\/related)\b/, 'derived'],
  [/^(text\/(html|calendar|x-vcalendar|vcard|x-vcard)|application\/xhtml\+xml|image\/svg\+xml)\b/, 'page'],
  [/^text\/markdown\b/, 'markdown'],
  [/^text\/(csv|tab-separated-values)\b/, 'table'],
  // The server adds a charset to texts only.
  [/^text\/|;\s*charset=/, 'text'],
];

export const previewKindOf = (mediaType: string): PreviewKind =>
  kinds.find(([test]) => test.test(mediaType))?.[1] ?? 'derived';

/** The page stops while it renders Markdown. The time grows with the square of the items of a list. */
const maxRenderedLines = 600;
const maxRenderedCharacters = 50_000;

/** Returns the beginning of a Markdown text that is rendered. It ends with a line, if it has a second one. */
export function renderedPart(text: string): string {
  let end = -1;
  for (let lines = 0; lines < maxRenderedLines; lines += 1) {
    const next = text.indexOf('\n', end + 1);
    if (next < 0 && text.length <= maxRenderedCharacters) return text;
    if (next < 0 || next >= maxRenderedCharacters) return text.slice(0, end + 1 || maxRenderedCharacters);
    end = next;
  }
  return text.slice(0, end + 1);
}

/** 1,000 marks in one paragraph take up to 150 ms, and 12,500 took 15 seconds. */
const maxRenderingCost = 1000 ** 2;

const mark = /[[\]()*_~`<>!&@\\|:]/g;
/** The beginnings of lists and quotes inside each other. */
const nesting = /^(?:\s*(?:[-*+>]|\d{1,9}[.)])(?=\s|$))+/;
const beginsBlock = /^\s*(?:#|\||$)/;
/** A level of nesting takes as long as some marks. */
const levelCost = 3;

/**
 * Whether the library renders a Markdown text within a moment. The time that it takes grows with the square of the marks in a
 * paragraph.
 */
export function isRenderable(text: string): boolean {
  let cost = 0;
  let marks = 0;
  for (const line of text.split('\n')) {
    const levels = nesting.exec(line)?.[0].trim().split(/\s+/).length ?? 0;
    if (levels > 0 || beginsBlock.test(line)) {
      cost += marks ** 2;
      marks = 0;
    }
    marks += 1 + levelCost * levels + (line.match(mark)?.length ?? 0);
  }
  return cost + marks ** 2 <= maxRenderingCost;
}

/** Returns a table without its first line, if that names the delimiter for Excel, such as 'sep=;'. */
export function withoutDelimiterLine(text: string): { delimiter?: string; rest: string } {
  const [line, delimiter] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  return line !== undefined && delimiter !== undefined ? { delimiter, rest: text.slice(line.length) } : { rest: text };
}
