import type { Area } from '#shared/access.ts';

/** Our choice throughout: the specification has no access tokens. */
export const refusals = {
  nameRequired: 'Enter a name, such as the program that will use the token.',
  nameTooLong: 'The name is longer than 80 characters. Shorten it.',
  areaRequired: 'Choose at least one area.',
  teamRequired: 'Choose at least one team, or all teams.',
  days: 'Choose a validity from 1 to 366 days.',
  tooMany: 'You have 50 access tokens, the most that one user may have. Revoke one that is no longer used.',
  unknownTeam: 'One of the teams was deleted meanwhile. Choose again.',
  usersOfAllTeams: 'A token that is limited to teams cannot reach users. Choose all teams, or leave users out.',
  gone: 'This access token no longer exists. It was revoked or has expired.',
} as const;

export const areaNames: Record<Area, string> = { files: 'Files', containers: 'Containers', users: 'Users and teams' };

const areasOf = (areas: readonly Area[]) => areas.map((area) => areaNames[area]).join(', ');

/** The rights of a token in one line, for the list and for the audit log. */
export const rightsOf = (
  { areas, can_write, team_ids }: { areas: readonly Area[]; can_write: boolean; team_ids: readonly number[] | null },
  teamName: (id: number) => string = (id) => `team ${id}`,
): string =>
  [
    `${can_write ? 'Read and write' : 'Read only'}: ${areasOf(areas)}`,
    team_ids === null ? 'all teams' : team_ids.map(teamName).join(', '),
  ].join('; ');

export const notices = {
  revokedTitle: 'Access token revoked',
  revoked: (by: string, name: string) => `${by} revoked your access token "${name}". Programs can no longer use it.`,
} as const;

export const texts = {
  title: 'Access Tokens',
  description: 'For programs that use the API in your name. A new password revokes all of them.',
  guide: 'API documentation',
  add: 'New Token',
  empty: 'You have no access tokens.',
  loadFailed: 'Access tokens could not be loaded',
  used: (at: string, address: string | null) => `Last used ${at}${address === null ? '' : ` from ${address}`}`,
  unused: 'Never used',
  expires: (on: string) => `expires ${on}`,
  revoke: 'Revoke',
  revokeNamed: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke "${name}"?`,
  revokeQuestion: 'Programs that use this token lose access at once. This cannot be undone.',
  revoked: 'Access token revoked',
  revokeFailed: 'The access token could not be revoked',
  newTitle: 'New Access Token',
  name: 'Name',
  nameHint: 'The program that will use it',
  rights: 'Rights',
  read: 'Read only',
  write: 'Read and write',
  areas: 'Areas',
  teams: 'Teams',
  teamsHint: 'Without a choice, all teams whose files you see',
  days: 'Valid for',
  dayCount: (days: number) => `${days} days`,
  create: 'Create Token',
  createFailed: 'The access token could not be created',
  madeTitle: 'Copy the token now',
  madeHint: 'It is shown only once. Keep it like a password.',
  tokenLabel: (name: string) => `Token ${name}`,
  close: 'Close',
  everyone: 'Access Tokens',
  everyoneHint: 'Of all users. Revoke those whose program you do not know.',
  nobody: 'Nobody has an access token.',
  ownedBy: (name: string, rights: string) => `Owner: ${name} · ${rights}`,
  more: 'Show more',
} as const;
