import { z } from 'zod';
import { roles } from '#shared/access.ts';
import type { RoleId } from '#shared/access.ts';

/** What a group of the provider gives: a role, the team, or a team whose files its members may view. */
export type GroupRule = { group: string } & ({ role: RoleId } | { team: string } | { view: string });

/** Single sign-on by OpenID Connect. See docs/single-sign-on.md. */
export type SingleSignOn = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Whether the secret is sent in the header or in the form of a request for tokens. */
  clientAuth: 'basic' | 'post';
  /** The name of the provider on the login screen. */
  name: string;
  /** The address to which the provider sends the browser back. */
  redirectUri: string;
  scope: string;
  groupsClaim: string;
  /** Only members of this group may sign in. */
  requiredGroup: string | undefined;
  groups: readonly GroupRule[];
  /** The name of the team of new users whom no group gives a team. */
  team: string;
  /** Whether addresses count as verified although the provider does not say so. */
  trustsEmail: boolean;
  /** The e-mail address of the only account that may sign in with a password. Undefined: everyone may. */
  passwordOnlyFor: string | undefined;
};

const isLocal = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

/** Compared with the provider's own spelling, so a slash at its end stays. */
export const issuerAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://login.example.com/realms/staff' })
  .refine((text) => {
    const { protocol, hostname, search, hash } = new URL(text);
    return (protocol === 'https:' || isLocal(hostname)) && search === '' && hash === '';
  }, 'must begin with https:// and have no query; http:// is allowed on this machine only');

const groupRoles: Record<string, RoleId> = {
  administrator: roles.administrator,
  manager: roles.manager,
  user: roles.user,
};

const groupShape = 'must be like harbour-admins=role:administrator; harbour=team:Harbour; audit=view:Harbour';

function groupRule(text: string): GroupRule | undefined {
  // The last sign, because the name of a group in a directory may be cn=harbour,dc=example.
  const [, group = '', kind, value = ''] =
    /^(.+)=\s*(role|team|view):(.+)$/.exec(text)?.map((part) => part.trim()) ?? [];
  if (kind === 'team') return { group, team: value };
  if (kind === 'view') return { group, view: value };
  const role = groupRoles[value];
  return kind === 'role' && role !== undefined ? { group, role } : undefined;
}

export const groupRules = z.string().transform((text, context): GroupRule[] => {
  const parts = text.split(';').filter((part) => part.trim() !== '');
  const rules = parts.map((part) => groupRule(part.trim()));
  if (rules.every((rule) => rule !== undefined)) return rules;
  context.addIssue({ code: 'custom', message: groupShape });
  return z.NEVER;
});

type Read = {
  PUBLIC_URL?: string | undefined;
  OIDC_ISSUER?: string | undefined;
  OIDC_CLIENT_ID?: string | undefined;
  OIDC_CLIENT_SECRET?: string | undefined;
  OIDC_CLIENT_AUTH: 'basic' | 'post';
  OIDC_NAME: string;
  OIDC_SCOPE: string;
  OIDC_GROUPS_CLAIM: string;
  OIDC_REQUIRED_GROUP?: string | undefined;
  OIDC_GROUPS: GroupRule[];
  OIDC_TEAM: string;
  OIDC_TRUST_EMAIL: 'yes' | 'no';
  OIDC_PASSWORD_ONLY_FOR?: string | undefined;
};

export function singleSignOnOf(read: Read): SingleSignOn | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, PUBLIC_URL: address } = read;
  if (!issuer || !clientId || !clientSecret || !address) return undefined;
  return {
    issuer,
    clientId,
    clientSecret,
    clientAuth: read.OIDC_CLIENT_AUTH,
    name: read.OIDC_NAME,
    redirectUri: `${address}/`,
    scope: read.OIDC_SCOPE,
    groupsClaim: read.OIDC_GROUPS_CLAIM,
    requiredGroup: read.OIDC_REQUIRED_GROUP,
    groups: read.OIDC_GROUPS,
    team: read.OIDC_TEAM,
    trustsEmail: read.OIDC_TRUST_EMAIL === 'yes',
    passwordOnlyFor: read.OIDC_PASSWORD_ONLY_FOR,
  };
}

const dependent = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_REQUIRED_GROUP', 'OIDC_PASSWORD_ONLY_FOR'] as const;

export function singleSignOnProblems(read: Read): string[] {
  if (!read.OIDC_ISSUER) return dependent.filter((name) => read[name]).map((name) => `${name}: needs OIDC_ISSUER`);
  const missing = (['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PUBLIC_URL'] as const).filter((name) => !read[name]);
  return [
    ...missing.map((name) => `${name}: must be set where OIDC_ISSUER is`),
    ...(/(^|\s)openid(\s|$)/.test(read.OIDC_SCOPE) ? [] : ['OIDC_SCOPE: must contain openid']),
  ];
}
