import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { texts as dashboards } from '#features/dashboards/dashboards.texts.ts';
import { productModules } from '#shared/product-modules.ts';
import type { ProductModule } from '#shared/product-modules.ts';

export type Screen = {
  path: string;
  /** The document's title, before the brand. */
  title: string;
  load: () => Promise<ComponentType>;
  /** Fetches the first data of a screen on which loading is noticeable. */
  prefetch?: (client: QueryClient) => Promise<void>;
  /**
   * The users who may open the screen: everyone signed in, roles 1 and 2, role 1, users who must set up two-factor sign-in
   * first, or roles with a module. See docs/specification.md#routes-and-guards.
   */
  guard: 'signed-in' | 'managers' | 'administrators' | 'two-factor' | ProductModule;
  /**
   * The entry in the top bar. A screen without one is reached from another screen.
   * See docs/specification.md#top-bar-and-menu.
   */
  menu?: { label: string; module: ProductModule };
  /** The text while the signed-in user is loading. Without it, a skeleton is shown. */
  waiting?: string;
};

export type MenuScreen = Screen & Required<Pick<Screen, 'menu'>>;

/** Every screen behind the guard, in the order of the menu. The login screen is another document (main.tsx). */
export const screens: Screen[] = [
  {
    path: '/dashboard',
    title: 'Dashboard',
    load: () => import('#features/dashboards/web/admin/AdminDashboardPage.tsx').then((page) => page.AdminDashboardPage),
    guard: productModules.adminDashboard,
    menu: { label: 'Dashboard', module: productModules.adminDashboard },
    waiting: dashboards.loadingAdmin,
  },
  {
    path: '/user',
    title: 'User Dashboard',
    load: () =>
      import('#features/dashboards/web/personal/PersonalDashboardPage.tsx').then((page) => page.PersonalDashboardPage),
    guard: productModules.userDashboard,
    menu: { label: 'User Dashboard', module: productModules.userDashboard },
    waiting: dashboards.loadingPersonal,
  },
  {
    path: '/uploadPage',
    title: 'Upload Files',
    load: () => import('./screens/UploadScreen.tsx').then((page) => page.UploadScreen),
    guard: productModules.upload,
    menu: { label: 'Upload Files', module: productModules.upload },
  },
  {
    path: '/files',
    title: 'Files & Documents',
    load: () => import('./screens/FilesScreen.tsx').then((page) => page.FilesScreen),
    prefetch: (client) => import('#features/files/web/files.data.ts').then((data) => data.prefetchFiles(client)),
    guard: 'signed-in',
    menu: { label: 'Search', module: productModules.files },
  },
  {
    path: '/trash',
    title: 'Trash',
    load: () => import('#features/files/web/trash/TrashPage.tsx').then((page) => page.TrashPage),
    guard: 'managers',
  },
  {
    path: '/container-status',
    title: 'Container Status Management',
    load: () => import('./screens/ContainersScreen.tsx').then((page) => page.ContainersScreen),
    prefetch: (client) =>
      import('#features/containers/web/containers.data.ts').then((data) => data.prefetchContainers(client)),
    guard: productModules.containers,
    menu: { label: 'Container Status', module: productModules.containers },
  },
  {
    path: '/container-status/import',
    title: 'Import Containers',
    load: () => import('#features/containers/web/import/ImportPage.tsx').then((page) => page.ImportPage),
    guard: productModules.containers,
  },
  {
    path: '/container-status/report',
    title: 'Container Report',
    load: () => import('#features/containers/web/report/ReportPage.tsx').then((page) => page.ReportPage),
    guard: productModules.containers,
  },
  {
    path: '/container-status/parties',
    title: 'Suppliers, Customers, Carriers',
    load: () => import('#features/containers/web/parties/PartiesPage.tsx').then((page) => page.PartiesPage),
    guard: productModules.containers,
  },
  {
    path: '/container-status/:id',
    title: 'Container',
    load: () => import('./screens/ContainerScreen.tsx').then((page) => page.ContainerScreen),
    guard: productModules.containers,
  },
  {
    path: '/teammodule',
    title: 'Team Management',
    load: () => import('#features/teams/web/TeamsPage.tsx').then((page) => page.TeamsPage),
    guard: productModules.teams,
    menu: { label: 'Teams', module: productModules.teams },
  },
  {
    path: '/register',
    title: 'Add User',
    load: () => import('./screens/RegisterScreen.tsx').then((page) => page.RegisterScreen),
    guard: productModules.register,
    menu: { label: 'Add User', module: productModules.register },
  },
  {
    path: '/users',
    title: 'User Management',
    load: () => import('./screens/UsersScreen.tsx').then((page) => page.UsersScreen),
    guard: productModules.users,
    menu: { label: 'Users List', module: productModules.users },
  },
  {
    path: '/users/import',
    title: 'Import Users',
    load: () => import('#features/users/web/UsersImportPage.tsx').then((page) => page.UsersImportPage),
    guard: productModules.register,
  },
  {
    path: '/audit',
    title: 'Audit Log',
    load: () => import('./screens/AuditScreen.tsx').then((page) => page.AuditScreen),
    guard: 'administrators',
  },
  {
    path: '/file-type',
    title: 'File Type Management',
    load: () => import('./screens/FileTypesScreen.tsx').then((page) => page.FileTypesScreen),
    guard: productModules.fileTypes,
    menu: { label: 'File Types', module: productModules.fileTypes },
  },
  {
    path: '/change-password',
    title: 'Password Management',
    load: () => import('./screens/PasswordScreen.tsx').then((page) => page.PasswordScreen),
    guard: productModules.changePassword,
    menu: { label: 'Change Password', module: productModules.changePassword },
  },
  {
    path: '/two-factor',
    title: 'Two-Factor Sign-In',
    load: () => import('#features/passwords/web/TwoFactorPage.tsx').then((page) => page.TwoFactorPage),
    guard: 'two-factor',
  },
  {
    path: '/notifications',
    title: 'Notifications',
    load: () => import('#features/notifications/web/NotificationsPage.tsx').then((page) => page.NotificationsPage),
    guard: 'signed-in',
  },
  {
    path: '/permissionspanel',
    title: 'Permissions Management',
    load: () => import('./screens/PermissionsScreen.tsx').then((page) => page.PermissionsScreen),
    guard: productModules.permissions,
    menu: { label: 'Permissions', module: productModules.permissions },
  },
  {
    path: '/system',
    title: 'System',
    load: () => import('./screens/SystemScreen.tsx').then((page) => page.SystemScreen),
    guard: 'administrators',
  },
  {
    path: '/webhooks',
    title: 'Webhooks',
    load: () => import('#features/webhooks/web/WebhooksPage.tsx').then((page) => page.WebhooksPage),
    guard: 'administrators',
  },
];
