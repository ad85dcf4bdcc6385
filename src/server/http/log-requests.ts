import type { FastifyInstance } from 'fastify';

/** Logs one line per response: successful reads at 'debug', all others at 'info'. URLs are logged without their query. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const level = request.method === 'GET' && reply.statusCode < 400 ? 'debug' : 'info';
    request.log[level](
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        caller: request.session?.caller?.id,
      },
      'answered',
    );
    done();
  });
}
