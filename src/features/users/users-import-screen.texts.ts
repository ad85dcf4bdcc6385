import { importStepsTexts } from '#features/imports/imports.texts.ts';
import { counted, locale } from '#shared/format.ts';
import { maxImportedColumns } from './users-import.rules.ts';
import type { UserField } from './users-import.rules.ts';

/** Our choice throughout. */
export const usersImportScreenTexts = {
  ...importStepsTexts,
  title: 'Import Users',
  subtitle: 'Add users from a spreadsheet. You see every change before it is made.',
  back: 'Back to the users list',
  isCut: `The sheet has more than ${counted(1000, 'user')} or ${counted(maxImportedColumns, 'column')}. The others are left out.`,
  noRows: 'The sheet has no rows below its headings.',
  column: (index: number) => `Column ${index}`,
  fields: {
    name: 'Name',
    first_name: 'First name',
    last_name: 'Last name',
    email: 'Email',
    role: 'Role',
    team: 'Team',
    views: 'Teams the user can view',
  } satisfies Record<UserField, string>,
  usualTeam: 'Team of new users in rows without a team',
  noTeam: 'None: the row is left out',
  existing: 'If a user with the e-mail address is there already',
  existingChoices: { skip: 'Leave the row out', update: 'Change the name and the teams' },
  hint: 'Without a role, a new user gets the role User. An empty cell changes nothing. Roles of existing users are changed in the list of users.',
  user: 'User',
  done: (created: number, changed: number, leftOut: number) =>
    `${counted(created, 'user')} created, ${changed.toLocaleString(locale)} changed, ${counted(leftOut, 'row')} left out.`,
  mailed: 'Each new user gets a mail with a link to choose a password.',
  linksTitle: 'Links for the new users',
  linksHint:
    'This server sends no mail. Give each user their link: it sets their password once, within seven days. The links are shown only now and are not stored.',
  download: 'Download the list',
  linksName: 'sign-in-links.csv',
  print: 'Print the list',
  link: 'Link',
  undoQuestion:
    'The users that this import created are deleted, and the users that it changed get their earlier values.',
  undoTakes:
    'Users who have signed in, have files or containers, or were changed since stay as they are. To get the others back, import the file again.',
  undone: (removed: number, restored: number, kept: number) =>
    `${counted(removed, 'user')} deleted, ${restored.toLocaleString(locale)} restored, ${kept.toLocaleString(locale)} left as they are.`,
  kept: (user: string, reason: string) => `${user}: ${reason}`,
  leaveTitle: 'Leave the links?',
  leaveQuestion: 'You have neither downloaded nor printed the links. They cannot be shown again.',
  leave: 'Leave',
} as const;
