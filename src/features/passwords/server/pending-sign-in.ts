import { deleteEarlierSession, hashOf, newToken, setCookies } from '#server/access/caller.ts';
import type { RequestSession } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import type { Http } from '#server/http/mount.ts';
import { codeWithinMs } from '#shared/session-lengths.ts';
import { findPendingSignIn, insertPendingSignIn, takePendingSignIn } from './two-factor.queries.ts';

/**
 * Stores, under a new token, that the password of this user was correct and the code is pending. Ends the previous
 * session. The user is not signed in yet. Returns a function that sets both cookies, to be called after the commit.
 */
export async function startPendingSignIn(
  ctx: Pick<Context, 'db' | 'clock' | 'config' | 'appKey'>,
  http: Http,
  userId: number,
  remember: boolean,
): Promise<() => void> {
  await deleteEarlierSession(ctx, http.request);
  const token = newToken();
  await insertPendingSignIn(ctx.db, {
    token_hash: hashOf(token),
    user_id: userId,
    remembered: remember ? 1 : 0,
    expires_at: new Date(ctx.clock().getTime() + codeWithinMs).toISOString(),
  });
  return () => setCookies(ctx, http, token, undefined);
}

/**
 * Returns the pending two-factor sign-in of this session cookie, if any. `take()` consumes it and returns false if
 * another request did so first.
 */
export async function pendingSignInOf(ctx: Context, { token }: RequestSession) {
  if (!token) return undefined;
  const pending = await findPendingSignIn(ctx.db, hashOf(token), ctx.clock().toISOString());
  return (
    pending && {
      userId: pending.user_id,
      remember: pending.remembered === 1,
      name: pending.name,
      take: (tx: Db) => takePendingSignIn(tx, hashOf(token)),
    }
  );
}
