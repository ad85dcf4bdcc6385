import { counted } from '#shared/format.ts';

/** Our choice throughout. */
export const usersImportTexts = {
  noFile: 'Choose a file or paste the cells.',
  tooLarge: 'The file is too large. A spreadsheet has at most 20 MB.',
  unreadable: {
    format: 'This is not an XLSX or CSV file. Save it as XLSX or CSV and choose it again.',
    protected: 'The file has a password. Save it without a password and choose it again.',
    damaged: 'The file is damaged or too large to be read.',
    empty: 'The file has no rows.',
  },
  nothing: 'No row of the file creates or changes a user.',
  unknownRole: (text: string) => `There is no role named ${text}.`,
  roleAboveYours: (role: string) => `You cannot create users with the role ${role}.`,
  roleDiffers: (role: string) => `This user has the role ${role}. Change the role in the list of users.`,
  noTeamGiven: 'The team is missing.',
  noTeam: (name: string) => `There is no team named ${name}, or there are several.`,
  sameAs: (row: number) => `The same e-mail address as in row ${row}.`,
  there: 'A user with this e-mail address is there already.',
  counts: (created: readonly string[], changed: readonly string[]) =>
    [
      `${created.length} created${created.length > 0 ? `: ${created.join('; ')}` : ''}`,
      `${changed.length} changed${changed.length > 0 ? `: ${changed.join('; ')}` : ''}`,
    ].join('. '),
  createdAs: (email: string, role: string, team: string) => `${email} (${role}, team: ${team})`,
  notice: {
    title: 'Users imported',
    message: (created: number, by: string) => `${by} added ${counted(created, 'user')} from a spreadsheet.`,
    link: '/users',
  },
  mail: {
    subject: (brand: string) => `Your ${brand} account`,
    text: ({ name, brand, by, link }: { name: string; brand: string; by: string; link: string }) =>
      [
        `Hello ${name},`,
        `${by} has made a ${brand} account for you. Open this link to choose your password:`,
        link,
        'The link works once, within seven days. After that, use "Forgot password?" on the sign-in page.',
      ].join('\n\n'),
  },
  notSent: {
    title: 'Invitations not sent',
    message: (emails: readonly string[], more: number) =>
      `The mail server did not accept the invitation to ${emails.join(', ')}${more > 0 ? ` and ${more} more` : ''}. They can use "Forgot password?" on the sign-in page.`,
  },
} as const;
