import type { Db } from '#server/parts.ts';
import { mostTeams } from '#shared/limits.ts';
import type { Team } from '../teams.contract.ts';

export async function listTeams(db: Db): Promise<Team[]> {
  return db
    .selectFrom('teams')
    .select(['id', 'name', 'description'])
    .orderBy((eb) => eb.fn('lower', ['name']))
    .orderBy('id')
    .limit(mostTeams)
    .execute();
}
