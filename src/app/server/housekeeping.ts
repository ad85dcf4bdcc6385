import { deleteOldNotifications } from '#features/notifications/server/notifications.queries.ts';
import { deleteEndedSessions, deleteOldLoginFailures } from '#server/access/access.queries.ts';
import type { Parts } from '#server/parts.ts';
import { throttle } from '#shared/session-lengths.ts';

const everyMs = 60 * 60 * 1000;

// Our choice: what was read three months ago is not looked for in a list of the newest 50.
const keepReadForMs = 90 * 24 * 60 * 60 * 1000;

// Other calls are answered between two of these.
const deletedAtOnce = 1_000;

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

/** Sessions past their end, sign-in failures that no longer count, and notifications read long ago. */
async function removeEnded({ db, clock }: Parts): Promise<void> {
  const now = clock();
  await deleteEndedSessions(db, now.toISOString());
  await deleteOldLoginFailures(db, new Date(now.getTime() - throttle.windowMs).toISOString());
  const readBefore = new Date(now.getTime() - keepReadForMs).toISOString();
  while ((await deleteOldNotifications(db, readBefore, deletedAtOnce)) === deletedAtOnce);
}
