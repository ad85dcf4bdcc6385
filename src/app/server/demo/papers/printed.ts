import { companyName } from '../company.ts';
import { drawBox, drawLine, pageWidth, pdfOf, writeAmount, writeText } from '../formats/pdf.ts';
import type { PdfPage } from '../formats/pdf.ts';
import { plainName } from '../suppliers.ts';
import { euros, grouped, linesOf, totalOf, valueOf } from './paper.ts';
import type { Line, Paper } from './paper.ts';

const left = 48;
const right = pageWidth - left;

/** A column of a printed table; amounts end at `x`, words begin there. */
type Column = { title: string; x: number; text: (line: Line) => string; amount?: boolean };

const columns = {
  article: { title: 'Description of goods', x: left + 6, text: (line) => line.article },
  cartons: { title: 'Cartons', x: 330, text: (line) => grouped(line.cartons), amount: true },
  pieces: { title: 'Pieces', x: 400, text: (line) => grouped(line.pieces), amount: true },
  kilos: { title: 'Gross kg', x: 470, text: (line) => grouped(line.kilos), amount: true },
  price: { title: 'Price EUR', x: 470, text: (line) => euros(line.price), amount: true },
  value: { title: 'Value EUR', x: right - 6, text: (line) => euros(valueOf(line)), amount: true },
  volume: { title: 'Volume m3', x: right - 6, text: (line) => (line.cartons * 0.054).toFixed(2), amount: true },
} satisfies Record<string, Column>;

type Form = {
  title: string;
  /** Label and text, shown as boxes two in a row. */
  facts: [label: string, text: string][];
  columns: Column[];
  totals: string;
  /** Sentences at the foot. */
  remarks: string[];
};

function printForm(paper: Paper, form: Form): Buffer {
  const page: PdfPage = { marks: [] };
  writeText(page, left, 60, companyName.toUpperCase(), { size: 9, bold: true, grey: true });
  writeText(page, left, 84, form.title, { size: 20, bold: true });
  writeText(page, 380, 70, `No. ${paper.number}`, { size: 12, bold: true });
  writeText(page, 380, 86, `Date ${paper.day}${paper.edition > 1 ? ' (amended)' : ''}`);
  const tableTop = printFacts(page, form.facts) + 18;
  const tableEnd = printTable(page, tableTop, form.columns, linesOf(paper));
  writeText(page, left + 6, tableEnd + 18, form.totals, { bold: true });
  for (const [place, remark] of form.remarks.entries())
    writeText(page, left, tableEnd + 48 + place * 14, remark, { size: 9 });
  drawLine(page, 380, 770, right);
  writeText(page, 380, 782, 'Signature and stamp', { size: 8, grey: true });
  return pdfOf(`${form.title} ${paper.number}`, [page]);
}

/** Answers where the boxes end. */
function printFacts(page: PdfPage, facts: Form['facts']): number {
  const width = (right - left) / 2;
  for (const [place, [label, text]] of facts.entries()) {
    const box = { x: left + (place % 2) * width, y: 104 + Math.floor(place / 2) * 36, width, height: 36 };
    drawBox(page, box);
    writeText(page, box.x + 6, box.y + 12, label, { size: 7, grey: true });
    writeText(page, box.x + 6, box.y + 27, text);
  }
  return 104 + Math.ceil(facts.length / 2) * 36;
}

/** Answers where the table ends. */
function printTable(page: PdfPage, top: number, shown: readonly Column[], lines: readonly Line[]): number {
  drawBox(page, { x: left, y: top, width: right - left, height: 20 }, true);
  for (const { title, x, amount } of shown)
    writeText(page, amount ? x - title.length * 4.6 : x, top + 13, title, { size: 8, bold: true });
  for (const [place, line] of lines.entries()) {
    const y = top + 34 + place * 18;
    for (const { text, x, amount } of shown) (amount ? writeAmount : writeText)(page, x, y, text(line), { size: 9 });
    drawLine(page, left, y + 5, right);
  }
  return top + 24 + lines.length * 18;
}

const weightTotals = (lines: readonly Line[]) =>
  `Total ${grouped(totalOf(lines, ({ cartons }) => cartons))} cartons, ${grouped(totalOf(lines, ({ kilos }) => kilos))} kg gross`;

const valueTotals = (lines: readonly Line[]) => `Total EUR ${euros(totalOf(lines, valueOf))}`;

const parties = (paper: Paper): Form['facts'] => [
  ['Shipper', `${plainName(paper.supplier)}, ${paper.supplier.country}`],
  ['Consignee', `${companyName}, Rotterdam`],
];

const voyage = (paper: Paper): Form['facts'] => [
  ['Vessel', paper.vessel],
  ['Container', paper.container],
  ['Port of loading', paper.supplier.port],
  ['Port of discharge', 'Rotterdam'],
];

export const billOfLading = (paper: Paper) =>
  printForm(paper, {
    title: 'Bill of Lading',
    facts: [...parties(paper), ...voyage(paper)],
    columns: [columns.article, columns.cartons, columns.kilos, columns.volume],
    totals: weightTotals(linesOf(paper)),
    remarks: [
      'Received in apparent good order and condition, shipper’s load, stow and count.',
      'Three originals issued; one being accomplished, the others stand void. Freight prepaid.',
    ],
  });

export const commercialInvoice = (paper: Paper) =>
  printForm(paper, {
    title: 'Commercial Invoice',
    facts: [
      ...parties(paper),
      ['Terms of delivery', `FOB ${paper.supplier.port}`],
      ['Terms of payment', '30 days after arrival'],
    ],
    columns: [columns.article, columns.pieces, columns.price, columns.value],
    totals: valueTotals(linesOf(paper)),
    remarks: [`Country of origin: ${paper.supplier.country}. Tariff heading ${paper.supplier.tariff}.`],
  });

export const packingList = (paper: Paper) =>
  printForm(paper, {
    title: 'Packing List',
    facts: [...parties(paper), ['Container', paper.container], ['Seal', `NQ${100_000 + paper.place}`]],
    columns: [columns.article, columns.cartons, columns.pieces, columns.kilos, columns.volume],
    totals: weightTotals(linesOf(paper)),
    remarks: ['Cartons are marked NORTHQUAY / ROTTERDAM with order number and running number.'],
  });

export const customsDeclaration = (paper: Paper) =>
  printForm(paper, {
    title: 'Import Declaration',
    facts: [
      ...parties(paper),
      ...voyage(paper),
      ['Procedure', '40 00 release for free circulation'],
      ['Tariff code', paper.supplier.tariff],
    ],
    columns: [columns.article, columns.kilos, columns.value],
    totals: valueTotals(linesOf(paper)),
    remarks: ['Declared by the importer. Documents are kept for seven years.'],
  });

export const certificateOfOrigin = (paper: Paper) =>
  printForm(paper, {
    title: 'Certificate of Origin',
    facts: [...parties(paper), ['Country of origin', paper.supplier.country], ['Transport', `By sea, ${paper.vessel}`]],
    columns: [columns.article, columns.cartons, columns.kilos],
    totals: weightTotals(linesOf(paper)),
    remarks: [`The goods described above originate in ${paper.supplier.country}.`],
  });

export const insuranceCertificate = (paper: Paper) =>
  printForm(paper, {
    title: 'Cargo Insurance Certificate',
    facts: [...parties(paper), ...voyage(paper)],
    columns: [columns.article, columns.cartons, columns.value],
    totals: `Sum insured EUR ${euros(totalOf(linesOf(paper), valueOf) * 1.1)}`,
    remarks: ['All risks, warehouse to warehouse, for the value of the goods and ten per cent.'],
  });
