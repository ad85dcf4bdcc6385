import { system } from '#features/audit/audit.rules.ts';
import { notifyManagers } from '#features/notifications/server/notifications.queries.ts';
import { transact } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Problem } from '#server/blobs/examine-blob.ts';
import type { DamageRecords } from '#server/blobs/integrity-cache.ts';
import type { Context } from '#server/context.ts';
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
  ctx: DamageContext,
  { key, problem }: { key: string; problem: Problem },
  notify: boolean,
): Promise<{ names: NamedBy[]; isNew: boolean }> {
  const recorded = await transact(ctx, system, async (tx, write) => {
    const names = await listNamesOfBlob(tx, key);
    const [first] = names;
    if (!first) return { names, isNew: false };
    const isNew = await insertDamage(tx, key, problem, write.at);
    if (isNew && notify) await notifyOfOne(write, first, problem);
    return { names, isNew };
  });
  if (recorded.isNew) ctx.metrics?.incrementDamages(problem);
  return recorded;
}

const phrases = { file: notices.file, trash: notices.inTrash, version: notices.version };

async function notifyOfOne(write: Write, { filename, kind }: NamedBy, problem: Problem): Promise<void> {
  await notifyManagers(write, [0], {
    title: notices.title[problem],
    message: notices.message[problem](phrases[kind](filename)),
    link: kind === 'trash' ? null : notices.link(filename),
  });
}

/** Sends one notification for all damaged blobs that had no notification of their own. */
async function notifyOfSeveral(ctx: DamageContext, count: number): Promise<void> {
  await transact(ctx, system, (_, write) =>
    notifyManagers(write, [0], {
      title: notices.severalTitle,
      message: notices.severalMessage(count),
      link: null,
    }),
  );
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
