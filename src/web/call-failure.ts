import type { Failure } from '#shared/failure.ts';

/** A failed call. `status` is 0 if there was no response. */
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

/** Returns whether a call ended because the user or the screen cancelled it. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** An answer may have field errors without a message. An empty message makes `explain` use them, or its fallback text. */
export function asFailure(body: unknown): Failure {
  const isFailure = typeof body === 'object' && body !== null && ('message' in body || 'errors' in body);
  return { message: '', ...(isFailure && (body as Partial<Failure>)) };
}
