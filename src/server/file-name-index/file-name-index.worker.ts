import { parentPort, workerData } from 'node:worker_threads';
import { makeShard } from './shard.ts';
import type { ShardQuery, ShardResult } from './shard.ts';

// The thread of one shard. Messages are handled in the order in which they are sent, so a query sees every update that was
// sent before it.

export type ShardMessage = { update: string; replacedIds?: number[] } | { requestId: number; query: ShardQuery };

export type ShardReply = { requestId: number; result: ShardResult; isFragmented: boolean };

/** Every file belongs to the shard `id % shards`. */
export type ShardNumber = { shard: number; shards: number };

const shard = makeShard(workerData as ShardNumber);

parentPort?.on('message', (message: ShardMessage) => {
  if ('update' in message) return shard.update(message.update, message.replacedIds);
  const { requestId, query } = message;
  const reply: ShardReply = { requestId, result: shard.search(query), isFragmented: shard.isFragmented() };
  parentPort?.postMessage(reply);
});
