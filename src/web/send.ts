import { CallFailure } from './call-failure.ts';
import type { Request } from './request.ts';
import { texts } from './texts.ts';

/** An answer as it came, before anybody asks what it means. */
export type Reply = { status: number; text: string };

type Headers = Record<string, string>;

/** JSON calls are small; one that takes longer will not come back. */
const answersWithinMs = 30_000;

/** Sends a request whose body is JSON or nothing. Throws a CallFailure of status 0 when no answer comes. */
export async function send(
  request: Request,
  headers: Headers,
  { signal, outlivesPage = false }: { signal?: AbortSignal; outlivesPage?: boolean } = {},
): Promise<Reply> {
  const timeout = AbortSignal.timeout(answersWithinMs);
  try {
    const answer = await fetch(request.url, {
      method: request.method,
      headers: { Accept: 'application/json', ...(request.body && { 'Content-Type': 'application/json' }), ...headers },
      body: request.body ?? null,
      credentials: 'same-origin',
      keepalive: outlivesPage,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    if (signal?.aborted) throw new DOMException('Aborted', 'AbortError');
    throw new CallFailure(0, { message: timeout.aborted ? texts.tooSlow : texts.unreachable }, { cause: error });
  }
}
