const reference = /<sup data-footnote-ref="([^"]*)"[^>]*><a [^>]*>[^<]*<\/a><\/sup>/g;
const noteStart = /<div id="footnote-([^"]*)" data-footnote-id="[^"]*">\s*(<p(?: [^>]*)?>)?/g;
const backLink = / <a href="#footnote-ref-[^"]*">↩<\/a>/g;

/**
 * Numbers the footnotes and endnotes in the HTML of officeparser in the order of their references, and removes the links
 * between them. The library shows the ids of the document, such as 'ftn1', and only at the references.
 */
export function numberNotes(html: string): string {
  const numbers = new Map<string, number>();
  const markOf = (key: string) => {
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    return `<sup>${number}</sup>`;
  };
  return html
    .replace(reference, (_, key: string) => markOf(key))
    .replace(noteStart, (_, key: string, paragraph = '') => `<div>${paragraph}${markOf(key)} `)
    .replace(backLink, '');
}
