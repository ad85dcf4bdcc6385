/**
 * The header with the id of the user whose data the client shows. It is optional. All windows of a browser have one session,
 * so a page can show another user than the session has. See docs/decisions/0110-user-of-the-page.md.
 */
export const shownUserHeader = 'x-shown-user';
