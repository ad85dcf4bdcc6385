/** The path of every screen. See docs/specification.md#routes-and-guards; the last four are our choice. */
export const screenPaths = [
  '/',
  '/user',
  '/dashboard',
  '/uploadPage',
  '/register',
  '/teammodule',
  '/users',
  '/permissionspanel',
  '/files',
  '/file-type',
  '/change-password',
  '/container-status',
  '/trash',
  '/audit',
  '/system',
  '/two-factor',
] as const;
