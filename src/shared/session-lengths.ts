import { dayMs } from './calendar.ts';

/** A session ends after this time without use. See docs/choices.md#session-lifetime. */
export const idleSessionMs = 12 * 60 * 60 * 1000;

/** The length of a session with 'Remember me'. See docs/choices.md#session-lifetime. */
export const rememberedSessionMs = 30 * dayMs;

/** The time to enter the two-factor code after the password, and to answer with a passkey. Our choice. */
export const codeWithinMs = 5 * 60 * 1000;

/** The time for which a confirmed password allows calls that require confirmation. Our choice. */
export const confirmedForMs = 10 * 60 * 1000;

/** The attempts within the window after which further ones get 429. See docs/choices.md#sign-in-throttle. */
export const throttle = {
  windowMs: 15 * 60 * 1000,
  perEmail: 5,
  perAddress: 20,
  /**
   * Our choice: the limit of a whole IPv6 /48, because a customer of a provider has up to 65,536 networks of the size
   * /64.
   */
  perNetwork: 100,
  /** Our choice: the limit of an account at all addresses together. */
  perEmailEverywhere: 100,
  /** Our choice: the limit of mails, or notifications, for 'Forgot password?' to one account. */
  linksPerEmail: 20,
  /**
   * Our choice: the limit of sign-ins at the provider, and of those with a passkey, that one network address begins. A company
   * may share an address.
   */
  begunSignIns: 300,
  /** Our choice: the limit of repeated invitations to one user. */
  invitationsPerUser: 5,
  /** Our choice: the limit of comments on containers by one user. */
  commentsPerUser: 60,
  /** Our choice: the limit of reads of one calendar. A user may have it in several programs, which read it every hour. */
  calendarReads: 60,
};

/** The time for which an address counts as known to an account after a sign-in. Our choice. */
export const knownAddressMs = 90 * dayMs;
