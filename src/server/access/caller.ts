import { hash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Gate, RoleId } from '#shared/access.ts';
import { idleSessionMs, rememberedSessionMs } from '#shared/session-lengths.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/db.ts';
import { ignoreReadOnly } from '../database/dialect/errors.ts';
import {
  deleteSession,
  findActiveUser,
  findSession,
  findToken,
  insertSession,
  touchSession,
} from './access.queries.ts';
import type { AccessToken, CallerRow } from './access.queries.ts';
import { antiForgeryToken } from './anti-forgery.ts';
import { isHttps } from './is-https.ts';

/** The signed-in user who makes a call, as read from the database for this request. */
export type Caller = {
  id: number;
  name: string;
  email: string;
  role_id: RoleId;
  team_id: number | null;
  teams_can_view: number[];
  /** The client's address, determined with TRUST_PROXY. */
  address: string;
  /** The time since when the user signs in with a second factor. Null: without. */
  two_factor_at: string | null;
  /** Whether the provider of single sign-on has signed the user in. Second factors are its task then. */
  by_provider: boolean;
  /** The session in which the call is made, or the hash of its access token, and the time at which it was valid. */
  session: { tokenHash: string; validAt: string };
  /** Set if a program makes the call with an access token. */
  token?: AccessToken;
  /** Set if a job acts for the user, without a session. */
  byJob?: true;
  /** The gate that admitted the call. `transactAs` checks it again. */
  gate: Gate;
};

/** The session data of a request, read from its cookies. */
export type RequestSession = {
  token: string | undefined;
  /** The primary key of the session in the database, if the session exists. */
  tokenHash: string | undefined;
  /** The last time the password was entered in this session. */
  confirmedAt?: string | undefined;
  caller: Caller | undefined;
};

type Exchange = { request: FastifyRequest; reply: FastifyReply };

export const sessionCookie = 'stowage_session';

/**
 * Over HTTPS, the prefix `__Host-` makes the browser reject this cookie from another host or path. XSRF-TOKEN keeps its
 * name.
 */
const sessionCookieOf = (ctx: Pick<Context, 'config'>, request: FastifyRequest) =>
  isHttps(ctx.config, request) ? `__Host-${sessionCookie}` : sessionCookie;

const antiForgeryCookie = 'XSRF-TOKEN';

// A user is active if the session was used in the last 15 minutes. Recording every use would add a write to every read.
export const recordUseAfterMs = 60_000;

export const hashOf = (token: string) => hash('sha256', token);

export const newToken = () => randomBytes(32).toString('base64url');

/**
 * Returns the session and the caller of the session cookie, for a call that has this gate. Records the use of the
 * session once a minute.
 */
export async function identify(ctx: Context, request: FastifyRequest, gate: Gate): Promise<RequestSession> {
  const token = request.cookies[sessionCookieOf(ctx, request)];
  if (!token || token.length > 100) return { token: undefined, tokenHash: undefined, caller: undefined };
  const now = ctx.clock();
  const session = await findSession(ctx.db, hashOf(token), now.toISOString());
  if (!session) return { token, tokenHash: undefined, caller: undefined };
  if (now.getTime() - Date.parse(session.last_used_at) >= recordUseAfterMs) {
    const expiresAt = session.remembered ? session.expires_at : idleEnd(now, session.created_at);
    await ignoreReadOnly(touchSession(ctx.db, session.token_hash, now.toISOString(), expiresAt));
  }
  const caller = callerOf(session, { address: request.ip, validAt: now.toISOString(), gate });
  return { token, tokenHash: session.token_hash, confirmedAt: session.confirmed_at ?? undefined, caller };
}

export function callerOf(row: CallerRow, call: { address: string; validAt: string; gate: Gate }): Caller {
  const { token_hash, user_id, name, email, role_id, team_id, two_factor_at, teams_can_view, token } = row;
  const { address, validAt, gate } = call;
  const by_provider = row.by_provider === 1;
  const user = { id: user_id, name, email, role_id, team_id, two_factor_at, by_provider, teams_can_view };
  return { ...user, address, session: { tokenHash: token_hash, validAt }, gate, ...(token && { token }) };
}

/**
 * Reads the caller again. Returns undefined if the session was ended or the access token revoked meanwhile, which a new
 * password, a suspension and a deletion do as well. One that only expires during a call stays valid for it.
 */
export async function readCallerAgain(
  db: Db,
  { id, session: { tokenHash, validAt }, address, gate, token, byJob }: Caller,
): Promise<Caller | undefined> {
  if (byJob) return callerByJob(db, id, gate);
  const row = await (token ? findToken : findSession)(db, tokenHash, validAt);
  return row && callerOf(row, { address, validAt, gate });
}

/** Returns a user for whom a job acts, with the rights of this moment, or undefined if the user may not sign in. */
export async function callerByJob(db: Db, userId: number, gate: Gate): Promise<Caller | undefined> {
  const row = await findActiveUser(db, userId);
  return row && { ...callerOf(row, { address: '', validAt: '', gate }), byJob: true };
}

/** Each use extends a session, but not beyond the length of a remembered one. Source: ASVS 7.3.2. */
function idleEnd(now: Date, createdAt: string): string {
  const last = later(new Date(createdAt), rememberedSessionMs);
  const idle = later(now, idleSessionMs);
  return idle < last ? idle : last;
}

const later = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

/** Deletes the session of the cookie, if there is one. */
export async function deleteEarlierSession(
  ctx: Pick<Context, 'db' | 'config'>,
  request: FastifyRequest,
): Promise<void> {
  const token = request.cookies[sessionCookieOf(ctx, request)];
  if (token) await deleteSession(ctx.db, hashOf(token));
}

/** The session at the provider of single sign-on. */
export type ProviderSession = { sid: string | null };

/**
 * Starts a session under a new token and ends the previous one. Call it only after the password was verified, or the answer of the provider. Returns a
 * function that sets both cookies, to be called after the commit.
 */
export async function startSession(
  ctx: Pick<Context, 'db' | 'clock' | 'config' | 'appKey'>,
  http: Exchange,
  userId: number,
  remember: boolean,
  provider?: ProviderSession,
): Promise<() => void> {
  const now = ctx.clock();
  await deleteEarlierSession(ctx, http.request);
  const token = newToken();
  await insertSession(ctx.db, {
    token_hash: hashOf(token),
    user_id: userId,
    created_at: now.toISOString(),
    last_used_at: now.toISOString(),
    expires_at: later(now, remember ? rememberedSessionMs : idleSessionMs),
    remembered: remember ? 1 : 0,
    address: http.request.ip,
    user_agent: http.request.headers['user-agent']?.slice(0, 400) ?? null,
    confirmed_at: now.toISOString(),
    by_provider: provider ? 1 : 0,
    provider_sid: provider?.sid ?? null,
  });
  return () => setCookies(ctx, http, token, remember ? rememberedSessionMs / 1000 : undefined);
}

/**
 * Deletes the session from the database. Returns a function that clears both cookies, to be called after the commit.
 */
export async function endSession(ctx: Pick<Context, 'db' | 'config'>, http: Exchange): Promise<() => void> {
  await deleteEarlierSession(ctx, http.request);
  return () => {
    const options = cookieOptions(ctx, http.request, undefined);
    http.reply.clearCookie(sessionCookieOf(ctx, http.request), options);
    http.reply.clearCookie(antiForgeryCookie, options);
  };
}

/** Sets a session cookie if there is none yet, and the anti-forgery token of the session. */
export function primeSession(ctx: Context, http: Exchange, session: RequestSession): void {
  const token = session.token ?? newToken();
  if (session.token) setAntiForgeryCookie(ctx, http, token, undefined);
  else setCookies(ctx, http, token, undefined);
}

export function setCookies(
  ctx: Pick<Context, 'config' | 'appKey'>,
  http: Exchange,
  token: string,
  maxAge: number | undefined,
): void {
  const options = cookieOptions(ctx, http.request, maxAge);
  http.reply.setCookie(sessionCookieOf(ctx, http.request), token, { ...options, httpOnly: true });
  setAntiForgeryCookie(ctx, http, token, maxAge);
}

function setAntiForgeryCookie(
  ctx: Pick<Context, 'config' | 'appKey'>,
  { request, reply }: Exchange,
  token: string,
  maxAge: number | undefined,
): void {
  reply.setCookie(antiForgeryCookie, antiForgeryToken(ctx.appKey, token), cookieOptions(ctx, request, maxAge));
}

function cookieOptions(ctx: Pick<Context, 'config'>, request: FastifyRequest, maxAge: number | undefined) {
  return {
    path: '/',
    sameSite: 'lax',
    secure: isHttps(ctx.config, request),
    ...(maxAge === undefined ? {} : { maxAge }),
  } as const;
}
