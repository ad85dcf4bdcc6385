// Letters for private use, which stand for tags while the library creates the page.
const marks = { del: ['\uE100', '\uE101'], ins: ['\uE102', '\uE103'] } as const;

const tag = /<(\/?)w:(ins|del|moveFrom|moveTo|t|delText)(?=[\s/>])([^<>]*)>/g;

/**
 * Marks the texts that tracked changes inserted and deleted in a part of a Word document, and turns the deleted ones into
 * ordinary texts. The library would drop them. Source: ECMA-376, Part 1, 17.13.5.
 */
export function withChangeMarks(xml: string): string {
  if (!/<w:(ins|del|moveFrom|moveTo)[\s>]/.test(xml)) return xml;
  let [deletions, insertions] = [0, 0];
  return xml.replaceAll(tag, (whole, slash: string, name: string, rest: string) => {
    // An empty element states that the mark of a paragraph or a row was changed.
    if (rest.endsWith('/')) return whole;
    const step = slash ? -1 : 1;
    if (name === 'del' || name === 'moveFrom') deletions += step;
    if (name === 'ins' || name === 'moveTo') insertions += step;
    if (name !== 't' && name !== 'delText') return '';
    const [start, end] = deletions > 0 ? marks.del : insertions > 0 ? marks.ins : ['', ''];
    return slash ? `${end}</w:t>` : `<w:t${rest}>${start}`;
  });
}

/** Turns the marks in a page into elements. */
export function changesHtml(html: string): string {
  let shown = html;
  for (const [name, [start, end]] of Object.entries(marks))
    shown = shown
      .replaceAll(new RegExp(`${start}([^<${start}${end}]*)${end}`, 'g'), `<${name}>$1</${name}>`)
      .replaceAll(new RegExp(`[${start}${end}]`, 'g'), '')
      .replaceAll(`</${name}><${name}>`, '');
  return shown;
}
