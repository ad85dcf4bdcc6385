import type { FastifyInstance } from 'fastify';
import { cookieOptions } from '../access/caller.ts';
import { lateAfterMs } from '../database/postgres-replica.ts';
import type { Parts } from '../parts.ts';

const cookie = 'stowage_seen';

// After that no server reads from a replica that has not got there.
const keptSeconds = (2 * lateAfterMs) / 1000;

/**
 * What a person has written is in every list that they ask for afterwards. The answer to a write waits until this server knows
 * up to where a replica must have come, and a cookie tells the others.
 */
export function seeOwnWrites(app: FastifyInstance, { replica, config }: Parts): void {
  if (!replica) return;
  app.addHook('onRequest', async (request) => {
    const seen = request.cookies[cookie];
    if (seen !== undefined) replica.noteSeen(seen);
  });
  app.addHook('onSend', async (request, reply) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return;
    const options = { ...cookieOptions({ config }, request, keptSeconds), httpOnly: true };
    reply.setCookie(cookie, await replica.noteWrite(), options);
  });
}
