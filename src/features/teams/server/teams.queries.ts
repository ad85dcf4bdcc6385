import { keptQuestion } from '#server/database/kept-question.ts';
import type { Db } from '#server/parts.ts';
import { mostTeams } from '#shared/limits.ts';
import type { Team, TeamInput } from '../teams.contract.ts';

const columns = ['id', 'name', 'description'] as const;

export async function listTeams(db: Db): Promise<Team[]> {
  return db
    .selectFrom('teams')
    .select(columns)
    .orderBy((eb) => eb.fn('lower', ['name']))
    .orderBy('id')
    .limit(mostTeams)
    .execute();
}

export async function teamExists(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('teams').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export async function findTeam(db: Db, id: number): Promise<Team | undefined> {
  return db.selectFrom('teams').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Of a team that is known to be there. */
export async function nameOfTeam(db: Db, id: number): Promise<string> {
  const [team] = await askName(db, id);
  if (!team) throw new Error(`team ${id} is not there`);
  return team.name;
}

const askName = keptQuestion((db, id: number) => db.selectFrom('teams').select('name').where('id', '=', id));

export async function insertTeam(db: Db, { name, description }: TeamInput, at: string): Promise<Team> {
  return db
    .insertInto('teams')
    .values({ name, description: description ?? null, created_at: at })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function changeTeam(db: Db, id: number, { name, description }: TeamInput): Promise<Team | undefined> {
  return db
    .updateTable('teams')
    .set({ name, description: description ?? null })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
}

/** Answers the team that was there. Its members are left without a team by the database. */
export async function deleteTeam(db: Db, id: number): Promise<{ id: number; name: string } | undefined> {
  return db.deleteFrom('teams').where('id', '=', id).returning(['id', 'name']).executeTakeFirst();
}

export type TeamUsage = { files: number; trashed: number; members: number };

/** What belongs to a team: its files, those in the trash, its people. */
export async function countTeamUsage(db: Db, id: number): Promise<TeamUsage> {
  const { files } = await db
    .selectFrom('file_tally')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('files'), eb.lit(0)).as('files'))
    .where('span', '=', 'a')
    .where('team_id', '=', id)
    .executeTakeFirstOrThrow();
  const { trashed } = await db
    .selectFrom('files')
    .select((eb) => eb.fn.countAll<number>().as('trashed'))
    .where('trashed_at', 'is not', null)
    .where('team_id', '=', id)
    .executeTakeFirstOrThrow();
  const { members } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('members'))
    .where('team_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { files, trashed, members };
}
