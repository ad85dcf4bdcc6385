import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { endSession } from '#server/access/caller.ts';
import type { Caller } from '#server/access/caller.ts';
import { transact } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Http } from '#server/http/mount.ts';

/** Ends the session on the server. */
export async function signOut(ctx: Context, caller: Caller, http: Http): Promise<void> {
  const clearCookies = await transact(ctx, caller, async (tx, write) => {
    const clear = await endSession({ ...ctx, db: tx }, http);
    await recordAudit(write, 'session.signed_out', {});
    write.outdated.userIds.add(caller.id);
    return clear;
  });
  clearCookies();
}
