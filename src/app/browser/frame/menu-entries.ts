import { isRoleId, mayListInMenu } from '#shared/access.ts';
import type { PermissionTable } from '#shared/access.ts';
import { screens } from '../screens.tsx';
import type { Screen } from '../screens.tsx';

/** Entries that stand in the bar itself; the others are under 'More'. Source: spec section 9. */
export const inlineEntries = 5;

/** The entries that this role may see, in the menu's order. */
export function permittedScreens(table: PermissionTable, roleId: number): Screen[] {
  if (!isRoleId(roleId)) return [];
  return screens.filter((screen) => mayListInMenu(table, roleId, screen.menu.module));
}
