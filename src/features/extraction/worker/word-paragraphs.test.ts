import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { docxOf } from '#tests/office-files.ts';
import { officeHtml } from './office-page.ts';

type Level = { format?: string; text: string; more?: string };

const numberingOf = (levels: readonly Level[], nums: string) =>
  `<w:abstractNum w:abstractNumId="7">${levels
    .map(
      ({ format = 'decimal', text, more = '' }, at) =>
        `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`,
    )
    .join('')}</w:abstractNum>${nums}`;
const num = (id: number, more = '') => `<w:num w:numId="${id}"><w:abstractNumId w:val="7"/>${more}</w:num>`;
const inList = (level = 0, id = 1) => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`;
const paragraph = (text: string, properties: string) =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;

function pageOf(body: string, levels: readonly Level[] = [], { nums = num(1), styles = '' } = {}): Promise<string> {
  const others = {
    numbering: { root: 'numbering', inside: numberingOf(levels, nums) },
    styles: { root: 'styles', inside: styles },
  };
  return officeHtml(docxOf(body, { others }), 'docx', async () => undefined);
}

/** The signs before the items of the lists of a page, in their order. */
const signsIn = (page: string) =>
  Array.from(page.matchAll(/<li[^>]*list-style-type:&quot;(.*?) &quot;/g), ([, sign]) => sign);

describe('the page of a Word document', () => {
  for (const [format, signs] of Object.entries({
    lowerLetter: ['a.', 'b.', 'c.', 'd.'],
    upperLetter: ['A.', 'B.', 'C.', 'D.'],
    lowerRoman: ['i.', 'ii.', 'iii.', 'iv.'],
    upperRoman: ['I.', 'II.', 'III.', 'IV.'],
    decimalZero: ['01.', '02.', '03.', '04.'],
  }))
    test(`numbers a list in the format ${format} as Word does`, async () => {
      const items = signs.map((sign) => paragraph(`item ${sign}`, inList()));
      assert.deepEqual(signsIn(await pageOf(items.join(''), [{ format, text: '%1.' }])), signs);
    });

  test('numbers the levels of a list with their texts, and begins a lower level again', async () => {
    const levels = [{ text: '%1.' }, { text: '%1.%2.' }, { format: 'lowerLetter', text: '(%3)' }];
    const items = [0, 1, 1, 2, 0, 1].map((level) => paragraph('item', inList(level)));
    assert.deepEqual(signsIn(await pageOf(items.join(''), levels)), ['1.', '1.1.', '1.2.', '(a)', '2.', '2.1.']);
  });

  test('goes on counting in a second list of the same numbering, unless that starts anew', async () => {
    const anew = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>';
    const items = [1, 2, 3, 3].map((id) => paragraph('item', inList(0, id)));
    const page = await pageOf(items.join(''), [{ text: '%1)' }], { nums: num(1) + num(2) + num(3, anew) });
    assert.deepEqual(signsIn(page), ['1)', '2)', '5)', '6)']);
  });

  test('numbers headings and paragraphs whose style has a numbering', async () => {
    const style = (id: string, level: number) =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/><w:pPr>${inList(level)}</w:pPr></w:style>`;
    const based =
      '<w:style w:type="paragraph" w:styleId="Sub"><w:name w:val="Sub"/><w:basedOn w:val="Clause"/></w:style>';
    const body = [
      paragraph('Scope', '<w:pStyle w:val="Heading1"/>'),
      paragraph('Free days', '<w:pStyle w:val="Sub"/>'),
      paragraph('Fees', `<w:pStyle w:val="Heading1"/>${inList()}`),
    ];
    const page = await pageOf(body.join(''), [{ text: 'Section %1' }, { text: '§ %1.%2' }], {
      styles: style('Heading1', 0) + style('Clause', 1) + based,
    });
    assert.match(page, /<h1[^>]*>Section 1 Scope<\/h1>.*<p[^>]*>§ 1\.1 Free days<\/p>.*<h1[^>]*>Section 2 Fees<\/h1>/s);
  });

  test('shows the bullets of a list, and a dot for signs of other fonts', async () => {
    const items = [0, 1, 2].map((level) => paragraph('item', inList(level)));
    const levels = ['–', '\uF0B7', 'o'].map((text) => ({ format: 'bullet', text }));
    assert.deepEqual(signsIn(await pageOf(items.join(''), levels)), ['–', '•', '◦']);
  });

  test('ignores the numbering before a tracked change', async () => {
    const changed = `<w:pPrChange w:id="1"><w:pPr>${inList()}<w:bidi/></w:pPr></w:pPrChange>`;
    const page = await pageOf(paragraph('Quay 7', changed), [{ text: '%1.' }]);
    assert.match(page, /<p>Quay 7<\/p>/);
  });

  test('shows a level text that closes its attribute as text', async () => {
    const page = await pageOf(paragraph('item', inList()), [
      { text: '&quot;;}&lt;script&gt;alert(1)&lt;/script&gt;\\' },
    ]);
    assert.doesNotMatch(page, /<script|style="[^"]*\}/);
    assert.match(page, /item/);
  });

  test('sets paragraphs from right to left that say so, and others by their first letter', async () => {
    const style = '<w:style w:type="paragraph" w:styleId="Rtl"><w:name w:val="Rtl"/><w:pPr><w:bidi/></w:pPr></w:style>';
    const body = [
      paragraph('Stowage عقد', '<w:bidi/><w:jc w:val="left"/>'),
      paragraph('end', '<w:bidi/><w:jc w:val="right"/>'),
      paragraph('styled', '<w:pStyle w:val="Rtl"/>'),
      paragraph('off', '<w:pStyle w:val="Rtl"/><w:bidi w:val="0"/>'),
    ];
    const page = await pageOf(body.join(''), [], { styles: style });
    assert.match(page, /<p style="text-align:start" dir="rtl">Stowage عقد<\/p>/);
    assert.match(page, /<p style="text-align:left" dir="rtl">end<\/p>/);
    assert.match(page, /<p dir="rtl">styled<\/p>\s*<p dir="auto">off<\/p>/);
  });
});
