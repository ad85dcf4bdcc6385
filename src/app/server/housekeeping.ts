import { overdueCheckEveryMs, trashDays } from '#features/containers/containers.rules.ts';
import { purgeTrash } from '#features/containers/server/containers.queries.ts';
import { crossDates } from '#features/containers/server/containers.service.ts';
import { nightlyCheckEveryMs } from '#features/integrity/integrity.rules.ts';
import { verifyByNight } from '#features/integrity/server/nightly.service.ts';
import { deleteEndedSessions, deleteOldLoginFailures } from '#server/access/access.queries.ts';
import type { Parts } from '#server/parts.ts';
import { throttle } from '#shared/session-lengths.ts';
import { startRounds } from './rounds.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** What the server does by itself. Returns what stops it, after letting it finish. */
export function startHousekeeping(parts: Parts): () => Promise<void> {
  const stopping = new AbortController();
  const stops = [
    startRounds(parts, { name: 'housekeeping', everyMs: hourMs, round: removeEnded }),
    startRounds(parts, { name: 'marking overdue containers', everyMs: overdueCheckEveryMs, round: crossDates }),
    startRounds(parts, {
      name: 'checking the stored files',
      everyMs: nightlyCheckEveryMs,
      round: () => verifyByNight(parts, stopping.signal),
    }),
  ];
  return async () => {
    stopping.abort();
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Sessions past their end, sign-in failures that no longer count, and what has lain in the trash for long enough. */
async function removeEnded({ db, clock }: Parts): Promise<void> {
  const now = clock();
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  await deleteEndedSessions(db, now.toISOString());
  await deleteOldLoginFailures(db, before(throttle.windowMs));
  await batchByBatch((limit) => purgeTrash(db, before(trashDays * dayMs), limit));
}

/** In pieces, so that nobody waits long for a write. */
async function batchByBatch(remove: (limit: number) => Promise<number>): Promise<void> {
  const atATime = 500;
  while ((await remove(atATime)) >= atATime);
}
