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
  return (await answerMsOf(check)) === undefined ? 'unavailable' : 'ok';
}

/** How long something takes to answer; none when it fails or takes too long. */
export async function answerMsOf(check: () => Promise<unknown>): Promise<number | undefined> {
  const began = performance.now();
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, checkWithinMs, undefined).unref());
  const asked = check().then(
    () => performance.now() - began,
    () => undefined,
  );
  return Promise.race([asked, late]);
}
