import { counted } from '#shared/format.ts';

/** See docs/specification.md#add-and-edit-users, docs/specification.md#user-list and docs/specification.md#messages. */
export const texts = {
  // Add/Edit User.
  addTitle: 'Add New User',
  editTitle: 'Edit User',
  create: 'Create User',
  update: 'Update User',
  name: 'Full Name',
  email: 'Email Address',
  password: 'Password',
  confirmation: 'Confirm Password',
  role: 'Role',
  team: 'Team',
  teamsCanView: 'Teams Can View',
  teamsPlaceholder: 'Select teams this user can view...',
  teamsHint: 'Select which teams this user will have access to view files from',
  created: 'User created successfully!',
  updated: 'User updated successfully!',
  saveFailed: 'Operation failed.',
  loadRolesFailed: 'Failed to load roles.',
  loadTeamsFailed: 'Failed to load teams.',

  // User Management.
  listTitle: 'User Management',
  search: 'Search by name or email...',
  addUser: 'Add New User',
  columns: { user: 'User', email: 'Email', role: 'Role', team: 'Team', actions: 'Actions' },
  noTeam: 'No team assigned',
  edit: 'Edit',
  delete: 'Delete',
  none: 'No users found',
  noMatch: 'Try adjusting your search criteria',
  noneYet: 'No users have been created yet',
  totalUsers: 'Total Users',
  administrators: 'Administrators',
  regularUsers: 'Regular Users',
  confirmDelete: 'Are you sure you want to delete this user?',
  deleted: 'User deleted successfully',
  deleteFailed: 'Delete failed',
  loadFailed: 'Failed to fetch users',
} as const;

/** Our choice: the specification shows no sentence for these. */
export const ownTexts = {
  importUsers: 'Import users',
  // Add/Edit User.
  addSubtitle: 'Create an account for a colleague',
  editSubtitle: 'Name, email address and viewed teams',
  person: 'Person',
  signIn: 'Sign-in',
  access: 'Access',
  passwordHint: 'At least 8 characters. Generate a password or enter one.',
  generate: 'Generate password',
  choicesFailed: 'The choices could not be loaded.',
  chooseRole: 'Select a role',
  chooseTeam: 'Select a team',
  allTeams: 'Select all teams',
  noTeams: 'Clear',
  noTeamMatches: 'No team of this name',
  noTeamsYet: 'There is no team yet. Create one first.',
  ownTeamsFixed: 'Only an administrator can change which teams you see.',
  seesEverything: 'Super Admins see the files of every team, whatever is selected here.',
  backToList: 'Back to the users list',
  loadingUser: 'Loading the user...',
  loadUserFailed: 'The user could not be loaded',
  noSuchUser: 'This user does not exist',
  noSuchUserHint: 'It may have been deleted.',
  mayNotEdit: 'You may not edit this user',
  mayNotEditHint: 'Super Admins and Admins are edited by a Super Admin.',
  createdNotice: (name: string) => `${name} can sign in now.`,
  handOver: 'Hand over the password now; it is not shown again.',
  copySignIn: 'Copy email and password',
  copied: 'Copied',
  reveal: 'Reveal',
  handedOver: 'Done',
  leaveTitle: 'Leave without the password?',
  leaveQuestion: 'The password of the new user was not copied. It is not shown again.',
  leave: 'Leave',
  updatedNotice: (name: string) => `${name} was saved.`,
  editAgain: 'Edit again',

  // User Management.
  othersCounted: (count: number) => `Total Users also counts ${counted(count, 'user')} with the role Admin.`,
  listSubtitle: 'User accounts, their roles and their teams',
  id: (id: number) => `ID: ${id}`,
  you: 'You',
  suspended: 'Suspended',
  moreActions: 'More actions',
  loading: 'Loading users...',
  more: 'Show more',
  moreFailed: 'The next users could not be loaded.',
  found: (count: number) => `${counted(count, 'user')} found`,
  table: 'Users',
  filesStay: (files: number) =>
    `${files === 0 ? 'They have no files.' : `${counted(files, 'file')} of theirs will stay, with their name.`} A deleted account cannot be restored.`,
  visible: 'What can this user see?',
  twoFactor: 'Two-factor',
  active: 'Active in the last 15 minutes',
} as const;

/** The actions of the list: their labels and outcomes, and the dialogs that confirm them. Our choice. */
export const userActions = {
  role: {
    label: 'Change role',
    title: (name: string) => `Change the role of ${name}`,
    explained: 'The new role applies from their next click.',
    done: 'Role changed',
    failed: 'The role was not changed',
  },
  team: {
    label: 'Change team',
    title: (name: string) => `Change the team of ${name}`,
    explained: 'Files that they have uploaded stay with the old team.',
    done: 'Team changed',
    failed: 'The team was not changed',
  },
  suspend: {
    label: 'Suspend',
    title: (name: string) => `Suspend ${name}?`,
    explained:
      'They are signed out at once and cannot sign in until they are reactivated. Their files and containers stay.',
    done: 'User suspended',
    failed: 'The user was not suspended',
  },
  signOut: {
    label: 'Sign out everywhere',
    title: (name: string) => `Sign ${name} out everywhere?`,
    explained: 'They have to sign in again in every browser.',
    done: 'User signed out everywhere',
    failed: 'The user was not signed out',
  },
  twoFactor: {
    label: 'Turn off two-factor',
    title: (name: string) => `Turn off two-factor sign-in for ${name}?`,
    explained:
      'Use this when a user has lost their phone and their recovery codes. Verify their identity first. Their passkeys are revoked. Afterwards their password alone signs them in. They get a notification.',
    done: 'Two-factor sign-in turned off',
    failed: 'Two-factor sign-in was not turned off',
  },
  reactivate: { label: 'Reactivate', done: 'User reactivated', failed: 'The user was not reactivated' },
} as const;

/** The error messages of the server. Our choice: the specification shows no sentence for these. */
export const refusals = {
  nameRequired: 'Enter the full name.',
  nameTooLong: 'The name may have at most 255 characters.',
  emailRequired: 'Enter the email address.',
  emailWrong: 'Enter an email address such as name@example.com.',
  emailTaken: 'This email address is in use already.',
  passwordRequired: 'Enter a password.',
  confirmationRequired: 'Enter the password a second time.',
  roleRequired: 'Select a role.',
  teamRequired: 'Select a team.',
  unknownRole: 'This role does not exist.',
  unknownTeam: 'This team does not exist any more.',
  teamsWrong: 'Send the teams as a list of ids.',
  unknownTeams: 'One of the teams does not exist any more.',
  gone: 'This user does not exist any more.',
  roleAboveYours: 'You may not create users with this role.',
  aboveYou: 'You may not do this to this user.',
  notYourself: 'You may not do this to your own account.',
  lastAdministrator: 'This is the last administrator. Make another user an administrator first.',
  twoFactorIsOff: 'This user has no two-factor sign-in.',
} as const;

/** The mail to the old address of a user. Our choice. */
export const mail = {
  someone: 'An administrator',
  subject: (brand: string) => `Your email address for ${brand} was changed`,
  content: ({ name, brand, by, email }: Record<'name' | 'brand' | 'email', string> & { by: string | undefined }) => ({
    parts: [
      `Hello ${name},`,
      `${by ?? 'You'} changed the email address of your ${brand} account. You sign in with ${email} from now on.`,
      'If you did not expect this change, contact an administrator at once.',
    ],
  }),
} as const;

/** The wording is our choice; docs/choices.md#recipients-of-notifications lists the recipients. */
export const notices = {
  link: '/users',
  title: 'New user',
  message: (name: string, by: string) => `${by} created an account for ${name}.`,
  twoFactorTitle: 'Two-factor sign-in was turned off',
  twoFactorOff: (by: string) =>
    `${by} turned it off for you. Your password alone signs you in. Turn it on again with your new phone. If you did not ask for this, contact them.`,
} as const;
