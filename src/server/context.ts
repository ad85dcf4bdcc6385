import type { FastifyBaseLogger } from 'fastify';
import type { HashingSlots } from './access/hashing-slots.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import type { IntegrityCache } from './blobs/integrity-cache.ts';
import type { Config } from './config.ts';
import type { Db } from './database/db.ts';
import type { TextIndexWriter } from './database/text-index-writer.ts';
import type { Deferred } from './deferred.ts';
import type { Events } from './events.ts';
import type { OpenRequests } from './http/open-requests.ts';
import type { Mailer } from './mail.ts';
import type { Metrics } from './metrics.ts';
import type { TableReader } from './table-reader.ts';

/** The services that functions receive as `ctx`. It is created once, in main or in a test. */
export type Context = Readonly<{
  config: Config;
  /** For every write, and for every read of few rows. */
  db: Db;
  /**
   * For lists and searches, which may be slow: SQLite's read threads. With PostgreSQL it is `db`. Contains everything that
   * is committed.
   */
  listDb: Db;
  textIndex: TextIndexWriter;
  blobs: BlobStore;
  tableReader: TableReader;
  /** Results of integrity checks. Reports damaged blobs. */
  integrityCache: IntegrityCache;
  /** The only clock the server reads. */
  clock: () => Date;
  log: FastifyBaseLogger;
  /** Publishes to connected browsers which data is out of date. */
  events: Events;
  hashing: HashingSlots;
  deferred: Deferred;
  /** Limits the open requests of each user. */
  openRequests: OpenRequests;
  /** Undefined without METRICS_TOKEN. */
  metrics: Metrics | undefined;
  /** Asks the virus scanner for its version. Undefined without CLAMAV_URL. */
  scannerVersion: (() => Promise<string>) | undefined;
  /** Records in the audit log that a wrong access token came from this address. */
  recordWrongToken: (address: string) => Promise<void>;
  /** Undefined without SMTP_URL. */
  mailer: Mailer | undefined;
  /** Signs anti-forgery tokens. It is stored in the database, so that all servers share it. */
  appKey: Buffer;
}>;
