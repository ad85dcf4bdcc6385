import { readIds } from '#server/access/access.queries.ts';
import type { Db } from '#server/database/db.ts';
import { pageById } from '#server/database/page-of.ts';
import type { Page } from '#server/database/page-of.ts';
import type { Area } from '#shared/access.ts';
import type { Token } from '../tokens.contract.ts';
import { maxTokensOfUser } from '../tokens.rules.ts';

type Row = Omit<Token, 'can_write' | 'areas' | 'team_ids'> & {
  can_write: number;
  areas: string;
  team_ids: string | null;
};

const columns = [
  'access_tokens.id',
  'access_tokens.name',
  'access_tokens.can_write',
  'access_tokens.areas',
  'access_tokens.team_ids',
  'access_tokens.created_at',
  'access_tokens.expires_at',
  'access_tokens.last_used_at',
  'access_tokens.last_address',
] as const;

const asToken = <R extends Row>({ can_write, areas, team_ids, ...row }: R) => ({
  ...row,
  can_write: can_write === 1,
  areas: areas.split(',') as Area[],
  team_ids: team_ids === null ? null : readIds(team_ids),
});

export async function listTokensOf(db: Db, userId: number, now: string): Promise<Token[]> {
  const rows = await db
    .selectFrom('access_tokens')
    .select(columns)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(maxTokensOfUser)
    .execute();
  return rows.map(asToken);
}

/** Returns a page of the valid tokens of all users who exist. */
export async function listTokensOfAll(db: Db, now: string, page: Page<number>) {
  const all = db
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .select(columns)
    .select(['users.id as user_id', 'users.name as user_name'])
    .where('access_tokens.expires_at', '>', now)
    .where('users.deleted_at', 'is', null);
  const { rows, next } = await pageById(all, 'access_tokens.id', page);
  const tokens = rows.map(({ user_id, user_name, ...row }) => ({
    ...asToken(row),
    user: { id: user_id, name: user_name },
  }));
  return { tokens, next };
}

type NewToken = Omit<Token, 'id' | 'last_used_at' | 'last_address'> & { user_id: number; token_hash: string };

export async function insertToken(tx: Db, { can_write, areas, team_ids, ...token }: NewToken): Promise<Token> {
  const row = { ...token, can_write: can_write ? 1 : 0, areas: areas.join(','), team_ids: team_ids?.join(',') ?? null };
  return asToken(await tx.insertInto('access_tokens').values(row).returning(columns).executeTakeFirstOrThrow());
}

/** Deletes a token, of this user if one is named. Returns its name and its owner. */
export const deleteToken = (tx: Db, id: number, userId: number | undefined) =>
  tx
    .deleteFrom('access_tokens')
    .where('id', '=', id)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId as number))
    .returning(['id', 'name', 'user_id'])
    .executeTakeFirst();
