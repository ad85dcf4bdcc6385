import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { listNamedBlobs } from '#features/files/server/files.queries.ts';
import { nameRecords } from '#features/files/server/name-records.queries.ts';
import { damageRecords } from '#features/integrity/server/damage.service.ts';
import { refusals } from '#features/session/session.texts.ts';
import { makeHashingSlots } from '#server/access/password-hash.ts';
import { blobPlace } from '#server/blobs/blob-place.ts';
import { makeBlobWatch } from '#server/blobs/blob-watch.ts';
import type { Config } from '#server/config.ts';
import { claimDataFolder, makeDataFolder, markStore } from '#server/database/data-folder.ts';
import { firstRun, keptSecret } from '#server/database/first-run.ts';
import type { FirstSignIn } from '#server/database/first-run.ts';
import { asCannotStart, openDatabase, openReader } from '#server/database/open.ts';
import { openPostgresEvents } from '#server/database/postgres-events.ts';
import { makeEvents } from '#server/events.ts';
import type { Mailer } from '#server/mail.ts';
import type { Metrics } from '#server/metrics.ts';
import { makeNameBook } from '#server/names/name-book.ts';
import type { Parts } from '#server/parts.ts';

export type OpenParts = {
  parts: Parts;
  /** The administrator's sign-in, at the very first start, when its password was made here. */
  firstSignIn: FirstSignIn | undefined;
  /** Lets go of the database and the data folder. */
  close: () => Promise<void>;
};

/** Opens everything the server stands on and tidies what a crash has left. Throws CannotStart with what to do. */
export async function openParts(config: Config, log: FastifyBaseLogger, clock = () => new Date()): Promise<OpenParts> {
  await makeDataFolder(config.dataDir);
  const release = claimDataFolder(config.dataDir);
  try {
    const db = await openDatabase(config, clock());
    try {
      const firstSignIn = await firstRun(db, config, clock());
      const place = await blobPlace(config);
      await markStore(db, place);
      const blobs = await place.open();
      const removed = await blobs.recover((keys) => listNamedBlobs(db, keys));
      if (removed > 0) log.info({ removed }, 'removed what an interrupted upload had left');
      const appKey = await keptSecret(db, 'app_key');
      const reader = openReader(config, db);
      const { events, stop: stopEvents } = await openEvents(config, log);
      const metrics = await openMetrics(config);
      const watch = makeBlobWatch({ blobs, clock, log }, damageRecords({ db, clock, events, metrics }));
      const parts: Parts = {
        config,
        db,
        reader,
        names: makeNameBook(nameRecords, log),
        blobs,
        watch,
        clock,
        log,
        events,
        metrics,
        hashing: makeHashingSlots(refusals.tooBusy),
        mailer: await openMailer(config),
        appKey,
      };
      return {
        parts,
        firstSignIn,
        close: async () => {
          await watch.stop();
          await parts.names.stop();
          await stopEvents();
          if (reader !== db) await reader.destroy();
          await db.destroy();
          release();
        },
      };
    } catch (error) {
      await db.destroy();
      throw asCannotStart(config, error);
    }
  } catch (error) {
    release();
    throw error;
  }
}

/** With a database that several servers may share, events go to all of them. */
async function openEvents({ databaseUrl }: Config, log: FastifyBaseLogger) {
  if (!databaseUrl) return { events: makeEvents(), stop: async () => {} };
  return openPostgresEvents(databaseUrl, log);
}

/** The mail library is loaded only where mail is sent. */
async function openMailer({ smtp }: Config): Promise<Mailer | undefined> {
  if (!smtp) return undefined;
  const { makeMailer } = await import('#server/mail.ts');
  return makeMailer(smtp.url, smtp.from);
}

/** Counting costs memory, so it is loaded only where somebody reads it. */
async function openMetrics({ metricsToken }: Config): Promise<Metrics | undefined> {
  if (!metricsToken) return undefined;
  const { makeMetrics } = await import('#server/metrics.ts');
  return makeMetrics();
}

/** Where the front end is built to. */
export const browserFolder = join(import.meta.dirname, '../../../dist/web');
