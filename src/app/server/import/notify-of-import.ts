import { filesView } from '#features/files/list/files-view.rules.ts';
import { notifyViewersOfTeam } from '#features/notifications/server/notifications.queries.ts';
import { nameOfTeam } from '#features/teams/server/teams.queries.ts';
import type { Write } from '#server/access/transact-as.ts';
import { texts } from './import.texts.ts';
import type { ImportUser } from './sort-candidates.ts';

/** Creates one notification for each team of the import, with a link to its folder. */
export async function notifyOfImport(
  write: Write,
  { perTeam, user, into }: { perTeam: ReadonlyMap<number, number>; user: ImportUser; into: string },
): Promise<void> {
  for (const [teamId, count] of perTeam) {
    const link = `/files?${filesView.write({ ...filesView.initial, teamId, folder: into }).toString()}`;
    const message = texts.notice(count, user.name, await nameOfTeam(write.tx, teamId));
    await notifyViewersOfTeam(write, teamId, user.id, { title: texts.noticeTitle, message, link });
  }
}
