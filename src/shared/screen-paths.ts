/**
 * The path of every screen. See docs/specification.md#routes-and-guards; the last six and those below '/container-status' are
 * our choice.
 */
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
  '/container-status/import',
  '/container-status/report',
  '/container-status/parties',
  '/container-status/:id',
  '/trash',
  '/audit',
  '/system',
  '/webhooks',
  '/two-factor',
  '/notifications',
] as const;
