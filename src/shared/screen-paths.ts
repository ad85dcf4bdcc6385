/** Every screen's address. Source: spec section 2, route table; the last four are our choice. */
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
