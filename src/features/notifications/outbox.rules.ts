import { asLine } from '#features/audit/audit.rules.ts';

/** The wait of all mails after one that the mail server did not take, and the first wait of that one. */
export const awayMs = 60 * 1000;

const maxRetryMs = 60 * 60 * 1000;

/** Returns the wait after a number of tries: 1, 2, 4 and so on up to 60 minutes. */
export const retryAfterMs = (tries: number): number => Math.min(awayMs * 2 ** (tries - 1), maxRetryMs);

/** A mail server may be away for a weekend. Our choice. */
export const giveUpAfterMs = 3 * 24 * 60 * 60 * 1000;

/** The number of events that one mail collects. */
export const maxItemsOfMail = 4000;

/**
 * Returns what a failure says about other tries: 'refused' if the mail server will not take this mail or this recipient, 'later' if
 * it asks to try this one later, and 'away' if it takes no mail at all. Source: RFC 5321, 4.2.1.
 */
export function kindOfFailure(error: unknown): 'refused' | 'later' | 'away' {
  const { command, responseCode } = error as { command?: string; responseCode?: number };
  if (responseCode === undefined || responseCode === 421 || (command !== 'RCPT TO' && command !== 'DATA'))
    return 'away';
  return responseCode >= 500 ? 'refused' : 'later';
}

export const maxNameInMail = 120;

/** Returns one line, so that a text of a user can neither look like another part of the mail nor become a link of its own. */
export function shortLine(text: string, max: number): string {
  const line = asLine(text.replace(/\s+/g, ' '), max + 1);
  return line.length > max ? `${asLine(line, max - 1)}…` : line;
}
