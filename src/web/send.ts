import { CallFailure } from './call-failure.ts';
import type { Request } from './request.ts';
import { texts } from './texts.ts';

/** A response before its body is parsed. */
export type Reply = { status: number; text: string };

type Headers = Record<string, string>;

/** JSON calls are small. A call without a response after this time has failed. */
const responseTimeoutMs = 30_000;

/** Sends a request with a JSON body or none. Throws a CallFailure with status 0 if there is no response. */
export async function send(
  request: Request,
  headers: Headers,
  { signal, outlivesPage = false }: { signal?: AbortSignal; outlivesPage?: boolean } = {},
): Promise<Reply> {
  const timeout = AbortSignal.timeout(responseTimeoutMs);
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: { Accept: 'application/json', ...(request.body && { 'Content-Type': 'application/json' }), ...headers },
      body: request.body ?? null,
      credentials: 'same-origin',
      keepalive: outlivesPage,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (signal?.aborted) throw new DOMException('Aborted', 'AbortError');
    // A change may have been made although its answer is lost.
    const isChange = request.method !== 'GET' && navigator.onLine;
    const message = isChange ? texts.maybeSaved : timeout.aborted ? texts.tooSlow : texts.unreachable;
    throw new CallFailure(0, { message }, { cause: error });
  }
}
