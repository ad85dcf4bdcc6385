import { dayMs } from '#shared/calendar.ts';
import { people } from './company.ts';
import type { Person, TeamName } from './company.ts';
import { containerNumber } from './container-numbers.ts';
import { kinds } from './kinds.ts';
import type { Kind } from './kinds.ts';
import type { Paper } from './paper.ts';
import { seededRandom, shuffled } from './random.ts';
import type { Random } from './random.ts';
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
  const paper = paperAt(index, { kind, at, random });
  return { paper, kind, filename: kind.name(paper), team, by, at };
}

function paperAt(index: number, { kind, at, random }: { kind: Kind; at: Date; random: Random }): Paper {
  const moment = daysBefore(at, random.integer(0, 4)).toISOString();
  const serial = String(1_000 + index).padStart(5, '0');
  return {
    index,
    number: `${kind.code}-${moment.slice(2, 4)}${moment.slice(5, 7)}-${serial}`,
    supplier: random.pick(suppliers),
    vessel: random.pick(vessels),
    container: containerNumber(index),
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
