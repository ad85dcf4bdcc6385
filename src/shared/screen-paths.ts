/** Every screen's address. Source: spec section 2, route table; the last three are our choice. */
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
  '/two-factor',
] as const;
