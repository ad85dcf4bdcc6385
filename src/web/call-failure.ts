import type { Failure } from '#shared/fields.ts';

/** A call that went wrong. `status` is 0 when no answer came at all. */
export class CallFailure extends Error {
  readonly status: number;
  readonly failure: Failure;

  constructor(status: number, failure: Failure, options?: ErrorOptions) {
    super(failure.message || `HTTP ${status}`, options);
    this.name = 'CallFailure';
    this.status = status;
    this.failure = failure;
  }
}

/** Whether a call ended because the person or the screen no longer wanted it. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
