/** Toasts close after this long. Source: spec section 2. */
export const toastClosesAfterMs = 3000;

/** Typing pauses this long before a search is sent. Source: spec section 5. */
export const searchDebounceMs = 300;

/** How long what was deleted, files and containers, can be taken back. Source: decisions.md section 4. */
export const trashDays = 30;

/** Teams of one company. A list this long is sent whole. */
export const mostTeams = 1000;

/** File types of one company. A list this long is sent whole. */
export const mostFileTypes = 1000;
