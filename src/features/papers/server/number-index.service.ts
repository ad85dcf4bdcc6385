import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '#server/context.ts';
import { lockRows } from '#server/database/dialect/locks.ts';
import { readSetting, saveSetting } from '#server/database/settings.queries.ts';
import { numbersVersion } from '../numbers.rules.ts';
import {
  indexContainers,
  indexFiles,
  listContainerIds,
  listFileIds,
  listNamedFiles,
  renewOwnNumbers,
  takeNumbers,
} from './number-index.queries.ts';
import { updateWaits } from './number-links.queries.ts';

/** The version of the numbers that are indexed. */
export const indexedSetting = 'numbers_indexed';

const batchSize = 100;

/**
 * Indexes and links the containers and the names of files that came with a backup or that were stored by an older version.
 * The extraction job does the same for the texts.
 */
export async function indexStored({ db, clock }: Pick<Context, 'db' | 'clock'>, signal: AbortSignal): Promise<void> {
  if ((await readSetting(db, indexedSetting)) === String(numbersVersion)) return;
  const inBatches = async (list: typeof listFileIds, index: (ids: number[]) => Promise<unknown>) => {
    for (let after = 0; !signal.aborted;) {
      const ids = await list(db, after, batchSize);
      if (ids.length > 0) await index(ids);
      if (ids.length < batchSize) return;
      after = ids.at(-1) as number;
      await nextTurn();
    }
  };
  const at = clock().toISOString();
  await inBatches(listFileIds, (ids) =>
    db.transaction().execute(async (tx) => {
      await lockRows(tx, 'files', ids, 'change');
      await indexFiles(tx, await listNamedFiles(tx, ids), at);
    }),
  );
  await inBatches(listContainerIds, (ids) =>
    db.transaction().execute(async (tx) => {
      await lockRows(tx, 'containers', ids, 'change');
      await renewOwnNumbers(tx, ids);
      await indexContainers(tx, ids, at);
      // Contents that an older version has read are not read again for this mark.
      await updateWaits(tx, await takeNumbers(tx, ids));
    }),
  );
  if (!signal.aborted) await saveSetting(db, indexedSetting, String(numbersVersion));
}
