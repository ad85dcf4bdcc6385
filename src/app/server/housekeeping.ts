import { deleteEndedSessions, deleteOldLoginFailures } from '#server/access/access.queries.ts';
import type { Parts } from '#server/parts.ts';
import { throttle } from '#shared/session-lengths.ts';

const everyMs = 60 * 60 * 1000;

/** Removes what has ended by age, at start and every hour. Returns what stops it, after letting it finish. */
export function startHousekeeping(parts: Parts): () => Promise<void> {
  const tidy = () =>
    removeEnded(parts).catch((error: unknown) =>
      parts.log.warn(error, 'housekeeping failed; it is tried again in an hour'),
    );
  let running = tidy();
  const timer = setInterval(() => {
    running = tidy();
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Sessions past their end, and sign-in failures that no longer count. */
async function removeEnded({ db, clock }: Parts): Promise<void> {
  const now = clock();
  await deleteEndedSessions(db, now.toISOString());
  await deleteOldLoginFailures(db, new Date(now.getTime() - throttle.windowMs).toISOString());
}
