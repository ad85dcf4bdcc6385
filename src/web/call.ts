import type { AnswerOf, Endpoint, InputOf } from '#shared/endpoint.ts';
import { parseJson } from '#shared/parse-json.ts';
import { antiForgeryHeader, antiForgeryToken, mustPrime, prime } from './anti-forgery.ts';
import { asFailure, CallFailure } from './call-failure.ts';
import { readAnswer } from './read-answer.ts';
import { fillRequest } from './request.ts';
import type { Attachment, Request } from './request.ts';
import { sendFiles } from './send-files.ts';
import { send } from './send.ts';
import type { Reply } from './send.ts';
import { shownUserHeaders } from './shown-user.ts';

export type CallOptions = {
  files?: readonly Attachment[];
  signal?: AbortSignal;
  /** Bytes of the form that have been sent so far. */
  onProgress?: (sentBytes: number) => void;
  /** The browser completes the call even if the user leaves the page. */
  outlivesPage?: boolean;
};

const changes = new Set<Promise<unknown>>();

/** Resolves as soon as no change is being sent. */
export async function changesSent(): Promise<void> {
  while (changes.size > 0) await Promise.allSettled(changes);
}

/** The status of a response that refuses the anti-forgery token. See docs/choices.md#error-answers. */
const tokenRefused = 419;

/**
 * Makes one call of a contract and returns the response body in the shape of the contract (read-answer.ts).
 * Throws a CallFailure for an error response or for no response, and an AbortError if aborted.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  const request = fillRequest(endpoint, input ?? {}, options.files);
  if (request.method === 'GET') return readReply(endpoint, await sendOnce(request, options)) as AnswerOf<E>;
  const change = sendChange(endpoint, request, options);
  changes.add(change);
  try {
    return readReply(endpoint, await change) as AnswerOf<E>;
  } finally {
    changes.delete(change);
  }
}

async function sendChange({ path }: Endpoint, request: Request, options: CallOptions): Promise<Reply> {
  if (mustPrime(path)) await primeFirst(options);
  const first = await sendOnce(request, options);
  return first.status === tokenRefused ? retryPrimed(request, options) : first;
}

/**
 * A change that outlives the page is sent right after the call for the token, with the token of the cookie: it would be lost if
 * the user left before an answer. A wrong token is refused, and the change is sent again.
 */
async function primeFirst({ outlivesPage = false, signal }: CallOptions): Promise<void> {
  if (!outlivesPage) return prime(signal);
  if (antiForgeryToken() === undefined) return primeOnPage(signal);
  void prime(signal).catch(() => undefined);
}

/** The browser asks before the page is left, because a change waits for the token. */
async function primeOnPage(signal?: AbortSignal): Promise<void> {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', warn);
  try {
    await prime(signal);
  } finally {
    window.removeEventListener('beforeunload', warn);
  }
}

async function retryPrimed(request: Request, options: CallOptions): Promise<Reply> {
  await (options.outlivesPage ? primeOnPage(options.signal) : prime(options.signal));
  return sendOnce(request, options);
}

function sendOnce(request: Request, options: CallOptions): Promise<Reply> {
  const headers = request.method === 'GET' ? {} : headersOfWrite();
  if (request.body instanceof FormData) return sendFiles(request, headers, options);
  return send(request, headers, options);
}

function headersOfWrite(): Record<string, string> {
  const token = antiForgeryToken();
  return { ...shownUserHeaders(), ...(token !== undefined && { [antiForgeryHeader]: token }) };
}

function readReply({ answer }: Endpoint, { status, text }: Reply): unknown {
  const succeeded = status >= 200 && status < 300;
  if (succeeded && text === '') return undefined;
  // A proxy may send an error page.
  const body = parseJson(text);
  if (succeeded && body !== undefined) return answer ? readAnswer(answer, body) : body;
  throw new CallFailure(status, asFailure(body));
}
