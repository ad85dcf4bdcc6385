/** Every screen's address. Source: spec section 2, route table; the trash and the audit log are our choice. */
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
] as const;
