import { isRoleId, mayListInMenu } from '#shared/access.ts';
import type { PermissionTable } from '#shared/access.ts';
import { screens } from '../screens.tsx';
import type { MenuScreen, Screen } from '../screens.tsx';

/** Number of entries in the bar itself; the others are under 'More'. See docs/specification.md#top-bar-and-menu. */
export const inlineEntries = 5;

/** The entries that this role may see, in the menu's order. */
export function permittedScreens(table: PermissionTable, roleId: number): MenuScreen[] {
  if (!isRoleId(roleId)) return [];
  return screens.filter(isInMenu).filter((screen) => mayListInMenu(table, roleId, screen.menu.module));
}

const isInMenu = (screen: Screen): screen is MenuScreen => screen.menu !== undefined;
