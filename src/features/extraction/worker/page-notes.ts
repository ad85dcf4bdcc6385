import type { OfficeContentNode } from 'officeparser';
import { pageTexts } from '../page.texts.ts';

const reference = /<sup data-footnote-ref="([^"]*)"[^>]*><a [^>]*>[^<]*<\/a><\/sup>/g;
const noteStart = /<div id="footnote-([^"]*)" data-footnote-id="[^"]*">\s*(<p(?: [^>]*)?>)?/g;
const backLink = / <a href="#footnote-ref-[^"]*">↩<\/a>/g;

const commentKey = 'comment-';

/** Turns the comments in a document into notes, because the library shows only notes. */
export function commentsAsNotes(nodes: readonly OfficeContentNode[], shown = { comments: 0 }): void {
  for (const node of nodes) {
    for (const { text = '', metadata } of node.comments ?? []) {
      const author = metadata && 'author' in metadata ? metadata.author?.trim() : undefined;
      shown.comments += 1;
      const line = { type: 'text', text: author ? `${author}: ${text}` : text } as const;
      (node.notes ??= []).push({
        type: 'note',
        text,
        children: [{ type: 'paragraph', text: line.text, children: [line] }],
        metadata: { noteType: 'footnote', noteId: `${commentKey}${shown.comments}` },
      });
    }
    commentsAsNotes(node.children ?? [], shown);
    node.children &&= node.children.flatMap(besideFormula);
  }
}

/** Moves the notes on a formula behind it, because the page replaces the whole formula. */
function besideFormula(node: OfficeContentNode): OfficeContentNode[] {
  if (node.type !== 'code' || !node.notes) return [node];
  const { notes, ...formula } = node;
  return [formula, { type: 'text', text: '', notes }];
}

/**
 * Numbers the footnotes, endnotes and comments in the HTML of officeparser in the order of their references, and removes the
 * links between them. The library shows the ids of the document, such as 'ftn1', and only at the references.
 */
export function numberNotes(html: string): string {
  const numbers = new Map<string, number>();
  const markOf = (key: string) => {
    if (key.startsWith(commentKey))
      return `<sup class="comment">${pageTexts.comment(key.slice(commentKey.length))}</sup>`;
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    return `<sup>${number}</sup>`;
  };
  return html
    .replace(reference, (_, key: string) => markOf(key))
    .replace(noteStart, (_, key: string, paragraph = '') => `<div>${paragraph}${markOf(key)} `)
    .replace(backLink, '');
}
