import { roles } from '#shared/access.ts';
import type { RoleId } from '#shared/access.ts';

type GroupRule = { group: string } & ({ role: RoleId } | { team: string } | { view: string });

/** The user whom the provider has confirmed. */
export type Confirmed = {
  subject: string;
  name: string;
  /** Undefined: there is no address, or it is not verified. */
  email: string | undefined;
  groups: string[];
};

const maxGroups = 1000;
const maxName = 255;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.replaceAll(/\p{Cc}+/gu, ' ').trim() : undefined;

/** Reads the claims of the provider, of which only `sub` is certain. */
export function confirmedUser(
  claims: Readonly<Record<string, unknown>>,
  { groupsClaim, trustsEmail }: { groupsClaim: string; trustsEmail: boolean },
): Confirmed {
  const isVerified = claims['email_verified'] === true || claims['email_verified'] === 'true' || trustsEmail;
  const address = text(claims['email']);
  const groups = [claims[groupsClaim] ?? []].flat().slice(0, maxGroups);
  return {
    subject: String(claims['sub']),
    name: (text(claims['name']) ?? text(claims['preferred_username']) ?? address ?? String(claims['sub'])).slice(
      0,
      maxName,
    ),
    email: isVerified ? address : undefined,
    groups: groups.filter((group): group is string => typeof group === 'string'),
  };
}

/** What the groups give. Undefined: no rule of the settings is about it, so it stays as it is. */
export type Given = { role: RoleId | undefined; team: string | undefined; views: string[] | undefined };

/** Without a group that gives a role, a user is an ordinary one: a group that was left takes its role along. */
export function givenBy(groups: readonly string[], rules: readonly GroupRule[]): Given {
  const matching = rules.filter(({ group }) => groups.includes(group));
  const givenRoles = matching.flatMap((rule) => ('role' in rule ? rule.role : []));
  return {
    role: rules.some((rule) => 'role' in rule) ? (Math.min(...givenRoles, roles.user) as RoleId) : undefined,
    team: matching.flatMap((rule) => ('team' in rule ? rule.team : []))[0],
    views: rules.some((rule) => 'view' in rule)
      ? [...new Set(matching.flatMap((rule) => ('view' in rule ? rule.view : [])))]
      : undefined,
  };
}
