import { hashPassword } from '#server/access/password-hash.ts';
import type { Parts } from '#server/parts.ts';
import { fold } from '#shared/fold.ts';
import { demoPassword, people, teamNames, teams } from './company.ts';
import { insertContainer, insertCrowd } from './demo.queries.ts';
import { diceOf } from './dice.ts';
import type { CompanyIds } from './fill-company.ts';
import { planContainers, usualContainers } from './shipping-plan.ts';
import { daysBefore } from './timeline.ts';

const atATime = 500;

const firstNames = people.map(({ name }) => name.split(' ')[0] as string);
const lastNames = people.map(({ name }) => name.split(' ').at(-1) as string);

/** Ordinary users of every team, until there are `count` people. */
export async function fillCrowd({ db, clock }: Parts, ids: CompanyIds, count: number): Promise<void> {
  const password_hash = await hashPassword(demoPassword);
  const memberAt = (place: number) => {
    const dice = diceOf(90_000 + place);
    const name = `${dice.pick(firstNames)} ${dice.pick(lastNames)}`;
    const email = `colleague.${place}@northquay.example`;
    const team = teamNames[place % teamNames.length] as (typeof teamNames)[number];
    const row = {
      name,
      name_folded: fold(name),
      email,
      email_key: email,
      password_hash,
      role_id: 3,
      team_id: ids.teams[team],
      created_at: daysBefore(clock(), dice.whole(1, 400)).toISOString(),
      last_login_at: null,
      deleted_at: null,
    };
    return { row, sees: teams[team].sees.map((seen) => ids.teams[seen]) };
  };
  for (let first = people.length; first < count; first += atATime) {
    const some = Array.from({ length: Math.min(atATime, count - first) }, (_, step) => memberAt(first + step));
    await db.transaction().execute((tx) =>
      insertCrowd(
        tx,
        some.map(({ row }) => row),
        some.map(({ sees }) => sees),
      ),
    );
  }
}

/** More containers like the usual ones, until there are `count`. */
export async function fillContainers({ db, clock }: Parts, ids: CompanyIds, count: number): Promise<void> {
  for (let from = usualContainers; from < count; from += atATime) {
    const planned = planContainers(clock(), { from, to: Math.min(from + atATime, count) });
    await db.transaction().execute(async (tx) => {
      for (const container of planned) await insertContainer(tx, container, ids.personId);
    });
  }
}
