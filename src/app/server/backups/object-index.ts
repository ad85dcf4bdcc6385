import { DatabaseSync } from 'node:sqlite';
import type { Part } from './repository.ts';

/** The objects of a repository, which may be too many for memory. */
export type ObjectIndex = Disposable & {
  add: (objects: readonly Part[]) => void;
  /** Whether there is an object with this hash and size. */
  has: (object: Part) => boolean;
  addNew: (object: Part) => void;
  /** The objects that this run has written. */
  listNew: () => Iterable<Part>;
  forget: (sha256: string) => void;
  /** Marks objects that a restore point names. Returns false if the last one was marked before. */
  mark: (objects: readonly Part[]) => boolean;
  listMarked: () => Iterable<Part>;
  countMarked: () => number;
  listUnmarked: () => Iterable<Part>;
};

/** SQLite keeps a database without a name in a temporary file, and deletes the file when it is closed. */
export function openObjectIndex(): ObjectIndex {
  const file = new DatabaseSync('');
  file.exec(`create table objects (
    sha256 text primary key, size integer, is_new integer default 0, is_marked integer default 0) without rowid`);
  const insert = file.prepare('insert or replace into objects (sha256, size, is_new) values (?, ?, ?)');
  const find = file.prepare('select size from objects where sha256 = ?');
  const markOne = file.prepare(`insert into objects (sha256, size, is_marked) values (?, ?, 1)
    on conflict do update set is_marked = 1 where is_marked = 0`);
  const remove = file.prepare('delete from objects where sha256 = ?');
  const inOne = (work: () => void) => {
    file.exec('begin');
    work();
    file.exec('commit');
  };
  const select = (condition: string) =>
    file.prepare(`select sha256, size from objects where ${condition}`).iterate() as Iterable<Part>;
  return {
    add: (objects) => inOne(() => objects.forEach(({ sha256, size }) => insert.run(sha256, size, 0))),
    has: ({ sha256, size }) => find.get(sha256)?.['size'] === size,
    addNew: ({ sha256, size }) => void insert.run(sha256, size, 1),
    listNew: () => select('is_new = 1'),
    forget: (sha256) => void remove.run(sha256),
    mark(objects) {
      let isNew = false;
      inOne(() => objects.forEach(({ sha256, size }) => (isNew = markOne.run(sha256, size).changes > 0)));
      return isNew;
    },
    listMarked: () => select('is_marked = 1'),
    countMarked: () => Number(file.prepare('select count(*) as n from objects where is_marked = 1').get()?.['n']),
    listUnmarked: () => select('is_marked = 0'),
    [Symbol.dispose]: () => file.close(),
  };
}
