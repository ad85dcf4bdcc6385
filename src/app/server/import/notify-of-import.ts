import { filesView } from '#features/files/list/files-view.rules.ts';
import { notifyViewersOfTeam } from '#features/notifications/server/notifications.queries.ts';
import { nameOfTeam } from '#features/teams/server/teams.queries.ts';
import type { Db } from '#server/database/db.ts';
import type { ImportUser } from './import.queries.ts';
import { texts } from './import.texts.ts';

/** Creates one notification for each team of the import, with a link to its folder. */
export async function notifyOfImport(
  tx: Db,
  { perTeam, user, into, at }: { perTeam: ReadonlyMap<number, number>; user: ImportUser; into: string; at: string },
): Promise<void> {
  for (const [teamId, count] of perTeam) {
    const link = `/files?${filesView.write({ ...filesView.initial, teamId, folder: into }).toString()}`;
    const message = texts.notice(count, user.name, await nameOfTeam(tx, teamId));
    await notifyViewersOfTeam(tx, teamId, user.id, { title: texts.noticeTitle, message, link, created_at: at });
  }
}
