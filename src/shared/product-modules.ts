import type { RoleId } from './access.ts';

/** The names of the permission table's modules. Source: spec section 2, menu table. */
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

const everyoneSees: ProductModule[] = [
  productModules.upload,
  productModules.files,
  productModules.containers,
  productModules.changePassword,
];

/** The matrix of a new installation. Source: decisions.md section 1. */
export const defaultMatrix: Record<RoleId, ProductModule[]> = {
  1: productModuleNames.filter((name) => name !== productModules.userDashboard),
  2: productModuleNames.filter((name) => name !== productModules.userDashboard && name !== productModules.permissions),
  3: [productModules.userDashboard, ...everyoneSees],
};
