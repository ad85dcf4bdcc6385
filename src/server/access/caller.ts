import { hash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RoleId } from '#shared/access.ts';
import { codeWithinMs, idleSessionMs, rememberedSessionMs } from '#shared/session-lengths.ts';
import { unlessUnwritable } from '../database/portable.ts';
import { isHttps } from '../http/is-https.ts';
import type { Db, Parts } from '../parts.ts';
import { deleteSession, findSession, insertSession, touchSession } from './access.queries.ts';
import { antiForgeryToken } from './anti-forgery.ts';
import { findPendingSignIn, insertPendingSignIn, takePendingSignIn } from './two-factor.queries.ts';

/** The signed-in person who makes a call, as the database knows them at this moment. */
export type Caller = {
  id: number;
  name: string;
  email: string;
  role_id: RoleId;
  team_id: number | null;
  teams_can_view: number[];
  /** Where they call from, as TRUST_PROXY settles it. */
  address: string;
  /** Since when they sign in with a code as well. */
  two_factor_at: string | null;
};

/** What the cookies of a request say. */
export type Visit = {
  token: string | undefined;
  /** What the database knows the session by, when there is one. */
  tokenHash: string | undefined;
  /** When the password was last typed in this session. */
  confirmedAt?: string | undefined;
  caller: Caller | undefined;
};

export const sessionCookie = 'stowage_session';

/** Over HTTPS the browser itself holds that no other host or path has set it. XSRF-TOKEN keeps the name it is given. */
const sessionCookieOf = (parts: Pick<Parts, 'config'>, request: FastifyRequest) =>
  isHttps(parts.config, request) ? `__Host-${sessionCookie}` : sessionCookie;

const antiForgeryCookie = 'XSRF-TOKEN';

// 'Active' means used in the last 15 minutes; noting every use would make a write of every read.
const noteUseAfterMs = 60_000;

const hashOf = (token: string) => hash('sha256', token);

const newToken = () => randomBytes(32).toString('base64url');

/** Finds who is calling, by the session cookie, and notes the use of the session once a minute. */
export async function identify(parts: Parts, request: FastifyRequest): Promise<Visit> {
  const token = request.cookies[sessionCookieOf(parts, request)];
  if (!token || token.length > 100) return { token: undefined, tokenHash: undefined, caller: undefined };
  const now = parts.clock();
  const session = await findSession(parts.db, hashOf(token), now.toISOString());
  if (!session) return { token, tokenHash: undefined, caller: undefined };
  if (now.getTime() - Date.parse(session.last_used_at) >= noteUseAfterMs) {
    const expiresAt = session.remembered ? session.expires_at : idleEnd(now, session.created_at);
    await unlessUnwritable(touchSession(parts.db, session.token_hash, now.toISOString(), expiresAt));
  }
  const caller: Caller = {
    id: session.user_id,
    name: session.name,
    email: session.email,
    role_id: session.role_id,
    team_id: session.team_id,
    two_factor_at: session.two_factor_at,
    teams_can_view: session.teams_can_view,
    address: request.ip,
  };
  return { token, tokenHash: session.token_hash, confirmedAt: session.confirmed_at ?? undefined, caller };
}

/** A session that is used goes on, but for no longer than a remembered one. Source: ASVS 7.3.2. */
function idleEnd(now: Date, createdAt: string): string {
  const last = later(new Date(createdAt), rememberedSessionMs);
  const idle = later(now, idleSessionMs);
  return idle < last ? idle : last;
}

const later = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

/** Starts a session under a new token, ends the one before, and sets both cookies. The password was right a moment ago. */
export async function startSession(
  parts: Pick<Parts, 'db' | 'clock' | 'config' | 'appKey'>,
  http: { request: FastifyRequest; reply: FastifyReply },
  userId: number,
  remember: boolean,
): Promise<void> {
  const now = parts.clock();
  const earlier = http.request.cookies[sessionCookieOf(parts, http.request)];
  if (earlier) await deleteSession(parts.db, hashOf(earlier));
  const token = newToken();
  await insertSession(parts.db, {
    token_hash: hashOf(token),
    user_id: userId,
    created_at: now.toISOString(),
    last_used_at: now.toISOString(),
    expires_at: later(now, remember ? rememberedSessionMs : idleSessionMs),
    remembered: remember ? 1 : 0,
    address: http.request.ip,
    user_agent: http.request.headers['user-agent']?.slice(0, 400) ?? null,
    confirmed_at: now.toISOString(),
  });
  setCookies(parts, http, token, remember ? rememberedSessionMs / 1000 : undefined);
}

/** Remembers for some minutes, under a new token, whose password was right; ends the session before. Nobody is signed in by it. */
export async function awaitCode(
  parts: Pick<Parts, 'db' | 'clock' | 'config' | 'appKey'>,
  http: { request: FastifyRequest; reply: FastifyReply },
  userId: number,
  remember: boolean,
): Promise<void> {
  const earlier = http.request.cookies[sessionCookieOf(parts, http.request)];
  if (earlier) await deleteSession(parts.db, hashOf(earlier));
  const token = newToken();
  await insertPendingSignIn(parts.db, {
    token_hash: hashOf(token),
    user_id: userId,
    remembered: remember ? 1 : 0,
    expires_at: later(parts.clock(), codeWithinMs),
  });
  setCookies(parts, http, token, undefined);
}

/** Whose code is awaited from this visitor, if anybody's. `take` makes it worthless, and answers whether nobody was faster. */
export async function awaitedFrom(parts: Parts, { token }: Visit) {
  if (!token) return undefined;
  const pending = await findPendingSignIn(parts.db, hashOf(token), parts.clock().toISOString());
  return (
    pending && {
      userId: pending.user_id,
      remember: pending.remembered === 1,
      name: pending.name,
      take: (tx: Db) => takePendingSignIn(tx, hashOf(token)),
    }
  );
}

/** Ends the session on the server and takes both cookies back. */
export async function endSession(
  parts: Pick<Parts, 'db' | 'config'>,
  http: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const name = sessionCookieOf(parts, http.request);
  const token = http.request.cookies[name];
  if (token) await deleteSession(parts.db, hashOf(token));
  const options = cookieOptions(parts, http.request, undefined);
  http.reply.clearCookie(name, options);
  http.reply.clearCookie(antiForgeryCookie, options);
}

/** Gives a visitor a session cookie, when there is none yet, and the anti-forgery token that belongs to it. */
export function primeVisit(parts: Parts, http: { request: FastifyRequest; reply: FastifyReply }, visit: Visit): void {
  const token = visit.token ?? newToken();
  if (visit.token) setAntiForgeryCookie(parts, http, token, undefined);
  else setCookies(parts, http, token, undefined);
}

function setCookies(
  parts: Pick<Parts, 'config' | 'appKey'>,
  http: { request: FastifyRequest; reply: FastifyReply },
  token: string,
  maxAge: number | undefined,
): void {
  const options = cookieOptions(parts, http.request, maxAge);
  http.reply.setCookie(sessionCookieOf(parts, http.request), token, { ...options, httpOnly: true });
  setAntiForgeryCookie(parts, http, token, maxAge);
}

function setAntiForgeryCookie(
  parts: Pick<Parts, 'config' | 'appKey'>,
  http: { request: FastifyRequest; reply: FastifyReply },
  token: string,
  maxAge: number | undefined,
): void {
  http.reply.setCookie(
    antiForgeryCookie,
    antiForgeryToken(parts.appKey, token),
    cookieOptions(parts, http.request, maxAge),
  );
}

export function cookieOptions(parts: Pick<Parts, 'config'>, request: FastifyRequest, maxAge: number | undefined) {
  return {
    path: '/',
    sameSite: 'lax',
    secure: isHttps(parts.config, request),
    ...(maxAge === undefined ? {} : { maxAge }),
  } as const;
}
