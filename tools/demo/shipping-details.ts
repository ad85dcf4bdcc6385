import type { TeamName } from './company.ts';
import { seededRandom } from './random.ts';
import { vessels } from './suppliers.ts';
import type { Supplier } from './suppliers.ts';
import { calendarDate } from './timeline.ts';

const customers = [
  'Halvorsen Interiors',
  'Brinkmann Handels',
  'Maison Delacroix',
  'Lindqvist & Daughters',
  'Coldwater Stores',
];
const carriers = ['Blue Meridian Lines', 'Northern Loop Shipping', 'Trident Ocean Carriers'];

/** The costs of a day over free time. One carrier has none. */
export const carrierRates: Record<string, { day_rate: number; currency: string }> = {
  'Blue Meridian Lines': { day_rate: 80, currency: 'EUR' },
  'Trident Ocean Carriers': { day_rate: 95.5, currency: 'USD' },
};

/** The optional fields of a planned container. Parties are given by their names. */
export type ShippingDetails = {
  container_number: string;
  bl_number: string | null;
  booking_number: string | null;
  supplier: string;
  customer: string | null;
  carrier: string | null;
  vessel: string | null;
  voyage: string | null;
  pol: string | null;
  pod: string | null;
  etd: string | null;
  eta: string | null;
  atd: string | null;
  ata: string | null;
  last_free_day: string | null;
  empty_return_due: string | null;
  goods: string;
  packages: number | null;
  weight_kg: number | null;
  seal: string | null;
  /** Undefined: all users see it. */
  team: TeamName | undefined;
  isAssigned: boolean;
};

type Planned = {
  index: number;
  number: string;
  supplier: Supplier;
  due: number;
  exFactoryIn: number;
  statusId: number;
};

/**
 * Plans the optional fields. `due` and `exFactoryIn`: the PFI and the ex-factory date, in days from today. A container of
 * the near future has them all; one that is not yet booked has the supplier and the goods only.
 */
export function planDetails(
  now: Date,
  { index, number, supplier, due, exFactoryIn, statusId }: Planned,
): ShippingDetails {
  // Numbers of its own, so that the rest of the plan does not change.
  const random = seededRandom(90_001 + index);
  const isBooked = statusId > 1 || due < 40;
  const [etdIn, etaIn] = [exFactoryIn + random.integer(3, 6), due - random.integer(1, 3)];
  const dateIf = (isSo: boolean, days: number) => (isBooked && isSo ? calendarDate(now, days) : null);
  const serial = 40_000 + index * 37;
  return {
    container_number: number,
    bl_number: isBooked && etdIn < 0 ? `NLS${serial}${random.integer(10, 99)}` : null,
    booking_number: isBooked ? `BK-${serial}` : null,
    supplier: supplier.name,
    customer: random.next() < 0.7 ? random.pick(customers) : null,
    carrier: isBooked ? random.pick(carriers) : null,
    vessel: isBooked ? random.pick(vessels) : null,
    voyage: isBooked ? `${random.integer(201, 249)}${random.pick(['E', 'W'])}` : null,
    pol: supplier.portCode,
    pod: random.pick(['DEHAM', 'NLRTM', 'SEGOT']),
    etd: dateIf(true, etdIn),
    eta: dateIf(true, etaIn),
    atd: dateIf(etdIn < 0, etdIn),
    ata: dateIf(statusId > 1, etaIn),
    last_free_day: dateIf(etaIn < 14, etaIn + 7),
    empty_return_due: dateIf(etaIn < 14, etaIn + 14),
    goods: supplier.goods,
    packages: isBooked ? random.integer(80, 1_400) : null,
    weight_kg: isBooked ? random.integer(40, 260) * 100 : null,
    seal: isBooked && etdIn < 0 ? `SL${random.integer(100_000, 999_999)}` : null,
    team: index % 8 === 5 ? 'Export Operations' : undefined,
    isAssigned: random.next() < 0.7,
  };
}

/** The names of all parties that containers refer to. */
export const partyNames = (suppliers: readonly Supplier[]): string[] => [
  ...suppliers.map(({ name }) => name),
  ...customers,
  ...carriers,
];
