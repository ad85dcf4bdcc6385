import { listTeams } from '#features/teams/server/teams.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Parts } from '#server/parts.ts';
import { teamsSeenBy } from './files-scope.ts';
import { listTeamFiles } from './files.queries.ts';

/** Files read at a time: enough to be quick, few enough that other calls get their turn and memory stays flat. */
const filesAtATime = 200;

/** JSON of every team the caller sees with all its files, written while it is read, so that its length does not matter. */
export async function* streamTeamsWithFiles(parts: Parts, caller: Caller): AsyncIterable<string> {
  const seen = teamsSeenBy(caller);
  let isFirstTeam = true;
  yield '[';
  for (const team of await listTeams(parts.reader)) {
    const onlyOwn = seen !== undefined && !seen.includes(team.id);
    let afterId = 0;
    let opened = false;
    for (;;) {
      const files = await listTeamFiles(parts.reader, {
        teamId: team.id,
        userId: onlyOwn ? caller.id : undefined,
        afterId,
        limit: filesAtATime,
      });
      // A team of which the caller sees nothing but what they uploaded is listed only if there is such a file.
      if (!opened && (!onlyOwn || files.length > 0)) {
        yield `${isFirstTeam ? '' : ','}${JSON.stringify(team).slice(0, -1)},"files":[`;
        opened = true;
        isFirstTeam = false;
      }
      if (files.length > 0) yield (afterId === 0 ? '' : ',') + files.map((one) => JSON.stringify(one)).join(',');
      if (files.length < filesAtATime) break;
      afterId = files.at(-1)?.id ?? afterId;
      // Lets other calls in between; the database answers at once and would never yield by itself.
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (opened) yield ']}';
  }
  yield ']';
}
