import type { FileTypeName, TeamName } from '../company.ts';
import { plainName } from '../suppliers.ts';
import {
  electronicDeclaration,
  electronicInvoice,
  entrySummary,
  packingTable,
  packingWorkbook,
  rateWorkbook,
} from './calculated.ts';
import { routeMap, voiceNote } from './drawn.ts';
import type { Paper } from './paper.ts';
import { gatePhoto, signedScan, temperatureChart, yardPhoto, yardSketch } from './pictured.ts';
import {
  billOfLading,
  certificateOfOrigin,
  commercialInvoice,
  customsDeclaration,
  insuranceCertificate,
  packingList,
} from './printed.ts';
import {
  gateNote,
  inspectionReport,
  meetingNotes,
  orderMail,
  procedure,
  purchaseOrder,
  quotationMail,
  shipmentBundle,
  webInspection,
  webQuotation,
} from './written.ts';

/** A kind of file that these people keep. */
export type Kind = {
  type: FileTypeName;
  /** Whose people upload it. */
  teams: readonly TeamName[];
  /** How many of it there are in a hundred files or so. */
  share: number;
  /** What its numbers begin with. */
  code: string;
  name: (paper: Paper) => string;
  make: (paper: Paper) => Buffer | string;
};

const kind = (
  type: FileTypeName,
  teams: readonly TeamName[],
  share: number,
  code: string,
  name: Kind['name'],
  make: Kind['make'],
): Kind => ({
  type,
  teams,
  share,
  code,
  name,
  make,
});

/** For names that systems make up: no spaces, no accents. */
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
    billOfLading,
  ),
  kind(
    'Bill of Lading',
    shipping,
    4,
    'BL',
    (p) => `Scan ${p.day} ${p.number} signed.pdf`,
    signedScan('Bill of Lading'),
  ),
  kind(
    'Commercial Invoice',
    ['Finance', 'Import Operations'],
    10,
    'INV',
    (p) => `Commercial Invoice ${p.number} ${p.supplier.name}.pdf`,
    commercialInvoice,
  ),
  kind(
    'Commercial Invoice',
    ['Finance'],
    3,
    'INV',
    (p) => `${p.number}_${slug(plainName(p.supplier))}.xml`,
    electronicInvoice,
  ),
  kind(
    'Packing List',
    importing,
    5,
    'PL',
    (p) => `Packing List ${p.number} ${p.supplier.port} ${p.day}.pdf`,
    packingList,
  ),
  kind(
    'Packing List',
    ['Warehouse', ...importing],
    5,
    'PL',
    (p) => `Packing List ${p.number} ${p.supplier.name}.xlsx`,
    packingWorkbook,
  ),
  kind(
    'Packing List',
    ['Warehouse'],
    3,
    'PL',
    (p) => `packing-list_${p.number}_${slug(p.supplier.port)}.csv`,
    packingTable,
  ),
  kind(
    'Customs Declaration',
    ['Customs'],
    5,
    'IMD',
    (p) => `Import Declaration ${p.number} ${p.supplier.goods}.pdf`,
    customsDeclaration,
  ),
  kind('Customs Declaration', ['Customs'], 4, 'IMD', (p) => `IMD_${p.day}_${p.number}.xml`, electronicDeclaration),
  kind(
    'Customs Declaration',
    ['Customs'],
    2,
    'ENS',
    (p) => `entry-summary_${p.number}_${slug(p.vessel)}.json`,
    entrySummary,
  ),
  kind(
    'Certificate of Origin',
    ['Customs', 'Export Operations'],
    5,
    'COO',
    (p) => `Certificate of Origin ${p.number} ${p.supplier.country}.pdf`,
    certificateOfOrigin,
  ),
  kind(
    'Purchase Order',
    ['Sales', ...importing],
    4,
    'PO',
    (p) => `Purchase Order ${p.number} ${p.supplier.name}.docx`,
    purchaseOrder,
  ),
  kind('Purchase Order', importing, 2, 'PO', (p) => `RE Order ${p.number} ${p.supplier.goods}.eml`, orderMail),
  kind(
    'Proof of Delivery',
    ['Warehouse'],
    6,
    'POD',
    (p) => `POD ${p.number} ${p.container} signed ${p.day}.pdf`,
    signedScan('Proof of Delivery'),
  ),
  kind(
    'Inspection Report',
    ['Quality'],
    4,
    'QC',
    (p) => `Inspection Report ${p.number} ${p.supplier.goods}.odt`,
    inspectionReport,
  ),
  kind(
    'Inspection Report',
    ['Quality'],
    2,
    'QC',
    (p) => `Temperature log ${p.number} ${p.vessel}.png`,
    temperatureChart,
  ),
  kind(
    'Inspection Report',
    ['Quality'],
    2,
    'QC',
    (p) => `inspection_${p.number}_${slug(p.supplier.goods)}.html`,
    webInspection,
  ),
  kind(
    'Insurance Certificate',
    ['Finance'],
    4,
    'INS',
    (p) => `Insurance Certificate ${p.number} ${p.vessel}.pdf`,
    insuranceCertificate,
  ),
  kind(
    'Freight Quotation',
    ['Sales'],
    3,
    'Q',
    (p) => `Rates ${p.number} ${p.supplier.port} - Rotterdam.xlsx`,
    rateWorkbook,
  ),
  kind(
    'Freight Quotation',
    ['Sales'],
    2,
    'Q',
    (p) => `quotation-${p.number.toLowerCase()}-${slug(p.supplier.port)}.html`,
    webQuotation,
  ),
  kind('Freight Quotation', ['Sales'], 2, 'Q', (p) => `Offer ${p.number} ${p.supplier.port}.eml`, quotationMail),
  kind('Photo', receiving, 5, 'IMG', (p) => `Yard ${p.day} ${p.number} ${p.container}.png`, yardPhoto),
  kind('Photo', ['Warehouse'], 1, 'CAM', (p) => `gate2_${p.day}_${p.number}.bmp`, gatePhoto),
  kind('Photo', ['Warehouse'], 1, 'IMG', (p) => `yard-plan_${p.number}_${p.day}.gif`, yardSketch),
  kind(
    'Document',
    ['General', ...importing],
    2,
    'NOTE',
    (p) => `Shipments meeting ${p.day} ${p.number}.md`,
    meetingNotes,
  ),
  kind('Document', ['Warehouse'], 2, 'GN', (p) => `gate-note_${p.number}_${p.container}.txt`, gateNote),
  kind(
    'Document',
    ['Sales', 'General'],
    2,
    'MAP',
    (p) => `Route ${p.number} ${p.supplier.port} to Rotterdam.svg`,
    routeMap,
  ),
  kind('Document', ['Warehouse'], 1, 'VN', (p) => `Voice note ${p.number} ${p.day}.wav`, voiceNote),
  kind(
    'Document',
    [...importing, 'Finance'],
    2,
    'SHP',
    (p) => `Shipment ${p.number} ${p.container}.zip`,
    shipmentBundle,
  ),
  kind('Document', ['General'], 2, 'SOP', (p) => `Procedure ${p.number} Receiving ${p.supplier.goods}.docx`, procedure),
];
