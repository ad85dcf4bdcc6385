import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { HashingSlots } from './access/password-hash.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import type { BlobWatch } from './blobs/blob-watch.ts';
import type { Config } from './config.ts';
import type { Replica } from './database/postgres-replica.ts';
import type { Tables } from './database/tables.ts';
import type { Events } from './events.ts';
import type { Mailer } from './mail.ts';
import type { Metrics } from './metrics.ts';
import type { NameBook } from './names/name-book.ts';

export type Db = Kysely<Tables>;

/** What a function may be handed; made once, in main or in a test. */
export type Parts = Readonly<{
  config: Config;
  db: Db;
  /** The same records for lists and searches, which may take longer: asking here never holds up a write. May be a replica. */
  reader: Db;
  /** The same, for what acts on what it reads or must go together with something else that was read: never a replica. */
  latest: Db;
  /** None without DATABASE_REPLICA_URL. */
  replica: Replica | undefined;
  /** All files' names in memory, for searches among many. */
  names: NameBook;
  blobs: BlobStore;
  /** What is known of the bytes in there, and who is told when they are damaged. */
  watch: BlobWatch;
  /** The only clock the server reads. */
  clock: () => Date;
  log: FastifyBaseLogger;
  /** Tells connected browsers what to ask about again. */
  events: Events;
  hashing: HashingSlots;
  /** None without METRICS_TOKEN. */
  metrics: Metrics | undefined;
  /** None without SMTP_URL. */
  mailer: Mailer | undefined;
  /** Signs anti-forgery tokens; kept in the database, so that every server has the same. */
  appKey: Buffer;
}>;
