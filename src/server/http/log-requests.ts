import type { FastifyInstance } from 'fastify';

/** One line for each answer: reads that went well at 'debug', everything else at 'info'. Addresses are logged without their query. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const level = request.method === 'GET' && reply.statusCode < 400 ? 'debug' : 'info';
    request.log[level](
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        caller: request.visit?.caller?.id,
      },
      'answered',
    );
    done();
  });
}
