import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../parts.ts';
import type { Message, Reply } from './name-book.worker.ts';

/** Which files are looked for: by a part of their name, or by a team or an uploader whose name has it. */
export type Question = {
  /** Folded, not empty. */
  term: string;
  teamIds: number[];
  userIds: number[];
  /** Teams all of whose files count; of others only the caller's own do. None: all teams. */
  seenTeamIds: number[] | undefined;
  callerId: number;
  teamId: number | undefined;
  typeId: number | undefined;
  sinceMs: number | undefined;
  firsts: Firsts | undefined;
};

/** The first files of each group, highest key first. */
export type Firsts = {
  groupBy: 'team' | 'type';
  /** None for all. */
  groupId: number | undefined;
  key: 'uploaded' | 'size';
  /** Types of a lower rank come first; those that are not named after all others, by their ids. */
  typeRanks: [typeId: number, rank: number][] | undefined;
  /** The last one of the page before; its rank is 0 without `typeRanks`. */
  after: { rank: number; key: number; id: number } | undefined;
  limit: number;
};

export type Answer = {
  cells: { team_id: number; file_type_id: number; files: number }[];
  firsts: { group: number; ids: number[] }[];
};

/** What of the files is in the book, read by the feature that has them. */
export type NameRecords = {
  countFiles: (db: Db) => Promise<number>;
  /** Which files have changed since, or undefined where too many have or that is too long ago; and what to ask with next. */
  changedSince: (db: Db, since: string) => Promise<{ ids: number[] | undefined; next: string }>;
  now: (db: Db) => Promise<string>;
  /** Lines as `addLines` takes them, by id. */
  linesAfter: (db: Db, id: number) => Promise<{ lines: string; last: number } | undefined>;
  linesOf: (db: Db, ids: number[]) => Promise<string>;
};

export type NameBook = {
  /** Undefined while there is no book: it is read once somebody asks and there are enough files to be worth it. */
  find: (db: Db, question: Question) => Promise<Answer | undefined>;
  /** Begins to read the book where that is worth it; somebody is about to ask. */
  prepare: (db: Db, files: number) => void;
  stop: () => Promise<void>;
};

// Changes are remembered for a day.
const goodForMs = 60 * 60 * 1000;

/**
 * All files' names in the memory of a thread of its own, where a search passes by a million of them in some hundredths of a
 * second, whatever is looked for. Each question first brings it up to what its database connection sees. With fewer files
 * than `worthItFrom` the database's own index does as well.
 */
export function makeNameBook(
  records: NameRecords,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
  worthItFrom = 10_000,
): NameBook {
  let book: Book | undefined;
  let reading: Promise<void> | undefined;
  let isStopped = false;

  const forget = (of: Book, why: unknown) => {
    if (book === of) book = undefined;
    if (!isStopped) log.info({ why }, 'the names of files are read anew');
    return of.close();
  };
  const read = async (db: Db) => {
    if ((await records.countFiles(db)) < worthItFrom) return;
    const since = await records.now(db);
    const opened = openBook(since);
    let last = 0;
    for (;;) {
      const page = await records.linesAfter(db, last);
      if (isStopped) return opened.close();
      if (!page) break;
      opened.tell({ lines: page.lines });
      last = page.last;
    }
    book = opened;
  };
  const prepare = (db: Db) => {
    if (book || isStopped) return;
    reading ??= read(db)
      .catch((error: unknown) => log.warn(error, 'the names of files could not be read; they are looked up instead'))
      .finally(() => (reading = undefined));
  };

  return {
    prepare: (db, files) => {
      if (files >= worthItFrom) prepare(db);
    },
    find: async (db, question) => {
      const current = book;
      if (!current) {
        prepare(db);
        return undefined;
      }
      // One after another: what one has read must not be written over with what another has read before.
      const asked = current.turn.then(async () => {
        const { ids, next } = await records.changedSince(db, current.since);
        if (!ids || performance.now() - current.readAt > goodForMs) return undefined;
        if (ids.length > 0) current.tell({ lines: await records.linesOf(db, ids), instead: ids });
        current.since = next;
        current.readAt = performance.now();
        return { answer: current.ask(question) };
      });
      current.turn = asked.catch(() => {});
      const caught = await asked;
      if (!caught) {
        await forget(current, 'too much has changed');
        prepare(db);
        return undefined;
      }
      try {
        const { answer, isWorn } = await caught.answer;
        if (isWorn) await forget(current, 'much has changed');
        return answer;
      } catch (error) {
        await forget(current, error);
        return undefined;
      }
    },
    stop: async () => {
      isStopped = true;
      await reading;
      await book?.close();
    },
  };
}

type Book = ReturnType<typeof openBook>;

function openBook(since: string) {
  const worker = new Worker(new URL('./name-book.worker.ts', import.meta.url));
  // The server's own connections keep the process alive; a waiting thread does not.
  worker.unref();
  const waiting = new Map<number, { resolve: (reply: Reply) => void; reject: (error: unknown) => void }>();
  let lastId = 0;
  let ended: Error | undefined;
  const end = (why: Error) => {
    ended ??= why;
    for (const { reject } of waiting.values()) reject(why);
    waiting.clear();
  };
  worker.on('message', (reply: Reply) => {
    waiting.get(reply.id)?.resolve(reply);
    waiting.delete(reply.id);
  });
  worker.on('error', end);
  worker.on('exit', () => end(new Error('the thread with the names has ended')));
  return {
    since,
    readAt: performance.now(),
    turn: Promise.resolve() as Promise<unknown>,
    tell: (message: Message) => worker.postMessage(message),
    ask: async (question: Question): Promise<Reply> => {
      if (ended) throw ended;
      const id = (lastId += 1);
      return new Promise<Reply>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, question } satisfies Message);
      });
    },
    close: async () => void (await worker.terminate()),
  };
}
