import { listTeams } from '#features/teams/server/teams.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Db } from '#server/database/db.ts';
import { emailKey } from '#server/email-key.ts';
import { inTurns } from '#server/event-loop-yield.ts';
import { refusal } from '#server/refusal.ts';
import { mayActOn, roleNames, roles } from '#shared/access.ts';
import type { RoleId } from '#shared/access.ts';
import { cleanLine } from '#shared/clean-line.ts';
import { fold } from '#shared/fold.ts';
import type { CheckedUser, UserRow, UsersImport } from '../users-import.contract.ts';
import { roleNamed, teamsIn } from '../users-import.rules.ts';
import { usersImportTexts as texts } from '../users-import.texts.ts';
import { email as emailField, name as nameField } from '../users.contract.ts';
import type { User } from '../users.contract.ts';
import { assignableRoles, mayChangeTeam, mayChooseViewedTeams } from '../users.rules.ts';
import { refusals } from '../users.texts.ts';
import { listByEmail } from './users.queries.ts';

/** The values of a row. Undefined: the cell is empty or has no column. */
export type UserValues = {
  name: string | undefined;
  email: string;
  role_id: RoleId;
  team_id: number | undefined;
  views: number[] | undefined;
};

/** A row with its effect. `user` is the one with the e-mail address. */
export type PlannedUser = CheckedUser & { user: User | undefined; values: UserValues };

type Teams = {
  /** Finds a team by its name, else by its id. */
  named: (text: string) => number | undefined;
  /** Finds a team by its id, else by its name. */
  identified: (text: string) => number | undefined;
  nameOf: (id: number | null | undefined) => string | null;
};

/** Compares the rows with the users, by the rights of the caller. */
export async function planUsersImport(db: Db, caller: Caller, input: UsersImport): Promise<PlannedUser[]> {
  const teams = teamsOf(await listTeams(db));
  if (input.team_id !== undefined && teams.nameOf(input.team_id) === null)
    throw refusal.invalid('team.unknown', 'team_id', refusals.unknownTeam);
  const keys = input.rows.map(({ email }) => emailKey(email ?? ''));
  const users = new Map((await listByEmail(db, [...new Set(keys)])).map((user) => [emailKey(user.email), user]));
  const rowOf = new Map<string, number>();
  const all: PlannedUser[] = [];
  for await (const [index, row] of inTurns(input.rows.entries())) {
    const key = keys[index] as string;
    const planned = planRow(caller, input, row, { user: users.get(key), teams });
    const earlier = planned.state === 'wrong' ? undefined : rowOf.get(key);
    if (planned.state !== 'wrong') rowOf.set(key, earlier ?? row.row);
    all.push(earlier === undefined ? planned : { ...planned, state: 'duplicate', problems: [texts.sameAs(earlier)] });
  }
  return all;
}

function teamsOf(all: readonly { id: number; name: string }[]): Teams {
  const byId = new Map(all.map(({ id, name }) => [id, name]));
  // One cell may name a hundred teams, so the teams are not compared one by one.
  const byName = Map.groupBy(all, ({ name }) => name);
  const byFoldedName = Map.groupBy(all, ({ name }) => fold(name));
  const withId = (text: string) => (/^\d{1,9}$/.test(text) && byId.has(Number(text)) ? Number(text) : undefined);
  const named = (text: string) => {
    const found = byName.get(text) ?? byFoldedName.get(fold(text));
    return found ? (found.length === 1 ? found[0]?.id : undefined) : withId(text);
  };
  return {
    named,
    identified: (text) => withId(text) ?? named(text),
    nameOf: (id) => byId.get(id ?? 0) ?? null,
  };
}

function planRow(
  caller: Caller,
  input: UsersImport,
  row: UserRow,
  { user, teams }: { user: User | undefined; teams: Teams },
): PlannedUser {
  const { values, problems } = readRow(row, teams, user === undefined ? input.team_id : undefined);
  const base = {
    row: row.row,
    label: [values.name ?? user?.name, values.email].filter(Boolean).join(' · '),
    user,
    values,
  };
  const wrong = (...more: string[]) => ({
    ...base,
    state: 'wrong' as const,
    changes: [],
    problems: [...problems, ...more],
  });
  if (problems.length > 0) return wrong();
  const { name, email, role_id, team_id, views } = values;
  if (!user) {
    if (name === undefined) return wrong(refusals.nameRequired);
    if (!assignableRoles(caller.role_id).includes(role_id)) return wrong(texts.roleAboveYours(roleNames[role_id]));
    if (team_id === undefined) return wrong(texts.noTeamGiven);
    const fields = [
      ['name', name],
      ['email', email],
      ['role', roleNames[role_id]],
      ['team', teams.nameOf(team_id)],
      ['views', viewsText(teams, views ?? [])],
    ] as const;
    const changes = fields.flatMap(([field, to]) => (to ? [{ field, from: null, to }] : []));
    return { ...base, state: 'new', changes, problems };
  }
  if (input.existing === 'skip') return { ...base, state: 'there', changes: [], problems: [texts.there] };
  if ((row.role ?? '').trim() !== '' && role_id !== user.role_id) return wrong(texts.roleDiffers(user.role.role_name));
  const isOwnViews = (user.teams_can_view ?? []).toSorted(byNumber).join() === (views ?? []).toSorted(byNumber).join();
  const changes: CheckedUser['changes'] = [
    // Earlier versions stored characters that a cell loses.
    ...(name !== undefined && name !== cleanLine(user.name)
      ? [{ field: 'name' as const, from: user.name, to: name }]
      : []),
    ...(team_id !== undefined && team_id !== user.team_id
      ? [{ field: 'team' as const, from: teams.nameOf(user.team_id), to: teams.nameOf(team_id) }]
      : []),
    ...(views !== undefined && !isOwnViews
      ? [{ field: 'views' as const, from: viewsText(teams, user.teams_can_view), to: viewsText(teams, views) }]
      : []),
  ];
  const changed = new Set(changes.map(({ field }) => field));
  const isAllowed =
    (!changed.has('name') || mayActOn(caller, user)) &&
    (!changed.has('team') || mayChangeTeam(caller)) &&
    (!changed.has('views') || mayChooseViewedTeams(caller, user));
  if (!isAllowed) return wrong(refusals.aboveYou);
  return { ...base, state: changes.length > 0 ? 'changed' : 'same', changes, problems };
}

const byNumber = (one: number, other: number) => one - other;

const viewsText = (teams: Teams, ids: readonly number[]): string | null =>
  ids.length === 0 ? null : ids.map((id) => teams.nameOf(id) ?? String(id)).join(', ');

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

function readRow(
  row: UserRow,
  teams: Teams,
  usualTeam: number | undefined,
): { values: UserValues; problems: string[] } {
  const problems: string[] = [];
  const text = (cell: string | undefined) => (cell ?? '').trim();
  const name = text(row.name) === '' ? undefined : nameField.safeParse(row.name);
  if (name && !name.success) problems.push(name.error.issues[0]?.message ?? '');
  const email = emailField.safeParse(text(row.email));
  if (!email.success) problems.push(email.error.issues[0]?.message ?? '');
  const role = roleNamed(text(row.role));
  if (role === undefined) problems.push(texts.unknownRole(shortened(text(row.role))));
  const team = text(row.team) === '' ? usualTeam : teams.named(text(row.team));
  if (text(row.team) !== '' && team === undefined) problems.push(texts.noTeam(shortened(text(row.team))));
  const viewed = text(row.views) === '' ? undefined : teamsIn(text(row.views));
  const views = viewed?.teams.flatMap((one) => {
    const id = viewed.areIds ? teams.identified(one) : teams.named(one);
    if (id === undefined) problems.push(texts.noTeam(shortened(one)));
    return id ?? [];
  });
  const values: UserValues = {
    name: name?.success ? name.data : undefined,
    email: email.success ? email.data : text(row.email),
    role_id: role ?? roles.user,
    team_id: team,
    views: views && [...new Set(views)],
  };
  return { values, problems };
}
