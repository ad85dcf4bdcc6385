/** The wait of all mails after one that the mail server did not take, and the first wait of that one. */
export const awayMs = 60 * 1000;

const maxRetryMs = 60 * 60 * 1000;

/** Returns the wait after a number of tries: 1, 2, 4 and so on up to 60 minutes. */
export const retryAfterMs = (tries: number): number => Math.min(awayMs * 2 ** (tries - 1), maxRetryMs);

/** A mail server may be away for a weekend. Our choice. */
export const giveUpAfterMs = 3 * 24 * 60 * 60 * 1000;
