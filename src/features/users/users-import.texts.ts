import { details } from '#features/audit/audit.texts.ts';
import { spreadsheetTexts } from '#features/imports/imports.texts.ts';
import { counted } from '#shared/format.ts';
import type { MailContent } from '#shared/mail-content.ts';

const named = (users: readonly string[], what: string) =>
  `${users.length} ${what}${users.length > 0 ? `: ${users.join('; ')}` : ''}`;

const fields = { name: 'name', email: 'e-mail address', role: 'role', team: 'team', views: 'can view' };

/** Our choice throughout. */
export const usersImportTexts = {
  ...spreadsheetTexts,
  nothing: 'No row of the file creates or changes a user.',
  unknownRole: (text: string) => `There is no role named ${text}.`,
  roleAboveYours: (role: string) => `You cannot create users with the role ${role}.`,
  roleDiffers: (role: string) => `This user has the role ${role}. Change the role in the list of users.`,
  noTeamGiven: 'The team is missing.',
  noTeam: (name: string) => `There is no team named ${name}, or there are several.`,
  sameAs: (row: number) => `The same e-mail address as in row ${row}.`,
  there: 'A user with this e-mail address is there already.',
  counts: (created: readonly string[], changed: readonly string[]) =>
    [named(created, 'created'), named(changed, 'changed')].join('. '),
  createdAs: (email: string, role: string, team: string, views: string | undefined) =>
    `${email} (${role}, team: ${team}${views ? `, can view: ${views}` : ''})`,
  changedTo: (
    email: string,
    changes: readonly { field: keyof typeof fields; from: string | null; to: string | null }[],
  ) => `${email} (${changes.map(({ field, from, to }) => `${fields[field]}: ${details.became(from, to)}`).join(', ')})`,
  gone: 'This import was undone, or it is older than a day.',
  undone: (removed: readonly string[], restored: readonly string[], kept: number) =>
    [named(removed, 'deleted'), named(restored, 'restored'), `${kept} left as they are`].join('. '),
  kept: {
    deleted: 'Was deleted since.',
    changed: 'Was changed since.',
    opened: 'Has signed in or set a password. Suspend or delete this user in the list of users.',
    inUse: 'Has files or containers. Suspend or delete this user in the list of users.',
    noTeam: 'A team of this user before the import was deleted since.',
  },
  notice: {
    title: 'Users imported',
    message: (created: number, by: string) => `${by} added ${counted(created, 'user')} from a spreadsheet.`,
    link: '/users',
  },
  mail: {
    subject: (brand: string) => `Your ${brand} account`,
    content: ({ name, brand, by, link }: { name: string; brand: string; by: string; link: string }): MailContent => ({
      parts: [
        `Hello ${name},`,
        `${by} has made a ${brand} account for you. Open this link to choose your password:`,
        { button: 'Choose your password', href: link },
        'The link works once, within seven days. After that, use "Forgot password?" on the sign-in page.',
      ],
    }),
  },
  notSent: {
    title: 'Invitations not sent',
    message: (emails: readonly string[], more: number) =>
      `The mail server did not accept the invitation to ${emails.join(', ')}${more > 0 ? ` and ${more} more` : ''}. They can use "Forgot password?" on the sign-in page.`,
  },
} as const;
