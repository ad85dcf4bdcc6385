import { notifyManagers } from '#features/notifications/server/notifications.queries.ts';
import type { DamageRecords } from '#server/blobs/blob-watch.ts';
import type { Problem } from '#server/blobs/examine-blob.ts';
import type { Metrics } from '#server/metrics.ts';
import type { Db, Parts } from '#server/parts.ts';
import { notices } from '../integrity.texts.ts';
import { deleteDamage, insertDamage, listDamagedKeys, listNamesOfBlob } from './integrity.queries.ts';
import type { NamedBy } from './integrity.queries.ts';

type Told = Pick<Parts, 'db' | 'clock' | 'events'> & { metrics?: Metrics | undefined };

// So many in a store that nobody looks at a list of them any more.
const mostListed = 10_000;

/** Where the server's watch keeps damage; each new one is told of. */
export function damageRecords(told: Told): DamageRecords {
  return {
    list: () => listDamagedKeys(told.db, mostListed),
    add: async (key, problem) => void (await noteDamage(told, { key, problem }, true)),
    remove: async (key) => void (await deleteDamage(told.db, [key])),
  };
}

/** Keeps that a blob is damaged; if that is new and `tell` says so, roles 1 and 2 hear of it. Answers whose content it is: nobody's when it was deleted meanwhile. */
async function noteDamage(
  { db, clock, events, metrics }: Told,
  { key, problem }: { key: string; problem: Problem },
  tell: boolean,
): Promise<{ names: NamedBy[]; isNew: boolean }> {
  const at = clock().toISOString();
  const noted = await db.transaction().execute(async (tx) => {
    const names = await listNamesOfBlob(tx, key);
    const [first] = names;
    if (!first) return { names, isNew: false, userIds: [] };
    const isNew = await insertDamage(tx, key, problem, at);
    return { names, isNew, userIds: isNew && tell ? await tellOfOne(tx, first, problem, at) : [] };
  });
  if (noted.isNew) metrics?.noteDamage(problem);
  if (noted.userIds.length > 0) events.tell({ topic: 'notifications', userIds: noted.userIds });
  return noted;
}

const sayings = { file: notices.file, trash: notices.inTrash, version: notices.version };

async function tellOfOne(tx: Db, { filename, kind }: NamedBy, problem: Problem, at: string): Promise<number[]> {
  return notifyManagers(tx, [0], {
    title: notices.title[problem],
    message: notices.message[problem](sayings[kind](filename)),
    link: kind === 'trash' ? null : notices.link(filename),
    created_at: at,
  });
}

/** One notice for all that were not told of one by one. */
async function tellOfMore({ db, clock, events }: Told, count: number): Promise<void> {
  const userIds = await db.transaction().execute((tx) =>
    notifyManagers(tx, [0], {
      title: notices.severalTitle,
      message: notices.severalMessage(count),
      link: null,
      created_at: clock().toISOString(),
    }),
  );
  events.tell({ topic: 'notifications', userIds });
}

// A store that is damaged all over would bury everything else that people are told of.
const toldOneByOne = 10;

/** What a walk over many blobs reports to; the first few are told of one by one, the others together at its end. */
export type DamageReport = {
  add: (key: string, problem: Problem) => Promise<NamedBy[]>;
  end: () => Promise<void>;
};

export function reportDamage(told: Told): DamageReport {
  let found = 0;
  return {
    async add(key, problem) {
      const { names, isNew } = await noteDamage(told, { key, problem }, found < toldOneByOne);
      if (isNew) found += 1;
      return names;
    },
    async end() {
      if (found > toldOneByOne) await tellOfMore(told, found - toldOneByOne);
    },
  };
}
