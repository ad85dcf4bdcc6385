/**
 * The header with the id of the user whose data the client shows. It is optional. All windows of a browser have one session,
 * so a page can show another user than the session has.
 * See docs/decisions/sessions-and-sign-in.md#the-user-of-the-page.
 */
export const shownUserHeader = 'x-shown-user';
