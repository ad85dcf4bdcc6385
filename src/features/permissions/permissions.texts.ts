import { counted } from '#shared/format.ts';

/** See docs/specification.md#permission-matrix and docs/specification.md#messages, unless marked 'Our choice'. */
export const texts = {
  title: 'Permissions Management',
  allRoles: 'All Roles',
  counts: (modules: number, roles: number) => `${modules} modules, ${roles} roles`,
  matrix: 'Role Permissions Matrix',
  none: 'No modules found',
  noneHint: 'Try adjusting your search criteria',
  save: 'Save Permissions',
  saving: 'Saving...',
  saved: 'Permissions saved successfully!',
  saveFailed: 'Error saving permissions.',
  loadFailed: 'Failed to load data.',
  totalRoles: 'Total Roles',
  totalModules: 'Total Modules',
  activePermissions: 'Active Permissions',
} as const;

/** Our choice throughout: the specification shows no sentence for these. */
export const ownTexts = {
  subtitle: 'Choose what each role can open. Changes apply the next time a user opens a page.',
  search: 'Search modules...',
  role: 'Role',
  module: 'Module',
  cell: (module: string, role: string) => `${module} for ${role}`,
  locked: (role: string) => `${role} always has this permission, so that administrators cannot lock themselves out.`,
  unsavedCell: 'Not saved yet',
  unsaved: (count: number) => counted(count, 'unsaved change'),
  allSaved: 'Everything is saved',
  discard: 'Discard',
  discardTitle: (count: number) => `Discard ${counted(count, 'unsaved change')}?`,
  discardQuestion: 'The saved permissions are shown again. You cannot bring these changes back:',
  loading: 'Loading the permissions...',
  failedTitle: 'The permissions could not be loaded',
  allowed: 'on',
  denied: 'off',

  leaveTitle: 'Leave without saving?',
  leaveQuestion: (count: number) => `${counted(count, 'change')} to the permissions will be lost.`,
  leave: 'Leave',

  conflictTitle: 'Another user has saved in the meantime',
  conflictWho: (name: string, at: string) =>
    `${name} saved these permissions on ${at}, after you had opened them. Your changes are not saved yet.`,
  conflictUnknown: 'These permissions were saved after you had opened them. Your changes are not saved yet.',
  conflictChanged: 'Changes since you opened the page',
  conflictSame: 'There are no differences.',
  alike: 'as you did',
  combine: 'Keep both',
  combineHint: 'Combines both, so that you can check the result before you save.',
  takeTheirs: 'Take theirs',
  takeTheirsHint: (count: number) => `Drops your ${counted(count, 'unsaved change')}.`,
  saveOver: 'Save over theirs',
  saveOverHint: 'Saves the matrix as you see it and undoes their changes.',

  history: 'History',
  historyTitle: 'Saved permissions',
  historyIntro: 'Every save is kept. Bringing one back saves it again as the newest version.',
  historyNone: 'Nothing has been saved yet.',
  historyNoneHint: 'From the first save on, every matrix is kept here.',
  historyFailed: 'The history could not be loaded',
  historyFirst: 'Before the first save',
  current: 'Now in use',
  changes: (count: number) => (count === 0 ? 'No changes' : counted(count, 'change')),
  savedBy: (name: string) => `by ${name}`,
  bringBack: 'Bring back',
  bringBackFrom: (at: string) => `Bring back the permissions of ${at}`,
  wouldChange: 'Bringing it back changes:',
  wouldChangeNothing: 'It is the same as the current permissions.',
  saveFirst: 'Save or discard your changes before you bring back earlier permissions.',
  moreChanges: (count: number) => `and ${count} more`,
} as const;

/** Our choice: the specification shows no sentence for these. */
export const refusals = {
  noModule: (id: number) => `There is no module with the id ${id}.`,
  noRole: (id: number) => `There is no role with the id ${id}.`,
  locked: (module: string, role: string) =>
    `'${module}' stays with the role ${role}, so that administrators cannot lock themselves out.`,
  changedBy: (name: string, at: string) =>
    `${name} saved the permissions on ${at} (UTC), after you had opened them. Check the changes, then save again.`,
  changed: 'The permissions have changed since you opened them. Load them again.',
  noSave: 'This saved matrix does not exist.',
} as const;
