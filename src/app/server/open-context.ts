import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { makeTableReader } from '#features/extraction/server/table-reader.ts';
import { damageRecords } from '#features/integrity/server/damage.service.ts';
import { refusals } from '#features/session/session.texts.ts';
import { gaugesOf } from '#features/system/server/gauges.service.ts';
import { recordWrongToken } from '#features/tokens/server/wrong-tokens.service.ts';
import { scannerVersion } from '#features/virus-scan/server/clamd.ts';
import { makeHashingSlots } from '#server/access/hashing-slots.ts';
import { makeIntegrityCache } from '#server/blobs/integrity-cache.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { asCannotStart, openReadPool } from '#server/database/open.ts';
import { openPostgresEvents } from '#server/database/postgres-events.ts';
import { readOrCreateSecret } from '#server/database/settings.queries.ts';
import { openTextIndexWriter } from '#server/database/text-index-writer.ts';
import { makeDeferred } from '#server/deferred.ts';
import { makeEvents } from '#server/events.ts';
import { makeOpenRequests } from '#server/http/open-requests.ts';
import type { Mailer } from '#server/mail.ts';
import type { Gauges, Metrics } from '#server/metrics.ts';
import type { FirstSignIn } from './first-run.ts';
import { claimStorage, joinStorage } from './storage-handles.ts';
import type { StorageHandles } from './storage-handles.ts';

export type OpenContext = {
  ctx: Context;
  /** Closes the database and releases the data folder. */
  close: () => Promise<void>;
};

/** Opens the context of a server with one process. Throws CannotStart with advice for the administrator. */
export async function openContext(
  config: Config,
  log: FastifyBaseLogger,
  clock = () => new Date(),
): Promise<OpenContext & { firstSignIn: FirstSignIn | undefined }> {
  const storage = await claimStorage(config, log, clock());
  return { ...(await buildContext(storage, config, log, clock)), firstSignIn: storage.firstSignIn };
}

/** Opens the context of a worker process. The primary has prepared the storage. */
export async function openWorkerContext(config: Config, log: FastifyBaseLogger, worker: number): Promise<OpenContext> {
  return buildContext(await joinStorage(config, log, worker), config, log, () => new Date());
}

async function buildContext(
  { db, blobs, release }: StorageHandles,
  config: Config,
  log: FastifyBaseLogger,
  clock: () => Date,
): Promise<OpenContext> {
  try {
    const { scanner } = config;
    const appKey = await readOrCreateSecret(db, 'app_key');
    const listDb = openReadPool(config, db);
    const { events, stop: stopEvents } = await openEvents(config, log);
    const metrics = await openMetrics(config, () => gaugesOf(ctx));
    const integrityCache = makeIntegrityCache({ blobs, clock, log }, damageRecords({ db, clock, events, metrics }));
    const ctx: Context = {
      config,
      db,
      listDb,
      textIndex: openTextIndexWriter(config, db),
      blobs,
      tableReader: makeTableReader(),
      integrityCache,
      clock,
      log,
      events,
      metrics,
      hashing: makeHashingSlots(refusals.tooBusy, config.workers),
      deferred: makeDeferred(log),
      openRequests: makeOpenRequests(),
      scannerVersion: scanner && (() => scannerVersion(scanner.address)),
      recordWrongToken: recordWrongToken({ db, clock }),
      mailer: await openMailer(config),
      appKey,
    };
    return {
      ctx,
      close: async () => {
        await ctx.deferred.flush();
        ctx.tableReader.stop();
        await integrityCache.stop();
        await ctx.textIndex.stop();
        await stopEvents();
        await listDb.destroy();
        await db.destroy();
        release();
      },
    };
  } catch (error) {
    await db.destroy();
    release();
    throw asCannotStart(config, error);
  }
}

/** With PostgreSQL, several servers may share the database, so events are sent to all of them. */
async function openEvents({ databaseUrl }: Config, log: FastifyBaseLogger) {
  if (!databaseUrl) return { events: makeEvents(), stop: async () => {} };
  return openPostgresEvents(databaseUrl, log);
}

/** Loads the mail library only if the server sends mail. */
async function openMailer({ smtp, brandName }: Config): Promise<Mailer | undefined> {
  if (!smtp) return undefined;
  const { makeMailer } = await import('#server/mail.ts');
  return makeMailer(smtp, brandName);
}

/** Loads the metrics library, which costs memory, only if METRICS_TOKEN is set. */
async function openMetrics({ metricsToken }: Config, readGauges: () => Promise<Gauges>): Promise<Metrics | undefined> {
  if (!metricsToken) return undefined;
  const { makeMetrics } = await import('#server/metrics.ts');
  return makeMetrics(readGauges);
}

/** The output folder of the front end's build. */
export const browserFolder = join(import.meta.dirname, '../../../dist/web');
