import { listTeams } from '#features/teams/server/teams.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import { listTeamFiles } from '../core/files.queries.ts';
import { teamsSeenBy } from '../core/visible-files.queries.ts';

/** Files in one query. More would delay other requests and use more memory. */
const filesAtATime = 200;

/**
 * Yields JSON of every team that the caller sees, with all its files. It is streamed, so that memory use does not
 * depend on its length.
 */
export async function* streamTeamsWithFiles(ctx: Context, caller: Caller): AsyncIterable<string> {
  const seen = teamsSeenBy(caller);
  let isFirstTeam = true;
  yield '[';
  for (const team of await listTeams(ctx.listDb)) {
    const onlyOwn = seen !== undefined && !seen.includes(team.id);
    let afterId = 0;
    let opened = false;
    for (;;) {
      const files = await listTeamFiles(ctx.listDb, {
        teamId: team.id,
        userId: onlyOwn ? caller.id : undefined,
        afterId,
        limit: filesAtATime,
      });
      // A team of which the caller sees only own uploads is listed only if there is such an upload.
      if (!opened && (!onlyOwn || files.length > 0)) {
        yield `${isFirstTeam ? '' : ','}${JSON.stringify(team).slice(0, -1)},"files":[`;
        opened = true;
        isFirstTeam = false;
      }
      if (files.length > 0) yield (afterId === 0 ? '' : ',') + files.map((one) => JSON.stringify(one)).join(',');
      if (files.length < filesAtATime) break;
      afterId = files.at(-1)?.id ?? afterId;
      // Lets other requests run: SQLite answers synchronously, so this loop never yields otherwise.
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (opened) yield ']}';
  }
  yield ']';
}
