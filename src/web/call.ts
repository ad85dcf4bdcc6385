import type { AnswerOf, Endpoint, InputOf } from '#shared/endpoint.ts';
import type { Failure } from '#shared/fields.ts';
import { antiForgeryHeader, antiForgeryToken, mustPrime, prime } from './anti-forgery.ts';
import { CallFailure } from './call-failure.ts';
import { fillRequest } from './request.ts';
import type { Attachment, Request } from './request.ts';
import { sendFiles } from './send-files.ts';
import { send } from './send.ts';
import type { Reply } from './send.ts';

export type CallOptions = {
  files?: readonly Attachment[];
  signal?: AbortSignal;
  /** Bytes of the form that have left so far. */
  onProgress?: (sentBytes: number) => void;
  /** Goes on when the page is left. */
  outlivesPage?: boolean;
};

/** The server no longer takes the anti-forgery token. Source: decisions.md section 2. */
const tokenRefused = 419;

/**
 * Makes one call of a contract and hands back its answer as the contract types it; nothing is validated here.
 * Throws a CallFailure for every answer that is no success and when no answer comes, an AbortError when aborted.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  const request = fillRequest(endpoint, input ?? {}, options.files);
  if (request.method !== 'GET' && mustPrime(endpoint.path)) await prime(options.signal);
  const first = await sendOnce(request, options);
  return answerOf(first.status === tokenRefused ? await retryPrimed(request, options) : first) as AnswerOf<E>;
}

async function retryPrimed(request: Request, options: CallOptions): Promise<Reply> {
  await prime(options.signal);
  return sendOnce(request, options);
}

function sendOnce(request: Request, options: CallOptions): Promise<Reply> {
  const token = request.method === 'GET' ? undefined : antiForgeryToken();
  const headers = token === undefined ? {} : { [antiForgeryHeader]: token };
  if (request.body instanceof FormData) return sendFiles(request, headers, options);
  return send(request, headers, options);
}

function answerOf({ status, text }: Reply): unknown {
  const succeeded = status >= 200 && status < 300;
  if (succeeded && text === '') return undefined;
  const answer = parse(text);
  if (succeeded && answer !== undefined) return answer;
  throw new CallFailure(status, asFailure(answer));
}

/** A proxy's HTML page is no answer of ours. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An empty message makes `explain` fall back to the catalogue's sentence. */
function asFailure(answer: unknown): Failure {
  const isFailure = typeof answer === 'object' && answer !== null && 'message' in answer;
  return isFailure ? (answer as Failure) : { message: '' };
}
