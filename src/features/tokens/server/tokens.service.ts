import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { notifyUsers } from '#features/notifications/server/notifications.queries.ts';
import { listTeams } from '#features/teams/server/teams.queries.ts';
import { newAccessToken } from '#server/access/access-token.ts';
import { hashOf } from '#server/access/caller.ts';
import type { Caller } from '#server/access/caller.ts';
import { refuseUnconfirmed } from '#server/access/gate.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { lockRow } from '#server/database/dialect/locks.ts';
import type { Http } from '#server/http/mount.ts';
import { refusal } from '#server/refusal.ts';
import { roles } from '#shared/access.ts';
import { dayMs } from '#shared/calendar.ts';
import type { AnswerOf, ParsedInputOf } from '#shared/endpoint.ts';
import type { Token, tokensContract } from '../tokens.contract.ts';
import { maxTokensListed, maxTokensOfUser } from '../tokens.rules.ts';
import { notices, refusals, rightsOf } from '../tokens.texts.ts';
import { deleteToken, insertToken, listTokensOf, listTokensOfAll } from './tokens.queries.ts';

type Calls = typeof tokensContract;

export const listOwnTokens = (ctx: Context, caller: Caller): Promise<Token[]> =>
  listTokensOf(ctx.db, caller.id, ctx.clock().toISOString());

export const listAllTokens = (ctx: Context, { after, limit = maxTokensListed }: ParsedInputOf<Calls['everyone']>) =>
  listTokensOfAll(ctx.db, ctx.clock().toISOString(), { after, limit });

/**
 * Makes a token, after the caller has confirmed their password. Refuses with 422 a team that does not exist, and a token above
 * the number that one user may have.
 */
export async function createToken(
  ctx: Context,
  caller: Caller,
  http: Http,
  { days, team_ids = null, areas, ...input }: ParsedInputOf<Calls['create']>,
): Promise<AnswerOf<Calls['create']>> {
  refuseUnconfirmed(ctx, http);
  if (team_ids && areas.includes('users'))
    throw refusal.invalid('validation.failed', 'team_ids', refusals.usersOfAllTeams);
  const secret = newAccessToken();
  return transactAs(ctx, caller, async (tx, write) => {
    await lockRow(tx, 'users', caller.id);
    if ((await listTokensOf(tx, caller.id, write.at)).length >= maxTokensOfUser)
      throw refusal.invalid('token.too_many', 'name', refusals.tooMany);
    const teams = new Map((await listTeams(tx)).map(({ id, name }) => [id, name]));
    if (team_ids?.some((id) => !teams.has(id))) throw refusal.invalid('team.unknown', 'team_ids', refusals.unknownTeam);
    const token = await insertToken(tx, {
      ...input,
      areas: [...new Set(areas)],
      team_ids: team_ids && [...new Set(team_ids)],
      user_id: caller.id,
      token_hash: hashOf(secret),
      created_at: write.at,
      expires_at: new Date(Date.parse(write.at) + days * dayMs).toISOString(),
    });
    const detail = rightsOf(token, (id) => teams.get(id) ?? '');
    await recordAudit(write, 'token.created', { id: token.id, name: token.name, detail });
    return { ...token, token: secret };
  });
}

/** Refuses with 404 a token of another user, unless the caller is an administrator. The owner is told about that. */
export async function revokeToken(ctx: Context, caller: Caller, id: number): Promise<void> {
  await transactAs(ctx, caller, async (tx, write) => {
    const { by } = write;
    const token = await deleteToken(tx, id, by.role_id === roles.administrator ? undefined : by.id);
    if (!token) throw refusal.notFound('token.not_found', refusals.gone);
    await recordAudit(write, 'token.revoked', token);
    if (token.user_id === by.id) return;
    const notice = { title: notices.revokedTitle, message: notices.revoked(by.name, token.name) };
    await notifyUsers(write, [token.user_id], { ...notice, link: '/change-password', event: 'account' });
  });
}
