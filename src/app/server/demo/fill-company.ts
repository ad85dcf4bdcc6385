import { hashPassword } from '#server/access/password-hash.ts';
import type { Parts } from '#server/parts.ts';
import { demoPassword, people } from './company.ts';
import type { FileTypeName, Person, TeamName } from './company.ts';
import { fillFileTypes, fillPerson, fillTeams } from './demo.queries.ts';
import { diceOf } from './dice.ts';
import { daysBefore } from './timeline.ts';

/** What the company's names became in the database. */
export type CompanyIds = {
  teams: Record<TeamName, number>;
  fileTypes: Record<FileTypeName, number>;
  personId: (person: Person) => number;
};

/** Adds teams, file types and people to what the first start has made. */
export async function fillCompany(parts: Parts): Promise<CompanyIds> {
  const now = parts.clock();
  const foundedAt = daysBefore(now, 1_200).toISOString();
  const passwordHash = await hashPassword(demoPassword);
  const dice = diceOf(30);
  return parts.db.transaction().execute(async (tx) => {
    const teams = await fillTeams(tx, foundedAt);
    const fileTypes = await fillFileTypes(tx, foundedAt);
    const personIds = new Map<Person, number>();
    for (const person of people) {
      const sinceLogin = (person.leftDaysAgo ?? 0) + dice.roll() ** 3 * 30;
      const lastLoginAt = daysBefore(now, sinceLogin).toISOString();
      personIds.set(person, await fillPerson(tx, person, { teamIds: teams, passwordHash, now, lastLoginAt }));
    }
    return { teams, fileTypes, personId: (person) => personIds.get(person) as number };
  });
}
