import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { answerJobs } from '../worker-thread.ts';
import type { IndexedText } from './text-index-writer.ts';

const { path } = workerData as { path: string };
const file = new DatabaseSync(path, { timeout: 20_000 });
// Without a flush for each text: the transaction that records the end of the extraction flushes the log up to here.
file.exec('pragma synchronous = normal; pragma temp_store = memory; pragma cache_size = -8192;');

const insert = file.prepare('insert into text_words (rowid, words) select id, ? from texts where id = ?');
// The last inserted row id may exceed 2^53, and reading it as a number would throw.
insert.setReadBigInts(true);

answerJobs(({ id, words }: IndexedText): null => {
  insert.run(words, id);
  return null;
});
