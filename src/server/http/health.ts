import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { checkWritable } from '../database/dialect/maintenance.ts';
import { Refusal } from '../refusal.ts';
import { isStoreFull } from '../system-errors.ts';

const checkTimeoutMs = 3_000;

type Status = 'ok' | 'full' | 'unavailable';

// Limits the writes that requests without a session cause.
const storageCheckAgeMs = 1_000;

/**
 * `/healthz`: the process responds. `/readyz`: the database responds, and the file store accepts files. A full store is
 * reported but does not make the server unavailable, because reads, sign-ins and deletions work. Neither needs a sign-in.
 */
export function answerHealth(app: FastifyInstance, ctx: Context): void {
  let storage: { at: number; status: Promise<Status> } | undefined;
  const storageStatus = () => {
    if (!storage || performance.now() - storage.at > storageCheckAgeMs)
      storage = { at: performance.now(), status: statusOf(() => ctx.blobs.checkWrite()) };
    return storage.status;
  };
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const checks = {
      database: await statusOf(() => checkWritable(ctx.db)),
      storage: await storageStatus(),
    };
    const ready = Object.values(checks).every((state) => state !== 'unavailable');
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', checks });
  });
}

/** Returns whether a check succeeds in time, or fails because the store is full. */
export async function statusOf(check: () => Promise<unknown>): Promise<Status> {
  let isFull = false;
  const checked = check().catch((error: unknown) => {
    isFull = isStoreFull(error) || (error instanceof Refusal && error.code === 'store.full');
    throw error;
  });
  if ((await responseMsOf(() => checked)) !== undefined) return 'ok';
  return isFull ? 'full' : 'unavailable';
}

/** Returns the response time of a check, or undefined if it fails or takes too long. */
export async function responseMsOf(check: () => Promise<unknown>): Promise<number | undefined> {
  const began = performance.now();
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, checkTimeoutMs, undefined).unref());
  const result = check().then(
    () => performance.now() - began,
    () => undefined,
  );
  return Promise.race([result, late]);
}
