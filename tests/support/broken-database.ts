import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Makes a table and its index disagree, in a way that only a complete check of the database finds. */
export function breakIndex(dataDir: string): void {
  const open = () => {
    const file = new DatabaseSync(join(dataDir, 'stowage.db'), { timeout: 5_000, defensive: false });
    file.exec('pragma writable_schema = on');
    return file;
  };
  const first = open();
  const index = first
    .prepare(
      "select rowid, * from sqlite_schema where type = 'index' and tbl_name = 'users' and sql like '%email_key%'",
    )
    .get() as Record<'rowid' | 'rootpage', number> & Record<'type' | 'name' | 'tbl_name' | 'sql', string>;
  first.prepare('delete from sqlite_schema where rowid = ?').run(index.rowid);
  first.close();
  const second = open();
  // The index is unknown at this moment, so it does not get an entry.
  second.exec("update users set email_key = 'changed@example.com' where id = 1");
  const { rowid, type, name, tbl_name, rootpage, sql } = index;
  second
    .prepare('insert into sqlite_schema (rowid, type, name, tbl_name, rootpage, sql) values (?, ?, ?, ?, ?, ?)')
    .run(rowid, type, name, tbl_name, rootpage, sql);
  second.close();
}

/** Overwrites the first page of a table. No server may be running. */
export function scratchPage(dataDir: string, table: string): void {
  const path = join(dataDir, 'stowage.db');
  const file = new DatabaseSync(path);
  // Otherwise the log would contain a good copy of the page.
  file.exec('pragma wal_checkpoint(truncate)');
  const found = file.prepare('select rootpage from sqlite_schema where name = ?').get(table);
  const size = file.prepare('pragma page_size').get();
  file.close();
  const [rootPage, pageBytes] = [Number(found?.['rootpage']), Number(size?.['page_size'])];
  const handle = openSync(path, 'r+');
  writeSync(handle, Buffer.alloc(pageBytes, 0xa5), 0, pageBytes, (rootPage - 1) * pageBytes);
  closeSync(handle);
}
