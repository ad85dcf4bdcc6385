import { overdueReason, storedStatuses } from '#features/containers/core/containers.rules.ts';
import type { DelayCategory } from '#features/containers/core/containers.rules.ts';
import { people } from './company.ts';
import type { Person } from './company.ts';
import { containerNumber } from './container-numbers.ts';
import { seededRandom } from './random.ts';
import type { Random } from './random.ts';
import { planDetails } from './shipping-details.ts';
import type { ShippingDetails } from './shipping-details.ts';
import { suppliers } from './suppliers.ts';
import { calendarDate, daysBefore } from './timeline.ts';

export type DelayEntry = {
  kind: 'pfi' | 'ex_factory';
  by: Person | undefined;
  reason: string;
  category: DelayCategory | null;
  overdueDate: string | null;
  at: Date;
};

export type PlannedContainer = {
  name: string;
  orderNumber: string;
  pfiDate: string;
  exFactoryDate: string;
  statusId: 1 | 2 | 3;
  createdBy: Person;
  checkedBy: Person | undefined;
  createdAt: Date;
  updatedAt: Date;
  delays: DelayEntry[];
  /** The PFI date at creation, and its later changes. */
  firstPfiDate: string;
  moves: { from: string; to: string; by: Person; at: Date }[];
  details: Omit<ShippingDetails, 'isAssigned'>;
  assignee: Person | undefined;
};

/** The number of containers in each state. `due`: the range of their PFI date, in days from today. */
const states: readonly {
  count: number;
  statusId: 1 | 2 | 3;
  due: [min: number, max: number];
  pfiDelays?: number;
  exFactoryDelays?: number;
  overdue?: boolean;
}[] = [
  { count: 9, statusId: 1, due: [2, 60] },
  { count: 1, statusId: 1, due: [0, 0] },
  { count: 3, statusId: 1, due: [4, 25], pfiDelays: 2 },
  { count: 3, statusId: 1, due: [10, 45], exFactoryDelays: 2 },
  { count: 1, statusId: 1, due: [6, 12], pfiDelays: 3, exFactoryDelays: 1 },
  { count: 4, statusId: 1, due: [-12, -1], overdue: true },
  { count: 1, statusId: 1, due: [-20, -14], overdue: true, pfiDelays: 2 },
  { count: 5, statusId: 2, due: [-30, -2] },
  { count: 2, statusId: 2, due: [-24, -6], pfiDelays: 1 },
  { count: 1, statusId: 2, due: [-24, -6], exFactoryDelays: 1 },
  { count: 8, statusId: 3, due: [-240, -30] },
  { count: 2, statusId: 3, due: [-120, -40], pfiDelays: 2, exFactoryDelays: 1 },
];

type Reason = [text: string, category: DelayCategory | null];

const pfiReasons: readonly Reason[] = [
  ['Pro forma invoice awaits the supplier’s bank details', 'documents'],
  ['Price of two articles under discussion', null],
  ['Letter of credit not opened yet', 'payment'],
  ['Supplier asked for one more week, peak season', 'supplier'],
  ['Quantity changed after the order was confirmed', 'supplier'],
  ['Vessel schedule changed, cut-off moved', 'carrier'],
];

const exFactoryReasons: readonly Reason[] = [
  ['Paint line stopped, four days', 'supplier'],
  ['Final inspection failed, rework of 30 cartons', 'quality'],
  ['Waiting for packing material', 'supplier'],
  ['Public holidays at the factory', null],
  ['No empty container at the depot', 'booking'],
];

const everyState = states.flatMap((state) => Array.from({ length: state.count }, () => state));

/** The number of containers of a demo without --containers. */
export const defaultContainers = everyState.length;

/** Plans the containers with these indexes, with the same shares of states as the default ones, sorted by creation. */
export function planContainers(now: Date, { from = 0, to = defaultContainers } = {}): PlannedContainer[] {
  const random = seededRandom(7_001 + from);
  return Array.from({ length: to - from }, (_, step) => from + step)
    .map((index) => {
      const state = everyState[index % everyState.length] as (typeof everyState)[number];
      const due = random.integer(...state.due);
      const createdDaysAgo = Math.max(random.integer(35, 60) - due, random.integer(5, 15));
      const pfiDate = calendarDate(now, due);
      const span: Span = { now, fromDaysAgo: createdDaysAgo, toDaysAgo: Math.max(0, -due) };
      const delays = [
        ...delaysOf('pfi', state.pfiDelays ?? 0, span, random),
        ...delaysOf('ex_factory', state.exFactoryDelays ?? 0, span, random),
        ...(state.overdue ? [overdueEntry(now, due)] : []),
      ].toSorted((one, other) => one.at.getTime() - other.at.getTime());
      const createdAt = daysBefore(now, createdDaysAgo);
      const movedAt = state.statusId === 1 ? createdAt : daysBefore(now, Math.max(0.1, -due - random.integer(0, 2)));
      const supplier = random.pick(suppliers);
      const number = containerNumber(index * 13 + 4);
      const exFactoryIn = due - random.integer(18, 40);
      const createdBy = random.pick(bookers);
      const { isAssigned, ...details } = planDetails(now, {
        index,
        number,
        supplier,
        due,
        exFactoryIn,
        statusId: state.statusId,
      });
      return {
        name: `${number} ${supplier.goods}`,
        orderNumber: `PO-${pfiDate.slice(2, 4)}${pfiDate.slice(5, 7)}-${String(410 + index * 3).padStart(5, '0')}`,
        pfiDate,
        exFactoryDate: calendarDate(now, exFactoryIn),
        statusId: state.statusId,
        createdBy,
        checkedBy: state.statusId === 1 ? undefined : random.pick(checkers),
        createdAt,
        updatedAt: new Date(Math.max(movedAt.getTime(), ...delays.map(({ at }) => at.getTime()))),
        delays,
        ...movesOf(delays, pfiDate, now, due),
        details,
        assignee: isAssigned ? createdBy : undefined,
      };
    })
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

/** Each PFI delay that a person logged moved the date by a few days. */
function movesOf(
  delays: DelayEntry[],
  pfiDate: string,
  now: Date,
  due: number,
): Pick<PlannedContainer, 'firstPfiDate' | 'moves'> {
  const byPeople = delays.filter((delay) => delay.kind === 'pfi' && delay.by !== undefined);
  const dates = byPeople.map((_, index) => calendarDate(now, due - 4 * (byPeople.length - index) - 1)).concat(pfiDate);
  const moves = byPeople.map(({ by, at }, index) => ({
    from: dates[index] ?? pfiDate,
    to: dates[index + 1] ?? pfiDate,
    by: by as Person,
    at: new Date(at.getTime() + 60_000),
  }));
  return { firstPfiDate: dates[0] ?? pfiDate, moves };
}

/** Returns the history of a container, in order of time, as rows of the table of events. */
export function containerHistory(container: PlannedContainer) {
  const received = container.statusId > 1 ? [[storedStatuses[1], storedStatuses[2]]] : [];
  const departed = container.statusId > 2 ? [[storedStatuses[2], storedStatuses[3]]] : [];
  const steps = [...received, ...departed];
  return [
    { what: 'created', new_value: storedStatuses[1], by: container.createdBy, at: container.createdAt },
    ...container.moves.map(({ from, to, by, at }) => ({
      what: 'pfi_date',
      old_value: from,
      new_value: to,
      by,
      at,
    })),
    ...container.delays.map(({ kind, by, reason, category, overdueDate, at }) => ({
      what: `delay_${kind}`,
      reason,
      category,
      overdue_date: overdueDate,
      by,
      at,
    })),
    ...steps.map(([old_value, new_value], index) => ({
      what: 'status',
      old_value,
      new_value,
      by: container.checkedBy,
      at: new Date(container.updatedAt.getTime() - (steps.length - 1 - index) * 3_600_000),
    })),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

const currentPeople = people.filter((person) => person.leftDaysAgo === undefined);
const managersOf = (team: string) => currentPeople.filter((person) => person.team === team && person.role !== 3);
const bookers = [...managersOf('Import Operations'), ...managersOf('Export Operations')];
const checkers = managersOf('Warehouse').concat(managersOf('Quality'));

type Span = { now: Date; fromDaysAgo: number; toDaysAgo: number };

/** Returns delays between the creation of the container and its date, or today. */
function delaysOf(
  kind: DelayEntry['kind'],
  count: number,
  { now, fromDaysAgo, toDaysAgo }: Span,
  random: Random,
): DelayEntry[] {
  const reasons = kind === 'pfi' ? pfiReasons : exFactoryReasons;
  const first = random.integer(0, reasons.length - 1);
  const step = (fromDaysAgo - toDaysAgo) / (count + 1);
  return Array.from({ length: count }, (_, index) => {
    const [reason, category] = reasons[(first + index) % reasons.length] as Reason;
    return {
      kind,
      by: random.pick(bookers),
      reason,
      category,
      overdueDate: null,
      at: daysBefore(now, fromDaysAgo - step * (index + 1) + random.next() * 0.3),
    };
  });
}

/** Returns the server's entry, seconds into the day after the date. */
function overdueEntry(now: Date, due: number): DelayEntry {
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() + due + 1, 0, 0, 40);
  return {
    kind: 'pfi',
    by: undefined,
    reason: overdueReason,
    category: null,
    overdueDate: calendarDate(now, due),
    at: at < now ? at : now,
  };
}
