import { createContext, useContext } from 'react';
import type { User } from '#features/users/users.contract.ts';

/** What can be done with somebody from the list. */
export type UserAction = 'delete' | 'role' | 'team' | 'suspend' | 'reactivate' | 'signOut';

/** What every row needs and nothing between it and the page cares about. */
export type UsersPageParts = {
  self: { id: number; role_id: number };
  /** Whether the screen that edits people opens for the caller. */
  mayRegister: boolean;
  /** Where menus open: inside the page's main part, but not cut off by the table. */
  menuHost: HTMLElement | null;
  act: (action: UserAction, user: User) => void;
};

const context = createContext<UsersPageParts | undefined>(undefined);

export const UsersPageContext = context.Provider;

export function useUsersPage(): UsersPageParts {
  const parts = useContext(context);
  if (!parts) throw new Error('useUsersPage outside the users page');
  return parts;
}
