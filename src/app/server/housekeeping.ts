import { deleteOldLoginFailures } from '#features/session/server/session.queries.ts';
import { throttle } from '#features/session/session.rules.ts';
import { deleteEndedSessions } from '#server/access/access.queries.ts';
import type { Parts } from '#server/parts.ts';

const everyMs = 60 * 60 * 1000;

/** Removes what has ended by age, at start and every hour. Returns what stops it. */
export function startHousekeeping(parts: Parts): () => void {
  const tidy = () =>
    removeEnded(parts).catch((error: unknown) =>
      parts.log.warn(error, 'housekeeping failed; it is tried again in an hour'),
    );
  void tidy();
  const timer = setInterval(() => void tidy(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Sessions past their end, and sign-in failures that no longer count. */
async function removeEnded({ db, clock }: Parts): Promise<void> {
  const now = clock();
  await deleteEndedSessions(db, now.toISOString());
  await deleteOldLoginFailures(db, new Date(now.getTime() - throttle.windowMs).toISOString());
}
