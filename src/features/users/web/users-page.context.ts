import type { ComponentType } from 'react';
import type { User } from '#features/users/users.contract.ts';
import type { userActions } from '#features/users/users.texts.ts';
import { requiredContext } from '#web/required-context.ts';

/** The actions of the list on a user. */
export type MenuAction = keyof typeof userActions | 'visible';
export type UserAction = MenuAction | 'delete';

/** Rights of a user that are changed but not saved. */
export type RightsChange = { role_id?: 1 | 2 | 3; team_id?: number; teams_can_view?: number[] };

/** The parts of the screens that features above this one fill. src/app/browser/screens hands them in. */
export type UsersSlots = {
  /** What a user would gain and lose by a change. */
  Effect: ComponentType<{ user: User; change: RightsChange }>;
  /** Says what a user can see. */
  VisibleDialog: ComponentType<{ user: User; opened: boolean; onClose: () => void }>;
};

/** Values that every row needs, without passing them through the components in between. */
export type UsersPageValue = {
  self: { id: number; role_id: number };
  /** Whether the caller may open the screen that creates and edits users. */
  mayRegister: boolean;
  /** The element that contains the menus: inside the main landmark, but not clipped by the table. */
  menuHost: HTMLElement | null;
  slots: UsersSlots;
  act: (action: UserAction, user: User) => void;
};

export const [UsersPageContext, useUsersPage] = requiredContext<UsersPageValue>('the users page');
