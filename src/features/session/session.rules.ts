/** The screen after sign-in; undefined for an unknown role. See docs/specification.md#sign-in. */
export function landingScreen(roleId: number): '/dashboard' | '/user' | undefined {
  if (roleId === 1 || roleId === 2) return '/dashboard';
  return roleId === 3 ? '/user' : undefined;
}
