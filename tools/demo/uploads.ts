import { dayMs } from '#shared/calendar.ts';
import { people } from './company.ts';
import type { Person, TeamName } from './company.ts';
import { containerNumber } from './container-numbers.ts';
import { kinds } from './kinds.ts';
import type { Kind } from './kinds.ts';
import type { Paper } from './paper.ts';
import { seededRandom, shuffled } from './random.ts';
import type { Random } from './random.ts';
import { planContainers } from './shipping-plan.ts';
import { suppliers, vessels } from './suppliers.ts';
import { daysBefore, uploadMoment } from './timeline.ts';

/** One upload of a file. */
export type Upload = { paper: Paper; kind: Kind; filename: string; team: TeamName; by: Person; at: Date };

// Each kind as often as its share, shuffled. Any run of files as long as the list contains every kind.
const shuffledKinds = shuffled(
  kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind)),
  seededRandom(20_260),
);

/** Returns the upload with this index, of `count`, oldest first. The result is the same at every call. */
export function uploadAt(index: number, { count, now }: { count: number; now: Date }): Upload {
  const random = seededRandom(index);
  const kind = shuffledKinds[index % shuffledKinds.length] as Kind;
  const at = uploadMoment({ index, count, jitter: random.next() }, now);
  const { team, by } = uploader(kind, at, { random, now });
  const paper = paperAt(index, { kind, at, now, random });
  return { paper, kind, filename: kind.name(paper), team, by, at };
}

/**
 * The share of a supplier's papers that name one of its containers. The others name a container that does not exist
 * yet.
 */
const shareOfContainers = 0.6;

const plans = new WeakMap<Date, Map<string, string[]>>();

/** Returns the numbers of the containers by the name of their supplier. */
function numbersBySupplier(now: Date): Map<string, string[]> {
  const known = plans.get(now);
  if (known) return known;
  const bySupplier = new Map<string, string[]>();
  for (const { details } of planContainers(now)) {
    const { supplier, container_number } = details;
    bySupplier.set(supplier, [...(bySupplier.get(supplier) ?? []), container_number]);
  }
  plans.set(now, bySupplier);
  return bySupplier;
}

function containerOf(index: number, supplier: string, now: Date): string {
  // Numbers of its own, so that the other papers do not change.
  const random = seededRandom(900_001 + index);
  const numbers = numbersBySupplier(now).get(supplier) ?? [];
  return numbers.length > 0 && random.next() < shareOfContainers ? random.pick(numbers) : containerNumber(index);
}

function paperAt(index: number, { kind, at, now, random }: { kind: Kind; at: Date; now: Date; random: Random }): Paper {
  const moment = daysBefore(at, random.integer(0, 4)).toISOString();
  const serial = String(1_000 + index).padStart(5, '0');
  const supplier = random.pick(suppliers);
  return {
    index,
    number: `${kind.code}-${moment.slice(2, 4)}${moment.slice(5, 7)}-${serial}`,
    supplier,
    vessel: random.pick(vessels),
    container: containerOf(index, supplier.name, now),
    day: moment.slice(0, 10),
    edition: 1,
  };
}

function uploader(
  kind: Kind,
  at: Date,
  { random, now }: { random: Random; now: Date },
): { team: TeamName; by: Person } {
  const daysAgo = (now.getTime() - at.getTime()) / dayMs;
  const team = random.pick(kind.teams);
  const members = people.filter(
    (person) => person.team === team && person.joinedDaysAgo > daysAgo && (person.leftDaysAgo ?? -1) < daysAgo,
  );
  return { team, by: random.pick(members) };
}
