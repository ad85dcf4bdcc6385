import type { User } from '#features/users/users.contract.ts';
import { requiredContext } from '#web/required-context.ts';

/** The actions of the list on a user. */
export type UserAction = 'delete' | 'role' | 'team' | 'suspend' | 'reactivate' | 'signOut' | 'twoFactor';

/** Values that every row needs, without passing them through the components in between. */
export type UsersPageValue = {
  self: { id: number; role_id: number };
  /** Whether the caller may open the screen that creates and edits users. */
  mayRegister: boolean;
  /** The element that contains the menus: inside the main landmark, but not clipped by the table. */
  menuHost: HTMLElement | null;
  act: (action: UserAction, user: User) => void;
};

export const [UsersPageContext, useUsersPage] = requiredContext<UsersPageValue>('the users page');
