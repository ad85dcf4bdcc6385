import { escapeHtml } from '#shared/escape-html.ts';
import { isOn } from './word-numbering.ts';
import type { Numbering, Properties } from './word-numbering.ts';

// Letters for private use, which stand for the number and the direction of a paragraph while the library creates the page.
const [numberStart, numberEnd, rtl] = ['\uE106', '\uE107', '\uE108'];

const withText = /<w:(document|hdr|ftr|footnotes|endnotes|comments)[\s>]/;
const propertiesTag = /<(\/?)w:pPr>/g;
const numberProperties = /<w:numPr>[^]*?<\/w:numPr>|<w:numPr\/>/;

/**
 * Writes the number and the direction of each paragraph of a Word document into its text. The library numbers each list with
 * 1, 2, 3, knows no numbers of headings, and no direction. Source: ECMA-376, Part 1, 17.3.1.
 */
export function withParagraphMarks(xml: string, { labelOf, isRtl }: Numbering): string {
  if (!withText.test(xml.slice(0, 16_384))) return xml;
  let [depth, start, done, marked] = [0, 0, 0, ''];
  for (const { 0: whole, 1: slash, index } of xml.matchAll(propertiesTag)) {
    depth += slash ? -1 : 1;
    if (!slash && depth === 1) start = index;
    if (!slash || depth !== 0) continue;
    const end = index + whole.length;
    const stated = xml.slice(start, end);
    const properties = propertiesIn(stated);
    const label = labelOf(properties);
    const mark = `${isRtl(properties) ? rtl : ''}${label === undefined ? '' : `${numberStart}${escapeHtml(label)}${numberEnd}`}`;
    // The library takes numbered headings for items of a list.
    const kept = /^heading/i.test(properties.style ?? '') ? stated.replace(numberProperties, '') : stated;
    marked += `${xml.slice(done, start)}${kept}${mark && `<w:r><w:t xml:space="preserve">${mark}</w:t></w:r>`}`;
    done = end;
  }
  return marked + xml.slice(done);
}

const stating = ['pStyle', 'numId', 'ilvl', 'bidi'].map(
  (name) => new RegExp(`<w:${name}(?:\\s[^<>]*?w:val="([^"]*)"[^<>]*)?\\s*/?>`),
);

function propertiesIn(stated: string): Properties {
  // The properties before a tracked change stand at the end.
  const [own = ''] = stated.split('<w:pPrChange', 1);
  const [style, num, level, bidi] = stating.map((element) => element.exec(own));
  return {
    ...(style?.[1] !== undefined && { style: style[1] }),
    ...(num?.[1] !== undefined && { num: num[1] }),
    ...(level?.[1] !== undefined && { level: Number(level[1]) || 0 }),
    ...(bidi && { isRtl: isOn(bidi[1] ?? '') }),
  };
}

const rtlLetter = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const block =
  /<(p|li|h[1-6])((?:\s[^<>]*)?)>((?:<(?:b|i|u|s|strong|em|span|a)(?:\s[^<>]*)?>)*)(\uE108?)(?:\uE106([^<\uE106\uE107]*)\uE107)?/g;

/** Turns the marks in a page into numbers and directions. Other paragraphs have the direction of their first letter. */
export function markedParagraphs(html: string): string {
  const hasRtl = rtlLetter.test(html);
  return html
    .replaceAll(/text-align: ?left/g, 'text-align:start')
    .replaceAll(block, (_, name: string, attributes: string, inline: string, mark: string, label?: string) => {
      const isItem = name === 'li';
      const aligned = mark ? attributes.replace(/text-align: ?right/, 'text-align:left') : attributes;
      const sign = `list-style-type:&quot;${label} &quot;`;
      const styled = !isItem || label === undefined ? aligned : withStyle(aligned, sign);
      const text = isItem || !label ? '' : `${label} `;
      const direction = mark ? ' dir="rtl"' : hasRtl ? ' dir="auto"' : '';
      return `<${name}${styled}${direction}>${inline}${text}`;
    })
    .replaceAll(/[\uE106-\uE108]/g, '');
}

const withStyle = (attributes: string, style: string): string =>
  / style="/.test(attributes) ? attributes.replace(' style="', ` style="${style};`) : `${attributes} style="${style}"`;
