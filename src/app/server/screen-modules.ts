import type { screenPaths } from '#shared/screen-paths.ts';

/**
 * The module of each screen behind the sign-in, as src/app/browser/screens.tsx imports it. The server looks these
 * names up in Vite's manifest to preload a screen's files.
 */
export const screenModules: Record<Exclude<(typeof screenPaths)[number], '/'>, string> = {
  '/dashboard': 'src/features/dashboards/web/admin/AdminDashboardPage.tsx',
  '/user': 'src/features/dashboards/web/personal/PersonalDashboardPage.tsx',
  '/uploadPage': 'src/app/browser/screens/UploadScreen.tsx',
  '/files': 'src/app/browser/screens/FilesScreen.tsx',
  '/trash': 'src/features/files/web/trash/TrashPage.tsx',
  '/container-status': 'src/app/browser/screens/ContainersScreen.tsx',
  '/container-status/import': 'src/features/containers/web/import/ImportPage.tsx',
  '/container-status/report': 'src/features/containers/web/report/ReportPage.tsx',
  '/container-status/parties': 'src/features/containers/web/parties/PartiesPage.tsx',
  '/container-status/:id': 'src/app/browser/screens/ContainerScreen.tsx',
  '/teammodule': 'src/features/teams/web/TeamsPage.tsx',
  '/register': 'src/app/browser/screens/RegisterScreen.tsx',
  '/users': 'src/app/browser/screens/UsersScreen.tsx',
  '/audit': 'src/app/browser/screens/AuditScreen.tsx',
  '/file-type': 'src/app/browser/screens/FileTypesScreen.tsx',
  '/change-password': 'src/app/browser/screens/PasswordScreen.tsx',
  '/two-factor': 'src/features/passwords/web/TwoFactorPage.tsx',
  '/notifications': 'src/features/notifications/web/NotificationsPage.tsx',
  '/permissionspanel': 'src/app/browser/screens/PermissionsScreen.tsx',
  '/system': 'src/app/browser/screens/SystemScreen.tsx',
  '/webhooks': 'src/features/webhooks/web/WebhooksPage.tsx',
};
