import type { Socket } from 'node:net';
import type { Failure } from '#shared/fields.ts';

const tooSlow = ['408 Request Timeout', 'The request took too long to arrive.'] as const;
const tooLong = ['431 Request Header Fields Too Large', 'The headers of the request are too long.'] as const;
const malformed = ['400 Bad Request', 'The request could not be understood.'] as const;

const answers: Partial<Record<string, readonly [status: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
  HPE_HEADER_OVERFLOW: tooLong,
};

/** Answers what did not even become a request, and closes: nobody knows where the next one would begin. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = answers[error.code ?? ''] ?? malformed;
  const body = JSON.stringify({ message } satisfies Failure);
  const lines = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
