import type { FastifyRequest } from 'fastify';
import type { Area, Gate } from '#shared/access.ts';
import { isRead } from '#shared/endpoint.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import type { Context } from '../context.ts';
import { ignoreReadOnly } from '../database/dialect/errors.ts';
import { refusal } from '../refusal.ts';
import { findToken, touchToken } from './access.queries.ts';
import { callerOf, hashOf, newToken, recordUseAfterMs } from './caller.ts';
import type { Caller, RequestSession } from './caller.ts';
import { attemptsFrom, recordTry, refuseWhenThrottled } from './throttle.ts';

const texts = {
  wrong: 'This access token is not valid. It may be mistyped, expired or revoked. Make a new one on the account page.',
  tooMany: (wait: string) => `Too many wrong access tokens came from this address. Try again in ${wait}.`,
  never: 'An access token cannot make this call. Sign in to make it.',
  otherArea: (area: Area) => `This access token does not reach ${area}. Use a token for ${area}.`,
  onlyReads: 'This access token can only read. Use a token that may write.',
};

/** The beginning of every token, by which scanners of source code recognize one. */
const prefix = 'stowage_';

export const newAccessToken = (): string => `${prefix}${newToken()}`;

/**
 * Returns the access token of a request. The header of a proxy in front of the server may contain a token of another kind:
 * with a session cookie it is ignored.
 */
export function accessTokenOf({ headers }: FastifyRequest): string | undefined {
  const [, token] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return token?.startsWith(prefix) || headers.cookie === undefined ? token : undefined;
}

/**
 * Returns the caller of an access token, which needs neither cookies nor an anti-forgery token. Refuses a wrong token with
 * 401, and with 429 after too many of one address. Records the use of the token once a minute.
 */
export async function identifyByToken(
  ctx: Context,
  request: FastifyRequest,
  gate: Gate,
  token: string,
): Promise<RequestSession & { caller: Caller }> {
  const at = ctx.clock().toISOString();
  const row = token.length > 100 ? undefined : await findToken(ctx.db, hashOf(token), at);
  if (!row) return refuseToken(ctx, request.ip);
  if (row.last_used_at === null || Date.parse(at) - Date.parse(row.last_used_at) >= recordUseAfterMs) {
    await ignoreReadOnly(touchToken(ctx.db, row.token.id, { last_used_at: at, last_address: request.ip }));
  }
  const caller = callerOf(row, { address: request.ip, validAt: at, gate });
  return { token: undefined, tokenHash: undefined, caller };
}

/** A valid token is never refused because of wrong ones. */
async function refuseToken(ctx: Context, ip: string): Promise<never> {
  const attempts = attemptsFrom(ip, 'token', texts.tooMany);
  await refuseWhenThrottled(ctx, attempts);
  await ignoreReadOnly(recordTry(ctx, attempts));
  await ignoreReadOnly(ctx.recordWrongToken(ip));
  throw refusal.unauthenticated('token.invalid', texts.wrong);
}

/** Refuses with 403 a call that the access token of the caller does not allow. */
export function refuseBeyondToken(endpoint: Endpoint, area: Endpoint['area'], { token }: Caller): void {
  if (!token) return;
  const refused = (sentence: string) => refusal.forbidden('token.not_allowed', sentence);
  if (area === undefined || area === 'none') throw refused(texts.never);
  if (area !== 'any' && !token.areas.includes(area)) throw refused(texts.otherArea(area));
  if (!isRead(endpoint) && !token.canWrite) throw refused(texts.onlyReads);
}
