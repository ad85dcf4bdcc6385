import { countRows } from '#server/database/count-rows.ts';
import type { Db } from '#server/database/db.ts';
import { named } from '#server/database/dialect/named.ts';
import { maxTeams } from '#shared/limits.ts';
import type { Team, TeamInput } from '../teams.contract.ts';

const columns = ['id', 'name', 'description'] as const;

const allTeams = named('teams', (db) =>
  db
    .selectFrom('teams')
    .select(columns)
    .orderBy((eb) => eb.fn('lower', ['name']))
    .orderBy('id')
    .limit(maxTeams),
);

export const listTeams = (db: Db): Promise<Team[]> => allTeams(db, {});

export async function teamExists(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('teams').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export async function findTeam(db: Db, id: number): Promise<Team | undefined> {
  return db.selectFrom('teams').select(columns).where('id', '=', id).executeTakeFirst();
}

const teamName = named('team name', (db, { id }: { id: number }) =>
  db.selectFrom('teams').select('name').where('id', '=', id),
);

/** Returns the name of an existing team. Throws for an unknown id. */
export async function nameOfTeam(db: Db, id: number): Promise<string> {
  const [team] = await teamName(db, { id });
  if (!team) throw new Error(`team ${id} is not there`);
  return team.name;
}

export async function countTeams(db: Db): Promise<number> {
  return countRows(db.selectFrom('teams'));
}

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

/** Returns the deleted team. The database leaves its members without a team. */
export const deleteTeam = (db: Db, id: number) =>
  db.deleteFrom('teams').where('id', '=', id).returning(['id', 'name']).executeTakeFirstOrThrow();

/** Every team with the number of its files outside the trash and of its members. */
const withCounts = (db: Db) =>
  db
    .selectFrom('teams')
    .select('id')
    .select((eb) => [
      eb
        .selectFrom('file_counts')
        .select((of) => of.fn.coalesce(of.fn.sum<number>('files'), of.lit(0)).as('files'))
        .where('span', '=', 'a')
        .whereRef('team_id', '=', 'teams.id')
        .$asScalar()
        .$notNull()
        .as('files'),
      eb
        .selectFrom('users')
        .select((of) => of.fn.countAll<number>().as('members'))
        .where('deleted_at', 'is', null)
        .whereRef('team_id', '=', 'teams.id')
        .$asScalar()
        .$notNull()
        .as('members'),
    ]);

export const listTeamCounts = (db: Db) => withCounts(db).orderBy('id').limit(maxTeams).execute();

/** Counts also the files of a team in the trash, and its containers, in the trash or not. Undefined: there is no such team. */
export async function findTeamUsage(db: Db, id: number) {
  const counts = await withCounts(db).where('id', '=', id).executeTakeFirst();
  if (!counts) return undefined;
  const trashed = await countRows(db.selectFrom('files').where('trashed_at', 'is not', null).where('team_id', '=', id));
  return { ...counts, trashed, containers: await countRows(db.selectFrom('containers').where('team_id', '=', id)) };
}

/** Returns the names of these teams by id. An unknown id has no entry. */
export async function namesOfTeams(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('teams')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}
