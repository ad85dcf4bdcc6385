/** The longest validity of a token. Our choice: a token that nobody renews ends after a year. */
export const maxTokenDays = 366;

/** Our choice: more than any user needs, and few enough for one list. */
export const maxTokensOfUser = 50;

/** The largest page of the list of all tokens. */
export const maxTokensListed = 100;

/** The validities that the screen offers, in days. */
export const offeredDays = [30, 90, 365] as const;
