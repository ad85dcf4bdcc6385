import { DatabaseSync } from 'node:sqlite';
import type { BlobRecord } from '#server/blobs/blob-store.ts';

/** A list of distinct blobs that may be too long for memory. */
export type BlobSpool = Disposable & {
  add: (records: readonly BlobRecord[]) => void;
  /** Returns the blobs in the order of their keys. */
  all: () => Iterable<BlobRecord>;
  total: () => { blobs: number; bytes: number };
};

/** Opens a SQLite database without a name. SQLite stores it in a temporary file and deletes the file when it is closed. */
export function openBlobSpool(): BlobSpool {
  const file = new DatabaseSync('');
  file.exec('create table blobs (key text primary key, size integer, sha256 text) without rowid');
  const insert = file.prepare('insert or ignore into blobs values (?, ?, ?)');
  return {
    add(records) {
      file.exec('begin');
      for (const { key, size, sha256 } of records) insert.run(key, size, sha256);
      file.exec('commit');
    },
    all: () => file.prepare('select key, size, sha256 from blobs order by key').iterate() as Iterable<BlobRecord>,
    total: () =>
      file.prepare('select count(*) as blobs, coalesce(sum(size), 0) as bytes from blobs').get() as {
        blobs: number;
        bytes: number;
      },
    [Symbol.dispose]: () => file.close(),
  };
}
