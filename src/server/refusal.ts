/** An expected failure: a status and a sentence a person can act on. Everything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: Record<string, string[]> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly details: object | undefined;

  constructor(
    status: number,
    message: string,
    more: {
      errors?: Record<string, string[]>;
      retryAfterSeconds?: number;
      details?: object | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.status = status;
    this.errors = more.errors;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.details = more.details;
  }
}

/** The statuses and standing sentences of decisions.md section 2. */
export const refusal = {
  badRequest: (message: string) => new Refusal(400, message),
  unauthenticated: (message = 'Unauthenticated.') => new Refusal(401, message),
  forbidden: (message = 'You are not allowed to do this.') => new Refusal(403, message),
  /** The browser asks for the password and calls again. */
  unconfirmed: () => new Refusal(403, 'Confirm your password first.', { details: { confirm_password: true } }),
  notFound: (message = 'Not found.') => new Refusal(404, message),
  conflict: (message: string, details?: object) => new Refusal(409, message, { details }),
  tooLarge: (message: string) => new Refusal(413, message),
  csrf: () => new Refusal(419, 'CSRF token mismatch.'),
  invalid: (field: string, message: string) => new Refusal(422, message, { errors: { [field]: [message] } }),
  tooManyTries: (message: string, retryAfterSeconds: number) => new Refusal(429, message, { retryAfterSeconds }),
  unavailable: (message: string, cause?: unknown) => new Refusal(503, message, { retryAfterSeconds: 5, cause }),
  storeAway: (cause?: unknown) =>
    refusal.unavailable('The file store does not answer right now. Try again in a moment.', cause),
  storeFull: (message: string, cause?: unknown) => new Refusal(507, message, { cause }),
};
