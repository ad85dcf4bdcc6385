import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { flatOdfOf, pictureRelations, xlsxOf } from '#tests/office-files.ts';
import { cellXml, sheetsWorkbook } from '#tests/xlsx-files.ts';
import { pageOf } from './page-of.ts';
import { inlinePicture } from './picture.ts';
import { workbookHtml } from './sheet-page.ts';
import { textOf } from './text-of.ts';

const shrink = (picture: Uint8Array) => inlinePicture(Buffer.from(picture)).catch(() => undefined);
const made = (bytes: Buffer) => workbookHtml(bytes, shrink);
const text = (place: string, value: string, style = 0) =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t>${value}</t></is></c>`;
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ruleOf = (page: string, style: number) => new RegExp(`\\.s${style}\\{([^}]*)\\}`).exec(page)?.[1];

/** Returns styles with one font, fill and border for each cell style from 1 on. */
const stylesOf = (...looks: { font?: string; fill?: string; border?: string }[]) => {
  const list = (name: string, items: string[]) => `<${name}s>${items.join('')}</${name}s>`;
  const solid = (fill: string | undefined) =>
    fill === undefined ? '<fill/>' : `<fill><patternFill patternType="solid"><fgColor ${fill}/></patternFill></fill>`;
  return [
    list(
      'font',
      looks.map(({ font = '' }) => `<font>${font}</font>`),
    ),
    list(
      'fill',
      looks.map(({ fill }) => solid(fill)),
    ),
    list(
      'border',
      looks.map(({ border = '' }) => `<border>${border}</border>`),
    ),
    `<cellXfs><xf fontId="99"/>${looks.map((_, at) => `<xf fontId="${at}" fillId="${at}" borderId="${at}"/>`).join('')}</cellXfs>`,
  ].join('');
};

describe('the page of a workbook', () => {
  test('shows bold, italic, struck and coloured text, fills and borders', async () => {
    const styles = stylesOf(
      { font: '<b/><i/><color rgb="FFC00000"/>' },
      { fill: 'rgb="FFFFE699"' },
      {
        font: '<strike/><b val="0"/>',
        border: '<left style="none"/><bottom style="medium"><color indexed="10"/></bottom>',
      },
    );
    const page = await made(
      xlsxOf(`<row r="1">${text('A1', 'Port', 1)}${text('B1', 'Tons', 2)}${text('C1', 'Old', 3)}</row>`, { styles }),
    );
    assert.equal(ruleOf(page, 1), 'font-weight:650;font-style:italic;color:#c00000');
    assert.equal(ruleOf(page, 2), 'background:#ffe699');
    assert.equal(ruleOf(page, 3), 'text-decoration:line-through;border-bottom:2px solid #ff0000');
    assert.match(page, /<td class="s1">Port<\/td><td class="s2">Tons<\/td><td class="s3">Old<\/td>/);
  });

  test('gives text a readable colour if that of the workbook is not readable on its fill', async () => {
    const styles = stylesOf(
      { fill: 'rgb="FF1F3864"' },
      { font: '<color rgb="FFFFFFFF"/>' },
      { fill: 'rgb="FF1F3864"', font: '<color rgb="FFFFFFFF"/>' },
    );
    const page = await made(
      xlsxOf(`<row r="1">${text('A1', 'a', 1)}${text('B1', 'b', 2)}${text('C1', 'c', 3)}</row>`, { styles }),
    );
    assert.equal(ruleOf(page, 1), 'color:#ffffff;background:#1f3864');
    assert.equal(ruleOf(page, 2), undefined);
    assert.equal(ruleOf(page, 3), 'color:#ffffff;background:#1f3864');
  });

  test('ignores colours and widths that are no numbers', async () => {
    const hostile = 'red;}</style><script>alert(1)</script>';
    const escaped = hostile.replaceAll('<', '&lt;');
    const page = await made(
      xlsxOf(`<row r="1">${text('A1', 'a', 1)}</row>`, {
        styles: stylesOf({ font: `<b/><color rgb="${escaped}"/>`, fill: `rgb="${escaped}"` }),
        before: `<cols><col min="1" max="1" width="9;${escaped}"/></cols>`,
      }),
    );
    assert.equal(ruleOf(page, 1), 'font-weight:650');
    assert.doesNotMatch(page, /script|min-width/);
  });

  test('counts a style without attributes', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs><xf/><xf numFmtId="3"/><xf numFmtId="164"/></cellXfs>';
    const page = await made(
      xlsxOf('<row r="1"><c r="A1" s="1"><v>-1234</v></c><c r="B1" s="2"><v>45000</v></c></row>', { styles }),
    );
    assert.match(page, />-1,234<.*>2023-03-15</);
  });

  test('keeps the widths of columns and merged cells', async () => {
    const page = await made(
      xlsxOf(`<row r="1">${text('A1', 'Rates')}</row><row r="3">${text('A3', 'Kiel')}${text('B3', '12')}</row>`, {
        before: '<cols><col min="2" max="2" width="30"/></cols>',
        after: '<mergeCells count="1"><mergeCell ref="A1:B2"/></mergeCells>',
      }),
    );
    assert.match(page, /<th scope="col" class="head" style="min-width:215px">B<\/th>/);
    assert.match(page, /<th scope="row" class="row">1<\/th><td colspan="2">Rates<\/td><\/tr>/);
  });

  test('shows the comments below the sheet and their marks in the cells', async () => {
    const comments = `<comments><commentList><comment ref="B2"><text><r><t>Ann: </t></r><r><t>which gate?</t></r></text></comment></commentList></comments>`;
    const page = await made(xlsxOf(`<row r="1">${text('A1', 'Kiel')}</row>`, { related: { comments } }));
    assert.match(page, /<td><sup class="comment">\[C1\]<\/sup><\/td>/);
    assert.match(page, /\[C1\]<\/span> B2: Ann: which gate\?/);
  });

  test('shows the picture of a sheet that has nothing else', async () => {
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#246' } })
      .png()
      .toBuffer();
    const drawing = `<xdr:wsDr xmlns:xdr="x" xmlns:a="a" xmlns:r="r"><xdr:twoCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:row>2</xdr:row></xdr:from><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="p" descr="Crane 7"/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="r1"/></xdr:blipFill></xdr:pic></xdr:twoCellAnchor></xdr:wsDr>`;
    const page = await made(
      xlsxOf('', {
        related: { drawing },
        parts: { 'xl/_rels/drawing1.xml.rels': pictureRelations('media/p.png'), 'xl/media/p.png': picture },
      }),
    );
    assert.match(page, /<img src="data:image\/webp;base64,[^"]+" alt="Crane 7"><figcaption>Picture at B3</);
    assert.doesNotMatch(page, /This sheet is empty/);
  });

  test('leaves hidden rows and columns with text out and counts them, and the search finds them', async () => {
    const rows = `<row r="1">${text('A1', 'Port')}${text('B1', 'Cost')}${text('C1', 'Rate')}</row><row r="2" hidden="1">${text('A2', 'Kiel')}</row><row r="3" hidden="1">${text('A3', 'Oslo')}</row><row r="4" hidden="1"/><row r="5">${text('A5', 'Riga')}</row>`;
    const bytes = xlsxOf(rows, { before: '<cols><col min="2" max="2" hidden="1"/></cols>' });
    const page = await made(bytes);
    assert.match(page, /<th[^>]*>A<\/th><th[^>]*>C<\/th>/);
    assert.match(page, />Port<\/td><td>Rate<\/td>.*<th[^>]*>5<\/th><td>Riga</);
    assert.doesNotMatch(page, /Kiel|Oslo|Cost/);
    assert.match(page, /2 hidden rows and 1 hidden column are not shown\./);
    assert.match((await textOf(bytes, { mediaType: xlsxType })) ?? '', /Cost.*Kiel.*Oslo/);
  });

  test('shows merged cells whose first column is hidden', async () => {
    const page = await made(
      xlsxOf(
        `<row r="1">${text('A1', 'Rates of May')}</row><row r="2">${text('B2', 'Kiel')}${text('C2', '12')}</row>`,
        {
          before: '<cols><col min="1" max="1" hidden="1"/></cols>',
          after: '<mergeCells count="1"><mergeCell ref="A1:C1"/></mergeCells>',
        },
      ),
    );
    assert.match(page, /<td colspan="2">Rates of May<\/td>/);
  });

  test('shows no comment on a hidden cell', async () => {
    const comments =
      '<comments><commentList><comment ref="A1"><text><t>which gate?</t></text></comment></commentList></comments>';
    const page = await made(xlsxOf(`<row r="1" hidden="1">${text('A1', 'Kiel')}</row>`, { related: { comments } }));
    assert.doesNotMatch(page, /which gate|This sheet is empty/);
    assert.match(page, /1 hidden row is not shown\./);
  });

  test('counts hidden sheets', async () => {
    const page = await made(sheetsWorkbook([{ rows: cellXml(1) }, { rows: cellXml(1), state: 'hidden' }]));
    assert.match(page, /<h2>S0<\/h2>.*1 hidden sheet is not shown\./);
    assert.doesNotMatch(page, /S1/);
  });

  test('shows the numbers of a chart as a table below the sheet', async () => {
    const points = (...values: string[]) =>
      values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('');
    const chart = `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Tons per quay</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:f>B1</c:f><c:strCache>${points('May')}</c:strCache></c:strRef></c:tx><c:dLbls><c:dLbl><c:tx><c:rich><a:p><a:r><a:t>best</a:t></a:r></a:p></c:rich></c:tx></c:dLbl></c:dLbls><c:cat><c:strRef><c:strCache>${points('Quay 1', 'Quay 2')}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:f>B2:B3</c:f><c:numCache><c:formatCode>General</c:formatCode>${points('4.4000000000000004', '7')}</c:numCache></c:numRef></c:val></c:ser></c:barChart><c:valAx><c:title><c:tx><c:rich><a:p><a:r><a:t>axis</a:t></a:r></a:p></c:rich></c:tx></c:title></c:valAx></c:plotArea></c:chart></c:chartSpace>`;
    const page = await made(
      xlsxOf('', {
        related: { drawing: '<xdr:wsDr xmlns:xdr="x"/>' },
        parts: {
          'xl/_rels/drawing1.xml.rels':
            '<Relationships><Relationship Id="r1" Type="x/chart" Target="charts/chart1.xml"/></Relationships>',
          'xl/charts/chart1.xml': chart,
        },
      }),
    );
    assert.match(
      page,
      /<caption>Tons per quay<\/caption><tr><th><\/th><th>May<\/th><\/tr><tr><th>Quay 1<\/th><td>4.4<\/td><\/tr><tr><th>Quay 2<\/th><td>7<\/td>/,
    );
    assert.doesNotMatch(page, /This sheet is empty|axis|best/);
  });
});

describe('the page of a table or a text in another form', () => {
  const page = async (mediaType: string, bytes: Buffer) => {
    return { html: await pageOf(bytes, { mediaType }, shrink), text: await textOf(bytes, { mediaType }) };
  };

  test('is a table if it is HTML and has the name of a workbook', async () => {
    const source =
      '<html><body><table><tr><th>Port</th><td>Größe</td></tr><tr><td colspan="2">Kiel<script>alert(1)</script></td></tr></table>';
    const { html = '', text: found = '' } = await page('application/vnd.ms-excel', Buffer.from(source));
    assert.match(html, /<td>Port<\/td><td>Größe<\/td>/);
    assert.doesNotMatch(html, /<script/);
    assert.match(found, /Port Größe/);
  });

  test('is a table if it is a spreadsheet of OpenDocument in one XML file', async () => {
    const cell = '<table:table-cell office:value-type="string"><text:p>Kiel</text:p></table:table-cell>';
    const { html = '', text: found } = await page(
      'application/vnd.oasis.opendocument.spreadsheet-flat-xml; charset=utf-8',
      flatOdfOf(
        'spreadsheet',
        `<table:table table:name="Ports"><table:table-row>${cell}</table:table-row></table:table>`,
      ),
    );
    assert.match(html, /<h2>Ports<\/h2>.*<td>Kiel<\/td>/);
    assert.match(found ?? '', /Ports Kiel/);
  });

  test('is a page if it is a text of OpenDocument in one XML file', async () => {
    const picture = (
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#246' } })
        .png()
        .toBuffer()
    ).toString('base64');
    const frame = `<draw:frame><draw:image><office:binary-data>${picture}</office:binary-data></draw:image></draw:frame>`;
    const { html = '' } = await page(
      'application/vnd.oasis.opendocument.text-flat-xml; charset=utf-8',
      flatOdfOf('text', `<text:h text:outline-level="1">Dear</text:h><text:p>Kiel${frame}</text:p>`),
    );
    assert.match(html, /<h1>Dear<\/h1>.*Kiel.*<img src="data:image\/webp;base64/s);
  });
});
