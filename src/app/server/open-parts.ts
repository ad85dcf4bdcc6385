import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { nameRecords } from '#features/files/server/name-records.queries.ts';
import { damageRecords } from '#features/integrity/server/damage.service.ts';
import { refusals } from '#features/session/session.texts.ts';
import { levelsOf } from '#features/system/server/levels.service.ts';
import { makeHashingSlots } from '#server/access/password-hash.ts';
import { makeBlobWatch } from '#server/blobs/blob-watch.ts';
import type { Config } from '#server/config.ts';
import { keptSecret } from '#server/database/first-run.ts';
import type { FirstSignIn } from '#server/database/first-run.ts';
import { asCannotStart, openReader } from '#server/database/open.ts';
import { openPostgresEvents } from '#server/database/postgres-events.ts';
import { makeEvents } from '#server/events.ts';
import type { Mailer } from '#server/mail.ts';
import type { Levels, Metrics } from '#server/metrics.ts';
import { makeNameBook, threadsFor } from '#server/names/name-book.ts';
import type { Db, Parts } from '#server/parts.ts';
import { claimGround, joinGround } from './open-ground.ts';
import type { Ground } from './open-ground.ts';

export type OpenParts = {
  parts: Parts;
  /** Lets go of the database and the data folder. */
  close: () => Promise<void>;
};

/** Opens everything that a server of one process stands on. Throws CannotStart with what to do. */
export async function openParts(
  config: Config,
  log: FastifyBaseLogger,
  clock = () => new Date(),
): Promise<OpenParts & { firstSignIn: FirstSignIn | undefined }> {
  const ground = await claimGround(config, log, clock());
  return { ...(await partsOn(ground, config, log, clock)), firstSignIn: ground.firstSignIn };
}

/** The same for one of several workers, for whom the primary has prepared everything. */
export async function openWorkerParts(config: Config, log: FastifyBaseLogger, worker: number): Promise<OpenParts> {
  return partsOn(await joinGround(config, log, worker), config, log, () => new Date());
}

async function partsOn(
  { db, blobs, release }: Ground,
  config: Config,
  log: FastifyBaseLogger,
  clock: () => Date,
): Promise<OpenParts> {
  try {
    const appKey = await keptSecret(db, 'app_key');
    const latest = openReader(config, db);
    const { events, stop: stopEvents } = await openEvents(config, log);
    const metrics = await openMetrics(config, () => levelsOf(parts));
    const replica = await openReplicaOf(db, config, log);
    // Who asks on hearing an event must find the change, wherever it was made.
    events.listen(() => void replica?.noteWrite());
    const watch = makeBlobWatch({ blobs, clock, log }, damageRecords({ db, clock, events, metrics }));
    const parts: Parts = {
      config,
      db,
      reader: replica?.reader ?? latest,
      latest,
      replica,
      names: makeNameBook(nameRecords, log, { threads: threadsFor(config.workers) }),
      blobs,
      watch,
      clock,
      log,
      events,
      metrics,
      hashing: makeHashingSlots(refusals.tooBusy, config.workers),
      mailer: await openMailer(config),
      appKey,
    };
    return {
      parts,
      close: async () => {
        await watch.stop();
        await parts.names.stop();
        await stopEvents();
        await replica?.stop();
        if (latest !== db) await latest.destroy();
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

/** With a database that several servers may share, events go to all of them. */
async function openEvents({ databaseUrl }: Config, log: FastifyBaseLogger) {
  if (!databaseUrl) return { events: makeEvents(), stop: async () => {} };
  return openPostgresEvents(databaseUrl, log);
}

async function openReplicaOf(db: Db, config: Config, log: FastifyBaseLogger) {
  if (!config.replicaUrl) return undefined;
  const { openReplica } = await import('#server/database/postgres-replica.ts');
  return openReplica(db, config.replicaUrl, config.workers, log);
}

/** The mail library is loaded only where mail is sent. */
async function openMailer({ smtp }: Config): Promise<Mailer | undefined> {
  if (!smtp) return undefined;
  const { makeMailer } = await import('#server/mail.ts');
  return makeMailer(smtp.url, smtp.from);
}

/** Counting costs memory, so it is loaded only where somebody reads it. */
async function openMetrics({ metricsToken }: Config, look: () => Promise<Levels>): Promise<Metrics | undefined> {
  if (!metricsToken) return undefined;
  const { makeMetrics } = await import('#server/metrics.ts');
  return makeMetrics(look);
}

/** Where the front end is built to. */
export const browserFolder = join(import.meta.dirname, '../../../dist/web');
