import { hashPassword } from '#server/access/password-hash.ts';
import type { Context } from '#server/context.ts';
import { searchForm } from '#shared/fold.ts';
import { demoPassword, people, teamNames, teams } from './company.ts';
import type { CompanyIds } from './company.ts';
import { insertContainer, insertCrowd } from './demo.queries.ts';
import { seededRandom } from './random.ts';
import { planContainers, defaultContainers } from './shipping-plan.ts';
import { daysBefore } from './timeline.ts';

const batchSize = 500;

const firstNames = people.map(({ name }) => name.split(' ')[0] as string);
const lastNames = people.map(({ name }) => name.split(' ').at(-1) as string);

/** Adds users with role 3 to every team, until there are `count` users. */
export async function fillCrowd({ db, clock }: Context, ids: CompanyIds, count: number): Promise<void> {
  const password_hash = await hashPassword(demoPassword);
  const memberAt = (index: number) => {
    const random = seededRandom(90_000 + index);
    const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`;
    const email = `colleague.${index}@northquay.example`;
    const team = teamNames[index % teamNames.length] as (typeof teamNames)[number];
    const row = {
      name,
      name_folded: searchForm(name),
      email,
      email_key: email,
      password_hash,
      role_id: 3,
      team_id: ids.teams[team],
      created_at: daysBefore(clock(), random.integer(1, 400)).toISOString(),
      last_login_at: null,
      deleted_at: null,
    };
    return { row, sees: teams[team].sees.map((seen) => ids.teams[seen]) };
  };
  for (let first = people.length; first < count; first += batchSize) {
    const batch = Array.from({ length: Math.min(batchSize, count - first) }, (_, step) => memberAt(first + step));
    await db.transaction().execute((tx) =>
      insertCrowd(
        tx,
        batch.map(({ row }) => row),
        batch.map(({ sees }) => sees),
      ),
    );
  }
}

/** Adds containers like the default ones, until there are `count`. */
export async function fillContainers({ db, clock }: Context, ids: CompanyIds, count: number): Promise<void> {
  for (let from = defaultContainers; from < count; from += batchSize) {
    const planned = planContainers(clock(), { from, to: Math.min(from + batchSize, count) });
    await db.transaction().execute(async (tx) => {
      for (const container of planned) await insertContainer(tx, container, ids);
    });
  }
}
