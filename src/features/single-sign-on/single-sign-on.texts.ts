/** Our choice throughout: the specification has no single sign-on. */
export const singleSignOnTexts = {
  signIn: (provider: string) => `Sign in with ${provider}`,
  failed: 'The sign-in did not work. Try again.',
  or: 'or',
} as const;

/** The messages of the server. */
export const refusals = {
  away: (provider: string) =>
    `${provider} does not answer right now. Try again in a minute. If it lasts, contact your administrator.`,
  expired: 'This sign-in was begun too long ago, or in another browser. Start it again.',
  refused: (provider: string) =>
    `${provider} did not confirm this sign-in. Try again in a minute. If it happens again, contact your administrator.`,
  notVerified: (provider: string) =>
    `${provider} has not verified your email address. Verify it there, or contact your administrator.`,
  notAdmitted: 'Your account may not sign in here. Contact your administrator.',
} as const;

/** The reasons in the audit log, for administrators. */
export const reasons = {
  answer: 'The answer of the provider is not valid.',
  state: 'The state is unknown, expired or used.',
  group: (group: string) => `Not a member of the group ${group}.`,
  email: 'The e-mail address is missing or not verified.',
  suspended: 'The user is suspended.',
  deleted: 'The user was deleted.',
  joined: 'The account with this e-mail address is joined with another account of the provider.',
  noTeam: (team: string) => `There is no team named ${team}.`,
} as const;

export const details = {
  role: (from: string, to: string) => `role: ${from} → ${to}`,
  team: (from: string, to: string) => `team: ${from} → ${to}`,
  views: (names: readonly string[]) => `can view: ${names.join(', ') || 'no team'}`,
} as const;

export const notices = {
  title: 'New user',
  message: (name: string) => `${name} has an account now, by single sign-on.`,
  link: '/users',
} as const;
