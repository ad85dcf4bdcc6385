import { hashPassword } from '#server/access/password-hash.ts';
import type { Context } from '#server/context.ts';
import { demoPassword, people } from './company.ts';
import type { CompanyIds, Person } from './company.ts';
import { fillFileTypes, fillParties, fillPerson, fillTeams } from './demo.queries.ts';
import { seededRandom } from './random.ts';
import { partyNames } from './shipping-details.ts';
import { suppliers } from './suppliers.ts';
import { daysBefore } from './timeline.ts';

/** Adds teams, file types, people and parties to the database of the first start. */
export async function fillCompany(ctx: Context): Promise<CompanyIds> {
  const now = ctx.clock();
  const foundedAt = daysBefore(now, 1_200).toISOString();
  const passwordHash = await hashPassword(demoPassword);
  const random = seededRandom(30);
  return ctx.db.transaction().execute(async (tx) => {
    const teams = await fillTeams(tx, foundedAt);
    const fileTypes = await fillFileTypes(tx, foundedAt);
    const parties = await fillParties(tx, partyNames(suppliers), foundedAt);
    const personIds = new Map<Person, number>();
    for (const person of people) {
      const sinceLogin = (person.leftDaysAgo ?? 0) + random.next() ** 3 * 30;
      const lastLoginAt = daysBefore(now, sinceLogin).toISOString();
      personIds.set(person, await fillPerson(tx, person, { teamIds: teams, passwordHash, now, lastLoginAt }));
    }
    return {
      teams,
      fileTypes,
      personId: (person) => personIds.get(person) as number,
      partyId: (name) => parties.get(name) as number,
    };
  });
}
