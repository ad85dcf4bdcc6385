import { importStepsTexts } from '#features/imports/imports.texts.ts';
import { counted, locale } from '#shared/format.ts';
import { maxImportedColumns } from './users-import.rules.ts';
import type { UserField } from './users-import.rules.ts';

/** Our choice throughout. */
export const usersImportScreenTexts = {
  ...importStepsTexts,
  title: 'Import Users',
  subtitle: 'Import users from a spreadsheet. Nothing is saved until you confirm.',
  back: 'Back to the users list',
  isCut: `The sheet has more than ${counted(1000, 'user')} or ${counted(maxImportedColumns, 'column')}. The others are not imported.`,
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
  noTeam: 'None: skip the row',
  existing: 'If the e-mail address already exists',
  existingChoices: { skip: 'Skip the row', update: 'Update the name and the teams' },
  hint: 'Without a role, a new user gets the role User. Empty cells leave the current value. Change the roles of existing users in the list of users.',
  user: 'User',
  done: (created: number, changed: number, leftOut: number) =>
    `${counted(created, 'user')} created, ${changed.toLocaleString(locale)} changed, ${counted(leftOut, 'row')} skipped.`,
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
