import type { FastifyInstance } from 'fastify';
import { cookieOptions } from '../access/caller.ts';
import type { Context } from '../context.ts';
import { maxLagMs } from '../database/postgres-replica.ts';

const cookie = 'stowage_seen';

// No server reads from a replica that is more than `maxLagMs` behind, so after twice that time the cookie is not needed.
const cookieSeconds = (2 * maxLagMs) / 1000;

/**
 * Every list contains the caller's own writes. The response to a write waits until this server knows the position in the
 * write-ahead log that a replica must have reached. A cookie takes this position to the other servers.
 */
export function readAfterWrite(app: FastifyInstance, { replica, config }: Context): void {
  if (!replica) return;
  app.addHook('onRequest', async (request) => {
    const position = request.cookies[cookie];
    if (position !== undefined) replica.requirePosition(position);
  });
  app.addHook('onSend', async (request, reply) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return;
    const options = { ...cookieOptions({ config }, request, cookieSeconds), httpOnly: true };
    reply.setCookie(cookie, await replica.recordWrite(), options);
  });
}
