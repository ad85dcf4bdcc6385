import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../parts.ts';
import { refusal } from '../refusal.ts';

/** `/metrics` for a Prometheus server that brings METRICS_TOKEN; without that setting there is no such address. */
export function answerMetrics(app: FastifyInstance, { config, metrics }: Parts): void {
  const { metricsToken } = config;
  if (!metrics || !metricsToken) return;
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    metrics.noteRequest({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
  });
  app.get('/metrics', async (request, reply) => {
    if (!isEqual(request.headers.authorization ?? '', `Bearer ${metricsToken}`)) throw refusal.unauthenticated();
    const { type, text } = await metrics.read();
    return reply.type(type).header('cache-control', 'no-store').send(text);
  });
}

/** Takes the same time wherever they differ. */
function isEqual(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
