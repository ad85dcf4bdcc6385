import type { FastifyInstance } from 'fastify';
import { askDatabase } from '../access/access.queries.ts';
import type { Parts } from '../parts.ts';

const checkWithinMs = 3_000;

/** `/healthz`: it serves. `/readyz`: database and file store answer. Neither needs a sign-in. */
export function answerHealth(app: FastifyInstance, parts: Parts): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const checks = {
      database: await answers(async () => askDatabase(parts.db)),
      storage: await answers(async () => parts.blobs.check()),
    };
    const ready = Object.values(checks).every((state) => state === 'ok');
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', checks });
  });
}

async function answers(check: () => Promise<unknown>): Promise<'ok' | 'unavailable'> {
  const late = new Promise<'unavailable'>((resolve) => setTimeout(resolve, checkWithinMs, 'unavailable').unref());
  const asked = check().then(
    () => 'ok' as const,
    () => 'unavailable' as const,
  );
  return Promise.race([asked, late]);
}
