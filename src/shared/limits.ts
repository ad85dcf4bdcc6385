/** Time after which toasts close. See docs/specification.md#toasts. */
export const toastClosesAfterMs = 3000;

/** Pause in typing before a search is sent. See docs/specification.md#user-list. */
export const searchDebounceMs = 300;

/**
 * Days for which deleted files and containers can be restored. See docs/choices.md#trash-and-versions and
 * docs/choices.md#container-records.
 */
export const trashDays = 30;

/** The maximum number of teams. The whole list is sent in one response. */
export const maxTeams = 1000;

/** The maximum number of file types. The whole list is sent in one response. */
export const maxFileTypes = 1000;
