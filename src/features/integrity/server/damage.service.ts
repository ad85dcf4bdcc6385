import { notifyManagers } from '#features/notifications/server/notifications.queries.ts';
import type { Problem } from '#server/blobs/examine-blob.ts';
import type { DamageRecords } from '#server/blobs/integrity-cache.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import type { Metrics } from '#server/metrics.ts';
import { notices } from '../integrity.texts.ts';
import { deleteDamage, insertDamage, listDamagedKeys, listNamesOfBlob } from './integrity.queries.ts';
import type { NamedBy } from './integrity.queries.ts';

type DamageContext = Pick<Context, 'db' | 'clock' | 'events'> & { metrics?: Metrics | undefined };

// Limits memory. A store with more damaged blobs has to be restored from a backup.
const maxListed = 10_000;

/** Storage for the integrity cache. Administrators and managers are notified of each newly damaged blob. */
export function damageRecords(ctx: DamageContext): DamageRecords {
  return {
    list: () => listDamagedKeys(ctx.db, maxListed),
    add: async (key, problem) => void (await recordDamage(ctx, { key, problem }, true)),
    remove: async (key) => void (await deleteDamage(ctx.db, [key])),
  };
}

/**
 * Records that a blob is damaged, and notifies roles 1 and 2 if this is new and `notify` is set. Returns the files with this
 * content. The list is empty if all of them were deleted in the meantime.
 */
async function recordDamage(
  { db, clock, events, metrics }: DamageContext,
  { key, problem }: { key: string; problem: Problem },
  notify: boolean,
): Promise<{ names: NamedBy[]; isNew: boolean }> {
  const at = clock().toISOString();
  const recorded = await db.transaction().execute(async (tx) => {
    const names = await listNamesOfBlob(tx, key);
    const [first] = names;
    if (!first) return { names, isNew: false, userIds: [] };
    const isNew = await insertDamage(tx, key, problem, at);
    return { names, isNew, userIds: isNew && notify ? await notifyOfOne(tx, first, problem, at) : [] };
  });
  if (recorded.isNew) metrics?.incrementDamages(problem);
  if (recorded.userIds.length > 0) events.publish({ topic: 'notifications', userIds: recorded.userIds });
  return recorded;
}

const phrases = { file: notices.file, trash: notices.inTrash, version: notices.version };

async function notifyOfOne(tx: Db, { filename, kind }: NamedBy, problem: Problem, at: string): Promise<number[]> {
  return notifyManagers(tx, [0], {
    title: notices.title[problem],
    message: notices.message[problem](phrases[kind](filename)),
    link: kind === 'trash' ? null : notices.link(filename),
    created_at: at,
  });
}

/** Sends one notification for all damaged blobs that had no notification of their own. */
async function notifyOfSeveral({ db, clock, events }: DamageContext, count: number): Promise<void> {
  const userIds = await db.transaction().execute((tx) =>
    notifyManagers(tx, [0], {
      title: notices.severalTitle,
      message: notices.severalMessage(count),
      link: null,
      created_at: clock().toISOString(),
    }),
  );
  events.publish({ topic: 'notifications', userIds });
}

// More single notifications would hide all other notifications of a recipient.
const maxSingleNotices = 10;

/** Collects the damage found by a verification. The first few have a notification each, the others one at the end. */
export type DamageReport = {
  add: (key: string, problem: Problem) => Promise<NamedBy[]>;
  end: () => Promise<void>;
};

export function reportDamage(ctx: DamageContext): DamageReport {
  let found = 0;
  return {
    async add(key, problem) {
      const { names, isNew } = await recordDamage(ctx, { key, problem }, found < maxSingleNotices);
      if (isNew) found += 1;
      return names;
    },
    async end() {
      if (found > maxSingleNotices) await notifyOfSeveral(ctx, found - maxSingleNotices);
    },
  };
}
