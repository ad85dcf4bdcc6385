import type { FastifyRequest } from 'fastify';

// A JSON body has a few kilobytes. Uploads are timed by their progress instead.
const bodyTimeoutMs = 30_000;

/** Closes the connection of a client that does not finish a small body in time. */
export function refuseSlowBody(request: FastifyRequest): void {
  if (request.raw.complete) return;
  const timer = setTimeout(() => request.raw.destroy(), bodyTimeoutMs);
  timer.unref();
  const stop = () => clearTimeout(timer);
  request.raw.once('end', stop);
  request.raw.once('close', stop);
}
