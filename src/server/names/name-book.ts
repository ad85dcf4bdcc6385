import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../parts.ts';
import type { Found, Message, PartOfBook, Reply } from './name-book.worker.ts';

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

export type Cell = { team_id: number; file_type_id: number; files: number };

/** A file with what it is sorted by: lowest rank, then highest key, then highest id. */
export type First = { rank: number; key: number; id: number };

export type Answer = { cells: Cell[]; firsts: { group: number; ids: number[] }[] };

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

const mostThreads = 4;

/** As many as there are cores, which the processes of this machine share. */
export const threadsFor = (workers: number) =>
  Math.max(1, Math.min(mostThreads, Math.floor(availableParallelism() / workers)));

/**
 * All files' names in the memory of a few threads, where a search passes by a million of them in some hundredths of a
 * second, whatever is looked for. Each question first brings it up to what its database connection sees. With fewer files
 * than `worthItFrom` the database's own index does as well.
 */
export function makeNameBook(
  records: NameRecords,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
  { threads, worthItFrom = 10_000 }: { threads: number; worthItFrom?: number },
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
    const opened = openBook(since, threads);
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

function openBook(since: string, threads: number) {
  const parts = Array.from({ length: threads }, (_, part) => openPart({ part, of: threads }));
  return {
    since,
    readAt: performance.now(),
    turn: Promise.resolve() as Promise<unknown>,
    /** Each part keeps what belongs to it. */
    tell: (message: Message) => parts.forEach((part) => part.tell(message)),
    ask: async (question: Question): Promise<{ answer: Answer; isWorn: boolean }> => {
      const replies = await Promise.all(parts.map((part) => part.ask(question)));
      const found = replies.map((reply) => reply.found);
      return {
        answer: { cells: addUp(found), firsts: firstOfAll(found, question.firsts?.limit) },
        isWorn: replies.some((reply) => reply.isWorn),
      };
    },
    close: async () => void (await Promise.all(parts.map((part) => part.close()))),
  };
}

function openPart(workerData: PartOfBook) {
  const worker = new Worker(new URL('./name-book.worker.ts', import.meta.url), { workerData });
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
    tell: (message: Message) => worker.postMessage(message),
    ask: async (question: Question): Promise<Reply> => {
      if (ended) throw ended;
      const id = (lastId += 1);
      return new Promise<Reply>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, question } satisfies Message);
      });
    },
    close: () => worker.terminate(),
  };
}

function addUp(found: Found[]): Cell[] {
  const sums = new Map<string, Cell>();
  for (const cell of found.flatMap(({ cells }) => cells)) {
    const key = `${cell.team_id} ${cell.file_type_id}`;
    sums.set(key, { ...cell, files: cell.files + (sums.get(key)?.files ?? 0) });
  }
  return [...sums.values()];
}

function firstOfAll(found: Found[], limit: number | undefined): Answer['firsts'] {
  const groups = Map.groupBy(
    found.flatMap(({ firsts }) => firsts),
    ({ group }) => group,
  );
  return Array.from(groups, ([group, parts]) => {
    const files = parts.flatMap((part) => part.files);
    const inOrder = files.toSorted((one, other) => one.rank - other.rank || other.key - one.key || other.id - one.id);
    return { group, ids: inOrder.slice(0, limit).map(({ id }) => id) };
  });
}
