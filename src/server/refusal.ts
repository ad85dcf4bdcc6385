import { errorCodes } from '#shared/error-codes.ts';
import type { CodeOf, ErrorAnswer, ErrorCode } from '#shared/error-codes.ts';

/** A function if there are numbers to format, so that the response has them in the format of its reader. */
export type Sentence = string | (() => string);

const textOf = (sentence: Sentence) => (typeof sentence === 'string' ? sentence : sentence());

/**
 * An expected failure: a code with its status, and a sentence with advice for the user. Any other thrown error is a
 * bug.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly sentence: Sentence;
  readonly errors: Record<string, Sentence[]> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly details: object | undefined;

  constructor(
    code: ErrorCode,
    sentence: Sentence,
    more: {
      /** For the few statuses of the framework that have no code of their own. */
      status?: number;
      errors?: Record<string, Sentence[]>;
      retryAfterSeconds?: number;
      details?: object | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(textOf(sentence), more.cause === undefined ? {} : { cause: more.cause });
    this.code = code;
    this.sentence = sentence;
    this.status = more.status ?? errorCodes[code].status;
    this.errors = more.errors;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.details = more.details;
  }

  /** Returns the message and the errors of the fields, with numbers in the format of `formatFor`. */
  written(): Pick<ErrorAnswer, 'message' | 'errors'> {
    const errors = Object.entries(this.errors ?? {}).map(
      ([field, sentences]) => [field, sentences.map(textOf)] as const,
    );
    return { message: textOf(this.sentence), ...(this.errors && { errors: Object.fromEntries(errors) }) };
  }
}

/** The statuses and fixed sentences of docs/choices.md#error-answers. */
export const refusal = {
  badRequest: (code: CodeOf<400>, message: string) => new Refusal(code, message),
  unauthenticated: (code: CodeOf<401>, message = 'Unauthenticated.') => new Refusal(code, message),
  forbidden: (code: CodeOf<403>, message = 'You are not allowed to do this.') => new Refusal(code, message),
  /** The browser asks the user for the password and repeats the call. */
  unconfirmed: () =>
    new Refusal('password.confirmation_required', 'Confirm your password first.', {
      details: { confirm_password: true },
    }),
  notFound: (code: CodeOf<404>, message: Sentence = 'Not found.', details?: object) =>
    new Refusal(code, message, { details }),
  conflict: (code: CodeOf<409>, message: Sentence, details?: object) => new Refusal(code, message, { details }),
  tooLarge: (code: CodeOf<413>, message: Sentence) => new Refusal(code, message),
  csrf: () => new Refusal('csrf.mismatch', 'CSRF token mismatch.'),
  invalid: (code: CodeOf<422>, field: string, message: Sentence) =>
    new Refusal(code, message, { errors: { [field]: [message] } }),
  tooManyTries: (message: string, retryAfterSeconds: number) =>
    new Refusal('rate_limit.exceeded', message, { retryAfterSeconds }),
  unavailable: (code: CodeOf<503>, message: string, cause?: unknown) =>
    new Refusal(code, message, { retryAfterSeconds: 5, cause }),
  storeAway: (cause?: unknown) =>
    refusal.unavailable('store.unavailable', 'The file store does not answer right now. Try again in a moment.', cause),
  storeFull: (
    cause?: unknown,
    message = 'The server has run out of disk space, so nothing could be saved. Tell an administrator.',
  ) => new Refusal('store.full', message, { cause }),
};
