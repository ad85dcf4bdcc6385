import { makeTeam, signedInAs } from './make.ts';
import type { TestApp } from './test-app.ts';

/** One user for each case of the rule for the files and containers of a team, and whether the user sees them. */
export const teamViewers = [
  { who: 'an administrator', role: 1, of: 'another', mayView: false, sees: true },
  { who: 'a manager of the team', role: 2, of: 'team', mayView: false, sees: true },
  { who: 'a manager of another team', role: 2, of: 'another', mayView: false, sees: false },
  { who: 'a manager who may see the team', role: 2, of: 'another', mayView: true, sees: true },
  { who: 'a user of the team', role: 3, of: 'team', mayView: false, sees: true },
  { who: 'a user of another team', role: 3, of: 'another', mayView: false, sees: false },
  { who: 'a user who may see the team', role: 3, of: 'another', mayView: true, sees: true },
  { who: 'a user of no team', role: 3, of: 'none', mayView: false, sees: false },
] as const;

/** Makes this user and signs the user in. */
export async function signedInAsViewer(
  app: TestApp,
  { role, of, mayView }: (typeof teamViewers)[number],
  team: number,
) {
  const own = of === 'none' ? null : of === 'team' ? team : await makeTeam(app);
  return signedInAs(app, { role, team: own, sees: mayView ? [team] : [] });
}
