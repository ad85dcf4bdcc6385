import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { notices } from '#features/containers/core/containers.texts.ts';
import { deleteContainersForGood, setDeleted } from '#features/containers/server/core/container-trash.queries.ts';
import { deleteFileType } from '#features/file-types/server/file-types.queries.ts';
import { findFile, trashFile } from '#features/files/server/core/files.queries.ts';
import { deleteForGood } from '#features/files/server/trash/trash.queries.ts';
import { everything } from '#features/papers/server/visible-containers.queries.ts';
import { deleteTeam, findTeamUsage } from '#features/teams/server/teams.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactLocked } from '#server/access/transact-as.ts';
import { recordBlobs } from '#server/blobs/record-blobs.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { lockNumberOf, lockPartyNames, lockPartyNamesToChange, lockRow } from '#server/database/dialect/locks.ts';
import { saveSetting } from '#server/database/settings.queries.ts';
import { refusal } from '#server/refusal.ts';
import type { Sample } from '../sample.contract.ts';
import { refusals } from '../sample.texts.ts';
import { insertSample, stagePapers } from './insert-sample.service.ts';
import {
  deleteNotificationsTo,
  deleteSampleIds,
  deleteUnusedParties,
  findSampleIds,
  hasFilesOrContainers,
  isFileTypeUsed,
  sampleSetting,
} from './sample.queries.ts';

export async function findSample(db: Db): Promise<Sample> {
  const ids = await findSampleIds(db);
  return ids
    ? { added_at: ids.added_at, may_add: false }
    : { added_at: null, may_add: !(await hasFilesOrContainers(db)) };
}

async function refuseUnlessEmpty(db: Db): Promise<void> {
  if (await findSampleIds(db)) throw refusal.conflict('sample.exists', refusals.exists);
  if (await hasFilesOrContainers(db)) throw refusal.conflict('sample.not_empty', refusals.notEmpty);
}

/**
 * Adds the sample company in one transaction. Only an installation without files and containers takes it, so that it
 * never mixes with real records by mistake.
 */
export async function addSample(ctx: Context, caller: Caller): Promise<Sample> {
  await refuseUnlessEmpty(ctx.db);
  const now = ctx.clock();
  const added_at = now.toISOString();
  const staged = await stagePapers(ctx, now);
  const blobs = staged.map(({ blob }) => blob);
  await recordBlobs(ctx, blobs, () =>
    transactLocked(ctx, caller, lockPartyNames, async (tx, write) => {
      // The same lock as for a new team, so that a second call waits and is refused then.
      await lockNumberOf(tx, 'teams');
      await refuseUnlessEmpty(tx);
      const ids = await insertSample(tx, caller, now, staged);
      await saveSetting(tx, sampleSetting, JSON.stringify(ids));
      await recordAudit(write, 'records.sample_added', {});
    }),
  );
  return { added_at, may_add: false };
}

/** Deletes everything of the sample company for good, except what other records use. */
export async function removeSample(ctx: Context, caller: Caller): Promise<void> {
  // A supplier that another user chooses at the same time stays.
  await transactLocked(ctx, caller, lockPartyNamesToChange, async (tx, write) => {
    const { at } = write;
    await lockNumberOf(tx, 'teams');
    const ids = await findSampleIds(tx);
    if (!ids) throw refusal.notFound('sample.not_found', refusals.gone);
    for (const id of ids.files) {
      const file = await findFile(tx, id);
      if (file) await trashFile(tx, file, { userId: caller.id, at });
    }
    await deleteForGood(tx, ids.files, at);
    for (const id of ids.containers) await setDeleted(tx, everything, id, { deleted_at: at, deleted_by: caller.id });
    await deleteContainersForGood(tx, ids.containers);
    await deleteNotificationsTo(tx, ids.containers.map(notices.link));
    await deleteUnusedParties(tx, ids.parties);
    for (const id of ids.file_types) {
      await lockRow(tx, 'file_types', id);
      if (!(await isFileTypeUsed(tx, id))) await deleteFileType(tx, id);
    }
    for (const id of ids.teams) {
      await lockRow(tx, 'teams', id);
      const usage = await findTeamUsage(tx, id);
      if (usage && usage.files + usage.trashed + usage.members + usage.containers === 0) await deleteTeam(tx, id);
    }
    await deleteSampleIds(tx);
    await recordAudit(write, 'records.sample_removed', {});
  });
}
