import type { FastifyInstance } from 'fastify';
import { refusal } from '../refusal.ts';

/**
 * Refuses a request with two Host headers, of which a proxy in front may have used the other one. Node keeps the first.
 * Source: RFC 9112 section 3.2.
 */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { rawHeaders } = request.raw;
    let hosts = 0;
    for (let index = 0; index < rawHeaders.length; index += 2)
      if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
    done(hosts > 1 ? refusal.badRequest('request.malformed', 'The request has more than one Host header.') : undefined);
  });
}
