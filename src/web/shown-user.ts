import { shownUserHeader } from '#shared/shown-user.ts';

let shown: number | undefined;

/** Sets the user whose data this page shows. The first one stays. Returns whether it is this user. */
export function isShownUser(id: number): boolean {
  shown ??= id;
  return shown === id;
}

export const hasShownUser = (): boolean => shown !== undefined;

/** The header with which the server refuses a write if another user has signed in in another window. */
export const shownUserHeaders = (): Record<string, string> =>
  shown === undefined ? {} : { [shownUserHeader]: String(shown) };
