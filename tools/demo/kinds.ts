import type { FileTypeName, TeamName } from './company.ts';
import type { Paper } from './paper.ts';
import { plainName } from './suppliers.ts';

/** A kind of file that the company stores. */
export type Kind = {
  type: FileTypeName;
  /** The teams that upload it. */
  teams: readonly TeamName[];
  /** Its share among about a hundred files. */
  share: number;
  /** The prefix of its numbers. */
  code: string;
  name: (paper: Paper) => string;
  /** Files in src/features/sample/server/papers, one of which is the template of its content. */
  samples: readonly string[];
};

const kind = (
  type: FileTypeName,
  teams: readonly TeamName[],
  share: number,
  code: string,
  name: Kind['name'],
  ...samples: string[]
): Kind => ({
  type,
  teams,
  share,
  code,
  name,
  samples,
});

/** Returns a text without spaces and accents, for file names that a program generates. */
const slug = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^\w ]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, '-');

const importing = ['Import Operations'] as const;
const shipping = ['Import Operations', 'Export Operations'] as const;
const receiving = ['Warehouse', 'Quality'] as const;

export const kinds: readonly Kind[] = [
  kind(
    'Bill of Lading',
    shipping,
    9,
    'BL',
    (p) => `Bill of Lading ${p.number} ${p.supplier.name}, ${p.supplier.port}.pdf`,
    'bill-of-lading-1.pdf',
    'bill-of-lading-2.pdf',
  ),
  kind('Bill of Lading', shipping, 4, 'BL', (p) => `Scan ${p.day} ${p.number} signed.pdf`, 'signed-bill-of-lading.pdf'),
  kind(
    'Commercial Invoice',
    ['Finance', 'Import Operations'],
    10,
    'INV',
    (p) => `Commercial Invoice ${p.number} ${p.supplier.name}.pdf`,
    'commercial-invoice-1.pdf',
    'commercial-invoice-2.pdf',
  ),
  kind(
    'Commercial Invoice',
    ['Finance'],
    3,
    'INV',
    (p) => `${p.number}_${slug(plainName(p.supplier))}.xml`,
    'invoice.xml',
  ),
  kind(
    'Packing List',
    importing,
    5,
    'PL',
    (p) => `Packing List ${p.number} ${p.supplier.port} ${p.day}.pdf`,
    'packing-list-1.pdf',
    'packing-list-2.pdf',
  ),
  kind(
    'Packing List',
    ['Warehouse', ...importing],
    5,
    'PL',
    (p) => `Packing List ${p.number} ${p.supplier.name}.xlsx`,
    'packing-list.xlsx',
  ),
  kind(
    'Packing List',
    ['Warehouse'],
    3,
    'PL',
    (p) => `packing-list_${p.number}_${slug(p.supplier.port)}.csv`,
    'packing-list.csv',
  ),
  kind(
    'Customs Declaration',
    ['Customs'],
    5,
    'IMD',
    (p) => `Import Declaration ${p.number} ${p.supplier.goods}.pdf`,
    'import-declaration-1.pdf',
    'import-declaration-2.pdf',
  ),
  kind('Customs Declaration', ['Customs'], 4, 'IMD', (p) => `IMD_${p.day}_${p.number}.xml`, 'import-declaration.xml'),
  kind(
    'Customs Declaration',
    ['Customs'],
    2,
    'ENS',
    (p) => `entry-summary_${p.number}_${slug(p.vessel)}.json`,
    'entry-summary.json',
  ),
  kind(
    'Certificate of Origin',
    ['Customs', 'Export Operations'],
    5,
    'COO',
    (p) => `Certificate of Origin ${p.number} ${p.supplier.country}.pdf`,
    'certificate-of-origin-1.pdf',
    'certificate-of-origin-2.pdf',
  ),
  kind(
    'Purchase Order',
    ['Sales', ...importing],
    4,
    'PO',
    (p) => `Purchase Order ${p.number} ${p.supplier.name}.docx`,
    'purchase-order.docx',
  ),
  kind('Purchase Order', importing, 2, 'PO', (p) => `RE Order ${p.number} ${p.supplier.goods}.eml`, 'order.eml'),
  kind(
    'Proof of Delivery',
    ['Warehouse'],
    6,
    'POD',
    (p) => `POD ${p.number} ${p.container} signed ${p.day}.pdf`,
    'signed-proof-of-delivery.pdf',
  ),
  kind(
    'Inspection Report',
    ['Quality'],
    4,
    'QC',
    (p) => `Inspection Report ${p.number} ${p.supplier.goods}.odt`,
    'inspection-report.odt',
  ),
  kind(
    'Inspection Report',
    ['Quality'],
    2,
    'QC',
    (p) => `Temperature log ${p.number} ${p.vessel}.png`,
    'temperature-log-1.png',
    'temperature-log-2.png',
  ),
  kind(
    'Inspection Report',
    ['Quality'],
    2,
    'QC',
    (p) => `inspection_${p.number}_${slug(p.supplier.goods)}.html`,
    'inspection.html',
  ),
  kind(
    'Insurance Certificate',
    ['Finance'],
    4,
    'INS',
    (p) => `Insurance Certificate ${p.number} ${p.vessel}.pdf`,
    'insurance-certificate-1.pdf',
    'insurance-certificate-2.pdf',
  ),
  kind(
    'Freight Quotation',
    ['Sales'],
    3,
    'Q',
    (p) => `Rates ${p.number} ${p.supplier.port} - Rotterdam.xlsx`,
    'freight-rates.xlsx',
  ),
  kind(
    'Freight Quotation',
    ['Sales'],
    2,
    'Q',
    (p) => `quotation-${p.number.toLowerCase()}-${slug(p.supplier.port)}.html`,
    'quotation.html',
  ),
  kind('Freight Quotation', ['Sales'], 2, 'Q', (p) => `Offer ${p.number} ${p.supplier.port}.eml`, 'quotation.eml'),
  kind(
    'Photo',
    receiving,
    5,
    'IMG',
    (p) => `Yard ${p.day} ${p.number} ${p.container}.png`,
    'yard-1.png',
    'yard-2.png',
    'yard-3.png',
    'yard-4.png',
  ),
  kind('Photo', ['Warehouse'], 1, 'CAM', (p) => `gate2_${p.day}_${p.number}.bmp`, 'gate-camera.bmp'),
  kind('Photo', ['Warehouse'], 1, 'IMG', (p) => `yard-plan_${p.number}_${p.day}.gif`, 'yard-plan.gif'),
  kind(
    'Document',
    ['General', ...importing],
    2,
    'NOTE',
    (p) => `Shipments meeting ${p.day} ${p.number}.md`,
    'meeting-notes.md',
  ),
  kind('Document', ['Warehouse'], 2, 'GN', (p) => `gate-note_${p.number}_${p.container}.txt`, 'gate-note.txt'),
  kind(
    'Document',
    ['Sales', 'General'],
    2,
    'MAP',
    (p) => `Route ${p.number} ${p.supplier.port} to Rotterdam.svg`,
    'route.svg',
  ),
  kind('Document', ['Warehouse'], 1, 'VN', (p) => `Voice note ${p.number} ${p.day}.wav`, 'voice-note.wav'),
  kind(
    'Document',
    [...importing, 'Finance'],
    2,
    'SHP',
    (p) => `Shipment ${p.number} ${p.container}.zip`,
    'shipment.zip',
  ),
  kind(
    'Document',
    ['General'],
    2,
    'SOP',
    (p) => `Procedure ${p.number} Receiving ${p.supplier.goods}.docx`,
    'procedure.docx',
  ),
];
