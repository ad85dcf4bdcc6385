import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type FileRow = { name: string; size: number; sha256: string };

/** The database of the bare servers: as durable as ours, with one table. */
export function openRows(folder: string): { add: (files: FileRow[]) => void } {
  const file = new DatabaseSync(join(folder, 'bare.db'));
  file.exec('pragma journal_mode = wal; pragma synchronous = full');
  file.exec('create table files (id integer primary key, name text, size integer, sha256 text)');
  const insert = file.prepare('insert into files (name, size, sha256) values (?, ?, ?)');
  return {
    add: (files) => {
      file.exec('begin immediate');
      for (const { name, size, sha256 } of files) insert.run(name, size, sha256);
      file.exec('commit');
    },
  };
}
