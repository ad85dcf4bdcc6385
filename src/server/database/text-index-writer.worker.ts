import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { answerJobs } from '../worker-thread.ts';
import type { IndexedText } from './text-index-writer.ts';

const { path } = workerData as { path: string };
const file = new DatabaseSync(path, { timeout: 20_000 });
// Without a flush for each text: the transaction that records the end of the extraction flushes the log up to here.
file.exec('pragma synchronous = normal; pragma temp_store = memory; pragma cache_size = -8192;');

const insert = file.prepare('insert or replace into text_words (rowid, words) select id, ? from texts where id = ?');
const merge = file.prepare(`insert into text_words (text_words, rank) values ('merge', 64)`);
const countChanges = file.prepare('select total_changes() as changes');
// The last inserted row id may exceed 2^53, and reading it as a number would throw.
for (const statement of [insert, merge]) statement.setReadBigInts(true);

// Every statement below holds the lock for writing, and other writers wait. An index that merges its segments by itself
// does so within an insert, which takes twice as long.
if (!file.prepare(`select 1 from text_words_config where k = 'automerge' and v = 0`).get())
  file.exec(`insert into text_words (text_words, rank) values ('automerge', 0)`);

const maxMerges = 100;
const pauseMs = 5;
const pausing = new Int32Array(new SharedArrayBuffer(4));

/** Lets writers take the lock. They try again every few milliseconds. */
const pause = () => void Atomics.wait(pausing, 0, 0, pauseMs);

const changes = () => (countChanges.get() as { changes: number }).changes;

/** Merges segments of the index in small steps. A step without work changes at most one row. Source: FTS5, 'merge'. */
function mergeSegments(): void {
  for (let step = 0; step < maxMerges; step += 1) {
    const before = changes();
    pause();
    merge.run();
    if (changes() - before < 2) return;
  }
}

answerJobs(({ id, words }: IndexedText): null => {
  // Sorted words take half the time to index.
  const sorted = words.split(' ').toSorted().join(' ');
  insert.run(sorted, id);
  mergeSegments();
  return null;
});
