/** Where a role lands after sign-in; none for a role the product does not know. Source: spec section 2, Login. */
export function landingScreen(roleId: number): '/dashboard' | '/user' | undefined {
  if (roleId === 1 || roleId === 2) return '/dashboard';
  return roleId === 3 ? '/user' : undefined;
}
