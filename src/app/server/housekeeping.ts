import { pruneAudit, sealAll } from '#features/audit/server/chain.service.ts';
import { overdueCheckEveryMs } from '#features/containers/containers.rules.ts';
import { crossDates, emptyContainerTrash } from '#features/containers/server/containers.service.ts';
import { emptyTrash, pruneVersions, sweepDoomedBlobs } from '#features/files/server/trash.service.ts';
import { removeEndedUploads } from '#features/files/server/uploads.service.ts';
import { nightlyCheckEveryMs } from '#features/integrity/integrity.rules.ts';
import { verifyByNight } from '#features/integrity/server/nightly.service.ts';
import {
  deleteBeyondNewest,
  deleteOldNotifications,
  listLaden,
} from '#features/notifications/server/notifications.queries.ts';
import { makeReader } from '#features/readings/server/reader.ts';
import { readWaiting } from '#features/readings/server/readings.service.ts';
import { deleteEndedSessions, deleteOldLoginFailures } from '#server/access/access.queries.ts';
import { forgetFileChanges } from '#server/database/portable.ts';
import type { Parts } from '#server/parts.ts';
import { dayMs } from '#shared/calendar.ts';
import { throttle } from '#shared/session-lengths.ts';
import { startRounds } from './rounds.ts';

const hourMs = 60 * 60 * 1000;

/** What was read three months ago is not looked for in a list of the newest 50. Our choice. */
const readNoticesDays = 90;

/** Of each person, whether they read them or not: the list shows the newest 50. */
const mostNotices = 200;

/** A picture that was just sent has its thumbnail about this much later; looking costs one short question. */
const lookForUnreadEveryMs = 2_000;

/** What is noted is sealed about this much later; looking costs one short question. */
const sealEveryMs = 1_000;

/** What the server does by itself. Returns what stops it, after letting it finish. */
export function startHousekeeping(all: Parts): () => Promise<void> {
  // What it finds it acts upon, and must not find again what it has just done.
  const parts = { ...all, reader: all.latest };
  const stopping = new AbortController();
  const reader = makeReader();
  const stops = [
    startRounds(parts, { name: 'housekeeping', everyMs: hourMs, round: removeEnded }),
    startRounds(parts, { name: 'marking overdue containers', everyMs: overdueCheckEveryMs, round: crossDates }),
    startRounds(parts, {
      name: 'sealing the audit log',
      everyMs: sealEveryMs,
      // Each looks for itself, and only one at a time seals.
      isShared: true,
      round: async () => void (await sealAll(parts.db)),
    }),
    startRounds(parts, {
      name: 'checking the stored files',
      everyMs: nightlyCheckEveryMs,
      round: () => verifyByNight(parts, stopping.signal),
    }),
    startRounds(parts, {
      name: 'reading the stored files',
      everyMs: lookForUnreadEveryMs,
      isShared: true,
      round: () => readWaiting(parts, reader, stopping.signal),
    }),
  ];
  return async () => {
    stopping.abort();
    reader.stop();
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Sessions past their end, sign-in failures that no longer count, notices read long ago, uploads that were not finished, what has lain in the trash for long enough, what the audit log no longer keeps. */
export async function removeEnded(parts: Parts): Promise<void> {
  const { db, clock } = parts;
  const now = clock();
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  await deleteEndedSessions(db, now.toISOString());
  await deleteOldLoginFailures(db, before(throttle.windowMs));
  await removeEndedUploads(parts);
  await emptyTrash(parts);
  await pruneVersions(parts);
  await sweepDoomedBlobs(parts);
  await batchByBatch((limit) => deleteOldNotifications(db, before(readNoticesDays * dayMs), limit));
  for (const userId of await listLaden(db, mostNotices)) await deleteBeyondNewest(db, userId, mostNotices);
  await emptyContainerTrash(parts);
  await pruneAudit(parts);
  await batchByBatch((limit) => forgetFileChanges(db, limit));
}

/** In pieces, so that nobody waits long for a write. */
async function batchByBatch(remove: (limit: number) => Promise<number>): Promise<void> {
  const atATime = 500;
  while ((await remove(atATime)) >= atATime);
}
