import { dayMs } from '#shared/calendar.ts';
import { people } from './company.ts';
import type { Person, TeamName } from './company.ts';
import { containerNumber } from './container-numbers.ts';
import { diceOf, shuffled } from './dice.ts';
import type { Dice } from './dice.ts';
import { kinds } from './papers/kinds.ts';
import type { Kind } from './papers/kinds.ts';
import type { Paper } from './papers/paper.ts';
import { suppliers, vessels } from './suppliers.ts';
import { daysBefore, uploadMoment } from './timeline.ts';

/** A file as somebody brought it. */
export type Upload = { paper: Paper; kind: Kind; filename: string; team: TeamName; by: Person; at: Date };

// Every kind as often as its share says, mixed: so many files in a row hold every kind.
const deck = shuffled(
  kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind)),
  diceOf(20_260),
);

/** The upload at this place of `count`, oldest first; the same at every call. */
export function uploadAt(place: number, { count, now }: { count: number; now: Date }): Upload {
  const dice = diceOf(place);
  const kind = deck[place % deck.length] as Kind;
  const at = uploadMoment({ place, count, jitter: dice.roll() }, now);
  const { team, by } = uploader(kind, at, { dice, now });
  const paper = paperAt(place, { kind, at, dice });
  return { paper, kind, filename: kind.name(paper), team, by, at };
}

function paperAt(place: number, { kind, at, dice }: { kind: Kind; at: Date; dice: Dice }): Paper {
  const moment = daysBefore(at, dice.whole(0, 4)).toISOString();
  const serial = String(1_000 + place).padStart(5, '0');
  return {
    place,
    number: `${kind.code}-${moment.slice(2, 4)}${moment.slice(5, 7)}-${serial}`,
    supplier: dice.pick(suppliers),
    vessel: dice.pick(vessels),
    container: containerNumber(place),
    day: moment.slice(0, 10),
    edition: 1,
  };
}

function uploader(kind: Kind, at: Date, { dice, now }: { dice: Dice; now: Date }): { team: TeamName; by: Person } {
  const daysAgo = (now.getTime() - at.getTime()) / dayMs;
  const team = dice.pick(kind.teams);
  const there = people.filter(
    (person) => person.team === team && person.joinedDaysAgo > daysAgo && (person.leftDaysAgo ?? -1) < daysAgo,
  );
  return { team, by: dice.pick(there) };
}
