import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../database/db.ts';
import type { ShardMessage, ShardNumber, ShardReply } from './file-name-index.worker.ts';
import { changedSince, countFiles, positionOfChanges, readFiles, readPageAfter } from './indexed-files.queries.ts';
import type { FileCount, FirstRowsQuery, SearchScope, ShardQuery, ShardResult } from './shard.ts';

// Explained in docs/file-name-search.md.

/** The number of matching files in each team and type, and the ids of the first files of each group. */
export type SearchResult = { counts: FileCount[]; firsts: { group: number; ids: number[] }[] };

/** The names of all files in memory. */
export type FileNameIndex = {
  /**
   * Searches for a folded text. Returns undefined if the index is not available:
   * with few files, while it is being built, or after a failure. The caller then searches in SQL.
   */
  search: (
    scope: SearchScope,
    text: string,
    firstRows: FirstRowsQuery | undefined,
  ) => Promise<SearchResult | undefined>;
  /** Starts to build the index if there are enough files; a search is likely to follow. */
  prepare: (files: number) => void;
  stop: () => Promise<void>;
};

// Rows of `file_changes` are deleted after a day. An index that has not been updated for this long is built again.
const maxAgeMs = 60 * 60 * 1000;

const maxThreads = 4;

/** One thread per core, shared between the processes of this machine. */
export const threadsFor = (workers: number) =>
  Math.max(1, Math.min(maxThreads, Math.floor(availableParallelism() / workers)));

/** Below `minFiles`, SQL is as fast. */
export function makeFileNameIndex(
  db: Db,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
  { threads, minFiles = 10_000 }: { threads: number; minFiles?: number },
): FileNameIndex {
  let current: Shards | undefined;
  let building: Promise<void> | undefined;
  let isStopped = false;

  const discard = (shards: Shards, reason: unknown) => {
    if (current === shards) current = undefined;
    if (!isStopped) log.info({ reason }, 'the file-name index is discarded and will be built again');
    return shards.close();
  };
  const build = async () => {
    if ((await countFiles(db)) < minFiles) return;
    const shards = startShards(await positionOfChanges(db), threads);
    let lastId = 0;
    for (;;) {
      const page = await readPageAfter(db, lastId);
      if (isStopped) return shards.close();
      if (!page) break;
      shards.update({ update: page.lines });
      lastId = page.lastId;
    }
    current = shards;
  };
  const startBuild = () => {
    if (current || isStopped) return;
    building ??= build()
      .catch((error: unknown) => log.warn(error, 'the file-name index could not be built; searches use SQL'))
      .finally(() => (building = undefined));
  };

  return {
    prepare: (files) => {
      if (files >= minFiles) startBuild();
    },
    search: async (scope, text, firstRows) => {
      const shards = current;
      if (!shards) {
        startBuild();
        return undefined;
      }
      // One update at a time: two that overlap could send an older state of a file after a newer one.
      const updated = shards.lastUpdate.then(async () => {
        const { ids, next } = await changedSince(db, shards.position);
        if (!ids || performance.now() - shards.updatedAt > maxAgeMs) return undefined;
        if (ids.length > 0) shards.update({ update: await readFiles(db, ids), replacedIds: ids });
        shards.position = next;
        shards.updatedAt = performance.now();
        return { result: shards.search({ scope, text, firstRows }) };
      });
      shards.lastUpdate = updated.catch(() => {});
      const searched = await updated;
      if (!searched) {
        await discard(shards, 'too many changes since the last search');
        startBuild();
        return undefined;
      }
      try {
        const { result, isFragmented } = await searched.result;
        if (isFragmented) await discard(shards, 'too many deleted rows');
        return result;
      } catch (error) {
        await discard(shards, error);
        return undefined;
      }
    },
    stop: async () => {
      isStopped = true;
      await building;
      await current?.close();
    },
  };
}

type Shards = ReturnType<typeof startShards>;

function startShards(position: string, threads: number) {
  const shards = Array.from({ length: threads }, (_, shard) => startShard({ shard, shards: threads }));
  return {
    position,
    updatedAt: performance.now(),
    lastUpdate: Promise.resolve() as Promise<unknown>,
    /** Sends an update to every shard. Each shard keeps its own files. */
    update: (message: ShardMessage) => shards.forEach((shard) => shard.send(message)),
    search: async (query: ShardQuery): Promise<{ result: SearchResult; isFragmented: boolean }> => {
      const replies = await Promise.all(shards.map((shard) => shard.search(query)));
      const results = replies.map((reply) => reply.result);
      return {
        result: { counts: addCounts(results), firsts: mergeFirsts(results, query.firstRows?.limit) },
        isFragmented: replies.some((reply) => reply.isFragmented),
      };
    },
    close: async () => void (await Promise.all(shards.map((shard) => shard.close()))),
  };
}

function startShard(workerData: ShardNumber) {
  const worker = new Worker(new URL('./file-name-index.worker.ts', import.meta.url), { workerData });
  // An idle thread must not keep the process alive.
  worker.unref();
  const pending = new Map<number, { resolve: (reply: ShardReply) => void; reject: (error: unknown) => void }>();
  let lastRequestId = 0;
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  worker.on('message', (reply: ShardReply) => {
    pending.get(reply.requestId)?.resolve(reply);
    pending.delete(reply.requestId);
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('a thread of the file-name index has ended')));
  return {
    send: (message: ShardMessage) => worker.postMessage(message),
    search: async (query: ShardQuery): Promise<ShardReply> => {
      if (failure) throw failure;
      const requestId = (lastRequestId += 1);
      return new Promise<ShardReply>((resolve, reject) => {
        pending.set(requestId, { resolve, reject });
        worker.postMessage({ requestId, query } satisfies ShardMessage);
      });
    },
    close: () => worker.terminate(),
  };
}

function addCounts(results: ShardResult[]): FileCount[] {
  const sums = new Map<string, FileCount>();
  for (const count of results.flatMap(({ counts }) => counts)) {
    const key = `${count.team_id} ${count.file_type_id}`;
    sums.set(key, { ...count, files: count.files + (sums.get(key)?.files ?? 0) });
  }
  return [...sums.values()];
}

function mergeFirsts(results: ShardResult[], limit: number | undefined): SearchResult['firsts'] {
  const groups = Map.groupBy(
    results.flatMap(({ firsts }) => firsts),
    ({ group }) => group,
  );
  return Array.from(groups, ([group, parts]) => {
    const files = parts.flatMap((part) => part.files);
    const sorted = files.toSorted((one, other) => one.rank - other.rank || other.key - one.key || other.id - one.id);
    return { group, ids: sorted.slice(0, limit).map(({ id }) => id) };
  });
}
