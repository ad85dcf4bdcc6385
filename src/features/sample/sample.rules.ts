import type { DelayCategory, StatusId } from '#features/containers/core/containers.rules.ts';
import { checkDigit } from '#features/papers/container-number.rules.ts';

const rubber = {
  name: 'Laem Chabang Rubber',
  port: 'Laem Chabang',
  portCode: 'THLCH',
  country: 'Thailand',
  goods: 'Tyre treads',
  tariff: '4012.90',
};
export type SampleSupplier = typeof rubber;

const tiles: SampleSupplier = {
  name: 'Meridian Cerámica',
  port: 'Valencia',
  portCode: 'ESVLC',
  country: 'Spain',
  goods: 'Ceramic tiles',
  tariff: '6907.21',
};
const wood: SampleSupplier = {
  name: 'Baltic Oak & Ash',
  port: 'Gdynia',
  portCode: 'PLGDY',
  country: 'Poland',
  goods: 'Oak flooring',
  tariff: '4418.75',
};

/** Marks every record whose name users can choose. */
export const marked = (name: string) => `${name} (sample)`;

export const sampleTeams = [
  { name: marked('Import'), description: 'Bookings, documents and arrivals' },
  { name: marked('Warehouse'), description: 'Gate, yard and inspections' },
] as const;

/** A type with the same name that is there already is used instead. */
export const sampleFileTypes = [
  { name: 'Bill of Lading', description: 'The carrier’s receipt and title to the goods' },
  { name: 'Commercial Invoice', description: 'What the supplier charges for a shipment' },
  { name: 'Packing List', description: 'Cartons, weights and measures of a shipment' },
  { name: 'Photo', description: 'Pictures from the yard, the gate and inspections' },
] as const;
type TypeName = (typeof sampleFileTypes)[number]['name'];

type Delay = { daysAgo: number; reason: string; category: DelayCategory };
type Comment = { daysAgo: number; text: string };

/** Days count from today: `pfiIn` and `exFactoryIn` forwards, the others backwards. */
export type SampleContainer = {
  number: string;
  order: string;
  supplier: SampleSupplier;
  vessel: string;
  voyage: string;
  bookedDaysAgo: number;
  exFactoryIn: number;
  pfiIn: number;
  steps: readonly { to: StatusId; daysAgo: number }[];
  delay?: Delay;
  /** Without it, the container would be marked 'No update' at once. */
  comment?: Comment;
};

/**
 * The owner code of the containers, which is not registered (ISO 6346). The names of the documents have it too, so a search
 * for it finds both.
 */
export const sampleOwner = 'QQXU';

const numbered = (serial: string) => `${sampleOwner} ${serial}-${checkDigit(sampleOwner + serial)}`;

type Voyage = [supplier: SampleSupplier, vessel: string, voyage: string];

const container = (
  serial: string,
  [supplier, vessel, voyage]: Voyage,
  [bookedDaysAgo, exFactoryIn, pfiIn]: [number, number, number],
  steps: SampleContainer['steps'] = [],
  more: Pick<SampleContainer, 'delay' | 'comment'> = {},
): SampleContainer => ({
  number: numbered(serial),
  order: `PO-SAMPLE-${serial.slice(0, 3)}`,
  supplier,
  vessel,
  voyage,
  bookedDaysAgo,
  exFactoryIn,
  pfiIn,
  steps,
  ...more,
});

const oneMoreWeek: Delay = {
  daysAgo: 2,
  reason: 'Supplier asked for one more week, peak season',
  category: 'supplier',
};

const said = (daysAgo: number, text: string) => ({ comment: { daysAgo, text } });

/** One late container, two due this week, a delayed one, one due later, two received and one departed. */
export const sampleContainers: readonly SampleContainer[] = [
  container(
    '204518',
    [rubber, 'Bergen Pioneer', '221W'],
    [34, -26, -3],
    [],
    said(3, 'The transshipment took longer. The carrier expects the vessel next week.'),
  ),
  container(
    '310442',
    [tiles, 'Fjord Explorer', '204E'],
    [27, -20, 1],
    [],
    said(2, 'The arrival notice is in, and the documents are complete.'),
  ),
  container('415907', [wood, 'Gotland Trader', '118N'], [20, -9, 4], [], said(5, 'The vessel left on time.')),
  container('522631', [tiles, 'Fjord Explorer', '206E'], [18, -4, 16], [], { delay: oneMoreWeek }),
  container('638275', [rubber, 'Bergen Pioneer', '225W'], [9, 6, 30]),
  container('741960', [wood, 'Gotland Trader', '114N'], [33, -24, -6], [{ to: 2, daysAgo: 6 }]),
  container(
    '853314',
    [tiles, 'Fjord Explorer', '199E'],
    [52, -41, -20],
    [{ to: 2, daysAgo: 19 }],
    said(4, 'Unloaded. The empty container goes back this week.'),
  ),
  container(
    '967082',
    [rubber, 'Bergen Pioneer', '213W'],
    [75, -62, -40],
    [
      { to: 2, daysAgo: 38 },
      { to: 3, daysAgo: 30 },
    ],
  ),
];

export type SamplePaper = {
  filename: string;
  type: TypeName;
  /** The index of its team in `sampleTeams`. */
  team: 0 | 1;
  template: string;
  mediaType: string;
  /** The number on the document. */
  number: string;
  container: SampleContainer;
  daysAgo: number;
};

const pdf = 'application/pdf';

function papersOf(one: SampleContainer, index: number): SamplePaper[] {
  const number = (code: string) => `${code}-SAMPLE-${one.order.slice(-3)}`;
  const compact = one.number.replace(/\W/g, '');
  const paper = (
    name: string,
    code: string,
    type: TypeName,
    [template, mediaType]: [string, string],
    daysAgo: number,
  ): SamplePaper => ({
    filename: `${name} ${number(code)} ${compact}${template.slice(template.lastIndexOf('.'))}`,
    type,
    team: type === 'Photo' ? 1 : 0,
    template,
    mediaType,
    number: number(code),
    container: one,
    daysAgo,
  });
  const shippedDaysAgo = Math.max(1, -one.exFactoryIn - 2);
  const billOfLading: [string, string] = [`bill-of-lading-${1 + (index % 2)}.pdf`, pdf];
  const packingList: [string, string] =
    index % 2 === 0 ? ['packing-list.csv', 'text/csv'] : ['packing-list-1.pdf', pdf];
  const received = one.steps[0];
  return [
    paper(
      'Commercial Invoice',
      'INV',
      'Commercial Invoice',
      [`commercial-invoice-${1 + (index % 2)}.pdf`, pdf],
      one.bookedDaysAgo - 3,
    ),
    // The late container misses its packing list, and the last booking has only the invoice.
    ...(one.exFactoryIn < -4 ? [paper('Bill of Lading', 'BL', 'Bill of Lading', billOfLading, shippedDaysAgo)] : []),
    ...(one.exFactoryIn < -4 && index > 1 && index < 6
      ? [paper('Packing List', 'PL', 'Packing List', packingList, shippedDaysAgo)]
      : []),
    ...(received
      ? [paper('Yard', 'IMG', 'Photo', [`yard-${1 + (index % 4)}.png`, 'image/png'], received.daysAgo)]
      : []),
  ];
}

/** The documents of all containers, oldest first. */
export const samplePapers: readonly SamplePaper[] = sampleContainers
  .flatMap(papersOf)
  .toSorted((one, other) => other.daysAgo - one.daysAgo);
