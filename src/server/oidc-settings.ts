import { z } from 'zod';
import { roles } from '#shared/access.ts';
import type { RoleId } from '#shared/access.ts';
import { emailAddress, oneOf, setting, shortText } from './setting-types.ts';

/** What a group of the provider gives: a role, the team, or a team whose files its members may view. */
export type GroupRule = { group: string } & ({ role: RoleId } | { team: string } | { view: string });

const isLocal = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

/** Compared with the provider's own spelling, so a slash at its end stays. */
const issuerAddress = z
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

const groupRules = z.string().transform((text, context): GroupRule[] => {
  const parts = text.split(';').filter((part) => part.trim() !== '');
  const rules = parts.map((part) => groupRule(part.trim()));
  if (rules.every((rule) => rule !== undefined)) return rules;
  context.addIssue({ code: 'custom', message: groupShape });
  return z.NEVER;
});

export const singleSignOnSettings = {
  OIDC_ISSUER: setting(issuerAddress.optional()),
  OIDC_CLIENT_ID: setting(shortText(1024).optional()),
  OIDC_CLIENT_SECRET: setting(shortText(1024).optional()),
  OIDC_CLIENT_AUTH: setting(oneOf('basic', 'post').default('basic')),
  OIDC_NAME: setting(shortText(40).default('Single Sign-On')),
  OIDC_SCOPE: setting(shortText(500).default('openid profile email')),
  OIDC_GROUPS_CLAIM: setting(shortText(200).default('groups')),
  OIDC_REQUIRED_GROUP: setting(shortText(500).optional()),
  OIDC_GROUPS: setting(groupRules.default([])),
  OIDC_TEAM: setting(shortText(255).default('General')),
  OIDC_TRUST_EMAIL: setting(oneOf('yes', 'no').default('no')),
  OIDC_PASSWORD_ONLY_FOR: setting(emailAddress.optional()),
};

type Read = z.output<z.ZodObject<typeof singleSignOnSettings>> & { PUBLIC_URL?: string | undefined };

/** Single sign-on by OpenID Connect. See docs/single-sign-on.md. */
export type SingleSignOn = NonNullable<ReturnType<typeof singleSignOnOf>>;

export function singleSignOnOf(read: Read) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, PUBLIC_URL: address } = read;
  if (!issuer || !clientId || !clientSecret || !address) return undefined;
  return {
    issuer,
    clientId,
    clientSecret,
    /** Whether the secret is sent in the header or in the form of a request for tokens. */
    clientAuth: read.OIDC_CLIENT_AUTH,
    /** The name of the provider on the login screen. */
    name: read.OIDC_NAME,
    /** The address to which the provider sends the browser back. */
    redirectUri: `${address}/`,
    scope: read.OIDC_SCOPE,
    groupsClaim: read.OIDC_GROUPS_CLAIM,
    /** Only members of this group may sign in. */
    requiredGroup: read.OIDC_REQUIRED_GROUP,
    groups: read.OIDC_GROUPS,
    /** The name of the team of new users whom no group gives a team. */
    team: read.OIDC_TEAM,
    /** Whether addresses count as verified although the provider does not say so. */
    trustsEmail: read.OIDC_TRUST_EMAIL === 'yes',
    /** The e-mail address of the only account that may sign in with a password. Undefined: everyone may. */
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
