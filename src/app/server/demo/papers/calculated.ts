import { companyName } from '../company.ts';
import { escapeMarkup, xmlHead } from '../formats/markup.ts';
import { xlsxOf } from '../formats/office.ts';
import type { Cell } from '../formats/office.ts';
import { diceOfPaper, linesOf, totalOf, valueOf } from './paper.ts';
import type { Paper } from './paper.ts';

// Files that programs read: tables, messages and declarations.

export function packingWorkbook(paper: Paper): Buffer {
  const lines = linesOf(paper, 400);
  const rows: Cell[][] = [
    [`Packing List ${paper.number}`, paper.day],
    ['Shipper', paper.supplier.name],
    ['Container', paper.container],
    [],
    ['Article', 'Cartons', 'Pieces', 'Gross kg'],
    ...lines.map((line) => [line.article, line.cartons, line.pieces, line.kilos]),
    [
      'Total',
      totalOf(lines, (line) => line.cartons),
      totalOf(lines, (line) => line.pieces),
      totalOf(lines, (line) => line.kilos),
    ],
  ];
  return xlsxOf('Packing List', rows);
}

export function rateWorkbook(paper: Paper): Buffer {
  const dice = diceOfPaper(paper);
  const boxes = ['20 ft dry', '40 ft dry', '40 ft high cube', '40 ft reefer'];
  const rows: Cell[][] = [
    [`Freight Quotation ${paper.number}`, `valid 30 days from ${paper.day}`],
    [`${paper.supplier.port} to Rotterdam`],
    [],
    ['Equipment', 'Ocean freight EUR', 'Bunker EUR', 'Terminal handling EUR', 'All in EUR'],
    ...boxes.map((box, place) => {
      const rate = [dice.whole(900, 1_600) * (place + 1), dice.whole(120, 380), dice.whole(190, 260)];
      return [box, ...rate, rate.reduce((sum, part) => sum + part, 0)];
    }),
  ];
  return xlsxOf('Rates', rows);
}

const csvField = (field: Cell) =>
  /[",\n]/.test(String(field)) ? `"${String(field).replaceAll('"', '""')}"` : String(field);

export const packingTable = (paper: Paper) =>
  [
    ['order', 'container', 'article', 'cartons', 'pieces', 'gross_kg'],
    ...linesOf(paper, 120).map((line) => [
      paper.number,
      paper.container,
      line.article,
      line.cartons,
      line.pieces,
      line.kilos,
    ]),
  ]
    .map((row) => `${row.map(csvField).join(',')}\r\n`)
    .join('');

const element = (name: string, text: string | number) => `<${name}>${escapeMarkup(text)}</${name}>`;

export const electronicInvoice = (paper: Paper) =>
  `${xmlHead}<Invoice xmlns="urn:northquay:invoice:1">
  ${element('Number', paper.number)}
  ${element('IssueDate', paper.day)}
  ${element('Currency', 'EUR')}
  ${element('Supplier', paper.supplier.name)}
  ${element('Customer', companyName)}
${linesOf(paper)
  .map(
    (line) =>
      `  <Line>${element('Item', line.article)}${element('Quantity', line.pieces)}${element('Price', line.price)}${element('Amount', valueOf(line))}</Line>`,
  )
  .join('\n')}
  ${element('Total', totalOf(linesOf(paper), valueOf).toFixed(2))}
</Invoice>
`;

export const electronicDeclaration = (paper: Paper) =>
  `${xmlHead}<ImportDeclaration xmlns="urn:northquay:customs:1">
  ${element('Reference', paper.number)}
  ${element('AcceptanceDate', paper.day)}
  ${element('Declarant', companyName)}
  ${element('Procedure', '4000')}
  <Transport>${element('Vessel', paper.vessel)}${element('Container', paper.container)}${element('PortOfLoading', paper.supplier.port)}</Transport>
${linesOf(paper)
  .map(
    (line) =>
      `  <GoodsItem>${element('Tariff', paper.supplier.tariff)}${element('Description', line.article)}${element('GrossMass', line.kilos)}${element('Value', valueOf(line))}</GoodsItem>`,
  )
  .join('\n')}
</ImportDeclaration>
`;

export const entrySummary = (paper: Paper) =>
  `${JSON.stringify(
    {
      reference: paper.number,
      lodged: paper.day,
      declarant: companyName,
      conveyance: { vessel: paper.vessel, loading: paper.supplier.port, discharge: 'Rotterdam' },
      container: paper.container,
      goods: linesOf(paper).map((line) => ({
        description: line.article,
        tariff: paper.supplier.tariff,
        grossKg: line.kilos,
        cartons: line.cartons,
      })),
    },
    null,
    2,
  )}\n`;
