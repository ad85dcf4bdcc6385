import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { refusal } from '../refusal.ts';

/** `/metrics` for a Prometheus server that sends METRICS_TOKEN. Without this setting there is no such route. */
export function answerMetrics(app: FastifyInstance, { config, metrics }: Context): void {
  const { metricsToken } = config;
  if (!metrics || !metricsToken) return;
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    metrics.recordRequest({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
  });
  app.get('/metrics', async (request, reply) => {
    if (!isEqual(request.headers.authorization ?? '', `Bearer ${metricsToken}`))
      throw refusal.unauthenticated('metrics.wrong_token');
    const { type, text } = await metrics.read();
    return reply.type(type).header('cache-control', 'no-store').send(text);
  });
}

/** Compares in constant time. */
function isEqual(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
