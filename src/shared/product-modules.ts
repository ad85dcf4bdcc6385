/** The names of the modules in the permission table. See docs/specification.md#top-bar-and-menu. */
export const productModules = {
  adminDashboard: 'Admin Dashboard',
  userDashboard: 'User Dashboard',
  upload: 'Upload files module',
  files: 'Files module',
  containers: 'Container Status module',
  teams: 'Teams module',
  register: 'Register module',
  users: 'Users list module',
  fileTypes: 'Files type module',
  changePassword: 'Change Password module',
  permissions: 'Permission module',
} as const;

export type ProductModule = (typeof productModules)[keyof typeof productModules];

export const productModuleNames: ProductModule[] = Object.values(productModules);
