import { companyName } from '../company.ts';
import { escapeMarkup } from '../formats/markup.ts';
import { docxOf, odtOf } from '../formats/office.ts';
import { zipOf } from '../formats/zip.ts';
import { packingTable } from './calculated.ts';
import { diceOfPaper, euros, grouped, linesOf, totalOf, valueOf } from './paper.ts';
import type { Paper } from './paper.ts';
import { billOfLading, commercialInvoice } from './printed.ts';

// Files that people write to each other.

const orderTable = (paper: Paper) => [
  ['Article', 'Pieces', 'Price EUR', 'Value EUR'],
  ...linesOf(paper, 8).map((line) => [line.article, grouped(line.pieces), euros(line.price), euros(valueOf(line))]),
];

export const purchaseOrder = (paper: Paper) =>
  docxOf({
    title: `Purchase Order ${paper.number}`,
    paragraphs: [
      `${companyName}, Rotterdam, ${paper.day}`,
      `To ${paper.supplier.name}, ${paper.supplier.port}, ${paper.supplier.country}`,
      `Please supply the goods below, FOB ${paper.supplier.port}, packed for sea transport.`,
    ],
    table: orderTable(paper),
  });

export const procedure = (paper: Paper) =>
  docxOf({
    title: `Procedure: receiving ${paper.supplier.goods.toLowerCase()}`,
    paragraphs: [
      `Version of ${paper.day}, owner: Quality.`,
      'Every container is checked against its packing list before the seal is broken. The seal number is written on the gate slip.',
      'Damaged cartons are photographed where they stand, then set aside. The inspection report is filed on the same day.',
    ],
    table: [
      ['Step', 'Who', 'Record'],
      ['Check seal and container number', 'Gate', 'Gate slip'],
      ['Count cartons', 'Warehouse', 'Packing list'],
      ['Inspect samples', 'Quality', 'Inspection report'],
    ],
  });

const findings = [
  'No damage found',
  'Two cartons wet at the bottom',
  'One pallet leaning',
  'Labels hard to read',
  'Seal intact, count correct',
];

export function inspectionReport(paper: Paper): Buffer {
  const dice = diceOfPaper(paper);
  return odtOf({
    title: `Inspection Report ${paper.number}`,
    paragraphs: [
      `${paper.supplier.goods} of ${paper.supplier.name}, container ${paper.container}, inspected on ${paper.day}.`,
      `Temperature at opening: ${dice.whole(8, 22)} °C. Moisture of wood packing: ${dice.whole(9, 18)} %.`,
    ],
    table: [
      ['Article', 'Cartons opened', 'Finding'],
      ...linesOf(paper, 8).map((line) => [line.article, Math.ceil(line.cartons / 10), dice.pick(findings)]),
    ],
  });
}

const page = (title: string, body: string) =>
  `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${escapeMarkup(title)}</title>\n<style>body { font: 15px sans-serif; margin: 2rem } td, th { padding: .3rem 1rem; border-bottom: 1px solid #ccc; text-align: left }</style>\n</head>\n<body>\n<h1>${escapeMarkup(title)}</h1>\n${body}\n</body>\n</html>\n`;

const htmlTable = (rows: readonly (readonly (string | number)[])[]) =>
  `<table>\n${rows.map((row, place) => `<tr>${row.map((cell) => (place === 0 ? `<th>${escapeMarkup(cell)}</th>` : `<td>${escapeMarkup(cell)}</td>`)).join('')}</tr>`).join('\n')}\n</table>`;

export const webQuotation = (paper: Paper) =>
  page(
    `Freight Quotation ${paper.number}`,
    `<p>${escapeMarkup(paper.supplier.port)} to Rotterdam, ${paper.day}, valid for 30 days.</p>\n${htmlTable(orderTable(paper))}`,
  );

export const webInspection = (paper: Paper) =>
  page(
    `Inspection ${paper.number}`,
    `<p>${escapeMarkup(paper.supplier.name)}, container ${paper.container}, ${paper.day}</p>\n${htmlTable([
      ['Article', 'Cartons', 'Finding'],
      ...linesOf(paper, 10).map((line) => [
        line.article,
        line.cartons,
        diceOfPaper(paper, line.cartons).pick(findings),
      ]),
    ])}`,
  );

const encodedWord = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;

/** A message with a table attached. */
function message(paper: Paper, subject: string, words: string[]): string {
  const boundary = `northquay-${paper.place}`;
  const attached = Buffer.from(packingTable(paper)).toString('base64').replace(/.{76}/g, '$&\r\n');
  return [
    `Date: ${new Date(`${paper.day}T08:30:00Z`).toUTCString()}`,
    'From: Northquay Freight <documents@northquay.example>',
    `To: ${encodedWord(paper.supplier.name)} <sales@supplier.example>`,
    `Subject: ${encodedWord(`${subject} ${paper.number}`)}`,
    `Message-ID: <${paper.number.toLowerCase()}@northquay.example>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    ...words,
    '',
    `--${boundary}`,
    `Content-Type: text/csv; charset=utf-8; name="${paper.number}.csv"`,
    `Content-Disposition: attachment; filename="${paper.number}.csv"`,
    'Content-Transfer-Encoding: base64',
    '',
    attached,
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

export const orderMail = (paper: Paper) =>
  message(paper, 'Purchase order', [
    'Good morning,',
    '',
    `please confirm the order attached, ${paper.supplier.goods.toLowerCase()}, for the vessel ${paper.vessel}.`,
  ]);

export const quotationMail = (paper: Paper) =>
  message(paper, 'Your freight rates', [
    'Good morning,',
    '',
    `the rates from ${paper.supplier.port} to Rotterdam hold for thirty days from ${paper.day}.`,
  ]);

export const meetingNotes = (paper: Paper) => `# Shipments meeting, ${paper.day}

Present: Import Operations, Customs, Warehouse.

## ${paper.supplier.name}

- Container \`${paper.container}\` is on **${paper.vessel}**, ${paper.supplier.port} to Rotterdam.
- ${grouped(totalOf(linesOf(paper), (line) => line.cartons))} cartons of ${paper.supplier.goods.toLowerCase()}, tariff heading ${paper.supplier.tariff}.

| Article | Cartons | Gross kg |
|---|---:|---:|
${linesOf(paper)
  .map((line) => `| ${line.article} | ${line.cartons} | ${line.kilos} |`)
  .join('\n')}

## To do

1. Book the inspection.
2. Send the pre-advice to the terminal.
`;

export const gateNote = (paper: Paper) =>
  [
    `GATE NOTE ${paper.number}`,
    `Date       ${paper.day}`,
    `Container  ${paper.container}`,
    `Vessel     ${paper.vessel}`,
    `Shipper    ${paper.supplier.name}`,
    '',
    ...linesOf(paper, 20).map((line) => `${String(line.cartons).padStart(6)} cartons  ${line.article}`),
    '',
  ].join('\n');

/** The papers of one shipment in one archive. */
export const shipmentBundle = (paper: Paper) =>
  zipOf([
    { name: `${paper.number}/Bill of Lading.pdf`, bytes: billOfLading(paper) },
    { name: `${paper.number}/Commercial Invoice.pdf`, bytes: commercialInvoice(paper) },
    { name: `${paper.number}/packing-list.csv`, bytes: packingTable(paper) },
    { name: `${paper.number}/README.txt`, bytes: gateNote(paper) },
  ]);
