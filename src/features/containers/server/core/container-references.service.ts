import { partyFields } from '#features/containers/core/container-fields.rules.ts';
import { fieldRefusals } from '#features/containers/core/container-fields.texts.ts';
import type { Value } from '#features/containers/core/field-changes.rules.ts';
import { teamsSeenBy } from '#features/files/server/core/visible-files.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Db } from '#server/database/db.ts';
import { refusal } from '#server/refusal.ts';
import type { Undo } from '../bulk/container-bulk.queries.ts';
import { namesOf, namesOfActiveUsers } from './container-references.queries.ts';
import type { OptionalValues } from './containers.queries.ts';
import type { References } from './field-differences.ts';

const numbers = (values: readonly (Value | undefined)[]) => [
  ...new Set(values.filter((value) => typeof value === 'number')),
];

/**
 * Refuses with 422 a party, a person or a team that does not exist, and a team whose containers the caller does not see.
 * `planned` are parties that a preview would create.
 */
export async function readReferences(
  tx: Db,
  caller: Caller,
  change: OptionalValues,
  planned: ReadonlyMap<number, string> = new Map(),
): Promise<References> {
  const given = numbers(partyFields.map((field) => change[field])).filter((id) => !planned.has(id));
  const parties = new Map([...planned, ...(await namesOf(tx, 'parties', given))]);
  for (const field of partyFields) {
    const id = change[field];
    if (typeof id === 'number' && !parties.has(id))
      throw refusal.invalid('party.unknown', field, fieldRefusals.unknownParty);
  }
  const { assignee_id, team_id } = change;
  const users = await namesOfActiveUsers(tx, numbers([assignee_id]));
  if (typeof assignee_id === 'number' && !users.has(assignee_id))
    throw refusal.invalid('user.unknown', 'assignee_id', fieldRefusals.unknownAssignee);
  const teams = await namesOf(tx, 'teams', numbers([team_id]));
  if (typeof team_id === 'number') {
    if (!teams.has(team_id)) throw refusal.invalid('team.unknown', 'team_id', fieldRefusals.unknownTeam);
    const seen = teamsSeenBy(caller);
    if (seen && !seen.includes(team_id))
      throw refusal.invalid('container.team_not_visible', 'team_id', fieldRefusals.teamNotVisible);
  }
  return { parties, users, teams };
}

/** The names of everything that earlier values refer to. Teams and parties that were deleted since are left out. */
export async function referencesOf(tx: Db, all: readonly Undo[]): Promise<References> {
  const idsOf = (fields: readonly (keyof Undo['columns'])[]) =>
    numbers(all.flatMap(({ columns }) => fields.map((field) => columns[field])));
  return {
    parties: await namesOf(tx, 'parties', idsOf(partyFields)),
    users: await namesOf(tx, 'users', idsOf(['assignee_id'])),
    teams: await namesOf(tx, 'teams', idsOf(['team_id'])),
  };
}
