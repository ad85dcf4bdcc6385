import { refusals } from '#features/files/core/files.texts.ts';
import { containerGone } from '#features/papers/container-labels.texts.ts';
import { findSeenContainer, mayOpenContainers } from '#features/papers/server/visible-containers.queries.ts';
import { teamExists } from '#features/teams/server/teams.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Db } from '#server/database/db.ts';
import { refusal } from '#server/refusal.ts';
import { fileViewer, teamsSeenBy } from '../core/visible-files.queries.ts';
import { linkToContainer } from './upload-links.queries.ts';

/** The team of the new files, by default that of the uploader, and a container to link them to. */
export type UploadTarget = { team_id?: number | null | undefined; container_id?: number | null | undefined };

/** Refuses with 422 a caller without a team. See docs/choices.md#team-of-a-file. */
export function refuseWithoutTeam(caller: Caller): number {
  if (caller.team_id === null) throw refusal.invalid('file.no_team', 'team_id', refusals.noTeam);
  return caller.team_id;
}

/**
 * Returns the team of the new files. Refuses with 422 a caller without a team, a team that does not exist, and one whose
 * files the caller does not see.
 */
export async function teamOfUpload(db: Db, caller: Caller, { team_id }: UploadTarget): Promise<number> {
  const own = refuseWithoutTeam(caller);
  const team = team_id ?? own;
  if (team !== own && !(await teamExists(db, team)))
    throw refusal.invalid('team.unknown', 'team_id', refusals.unknownTeam);
  if (teamsSeenBy(caller)?.includes(team) === false)
    throw refusal.invalid('file.move_denied', 'team_id', refusals.uploadOut);
  return team;
}

/**
 * Refuses an upload before the client sends any bytes: with 422 as `teamOfUpload`, with 403 a container for a caller without
 * the module of containers, and with 404 a container that does not exist or that the caller does not see.
 */
export async function refuseTarget(db: Db, caller: Caller, target: UploadTarget): Promise<void> {
  await teamOfUpload(db, caller, target);
  if (target.container_id === undefined || target.container_id === null) return;
  if (!(await mayOpenContainers(db, caller))) throw refusal.forbidden('permission.denied');
  if (!(await findSeenContainer(db, fileViewer(caller), target.container_id)))
    throw refusal.notFound('container.not_found', containerGone);
}

/**
 * Links uploaded files to the container of the upload, in the transaction that stores them. Returns false if the caller may
 * no longer do so: the files are stored without the link. Returns undefined if the upload has no container.
 */
export async function linkUploaded(
  write: Write<Caller>,
  { container_id: containerId }: UploadTarget,
  files: readonly { id: number; name: string }[],
): Promise<boolean | undefined> {
  if (containerId === undefined || containerId === null) return undefined;
  if (!(await mayOpenContainers(write.tx, write.by))) return false;
  return linkToContainer(write, fileViewer(write.by), { containerId, files });
}
