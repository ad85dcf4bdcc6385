import type { User } from '#features/users/users.contract.ts';
import { requiredContext } from '#web/required-context.ts';

/** What can be done with somebody from the list. */
export type UserAction = 'delete' | 'role' | 'team' | 'suspend' | 'reactivate' | 'signOut' | 'twoFactor';

/** What every row needs and nothing between it and the page cares about. */
export type UsersPageParts = {
  self: { id: number; role_id: number };
  /** Whether the screen that edits people opens for the caller. */
  mayRegister: boolean;
  /** Where menus open: inside the page's main part, but not cut off by the table. */
  menuHost: HTMLElement | null;
  act: (action: UserAction, user: User) => void;
};

export const [UsersPageContext, useUsersPage] = requiredContext<UsersPageParts>('the users page');
