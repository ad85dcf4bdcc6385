import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type { ErrorAnswer } from '#shared/error-codes.ts';

const tooSlow = ['408 Request Timeout', 'request.timeout', 'The request took too long to arrive.'] as const;
const tooLong = [
  '431 Request Header Fields Too Large',
  'request.headers_too_large',
  'The headers of the request are too long.',
] as const;
const malformed = ['400 Bad Request', 'request.malformed', 'The request could not be understood.'] as const;

const answers: Partial<Record<string, readonly [status: string, code: ErrorAnswer['code'], message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
  HPE_HEADER_OVERFLOW: tooLong,
};

/**
 * Answers data that is not a valid request and closes the connection, because the start of the next request is unknown. The
 * data is not logged, because it may contain secrets.
 */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket, log: FastifyBaseLogger): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, message] = answers[error.code ?? ''] ?? malformed;
  log.info({ status: Number.parseInt(status, 10), code, address: socket.remoteAddress }, 'refused an invalid request');
  const body = JSON.stringify({ message, code } satisfies ErrorAnswer);
  const lines = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
