import type { PoolClient, QueryResult } from 'pg';
import { openPool } from './postgres.ts';

/** Connections to a replica, until the first error. */
export type ReplicaConnection = {
  query: (text: string, values: readonly unknown[]) => Promise<QueryResult>;
  /** Ends running queries as well. */
  end: () => Promise<void>;
};

/**
 * Opens connections to a replica, which may be unreachable. `onError` is called for an error of a connection without a
 * query.
 */
export async function connectToReplica(
  url: string,
  { size, queryTimeoutMs }: { size: number; queryTimeoutMs: number },
  onError: (error: Error) => void,
): Promise<ReplicaConnection> {
  const pool = await openPool(url, size, queryTimeoutMs);
  const clients = new Set<PoolClient>();
  pool
    .on('connect', (client) => clients.add(client))
    .on('remove', (client) => clients.delete(client))
    .on('error', onError);
  return {
    query: async (text, values) => {
      const client = await pool.connect();
      try {
        const result = await client.query(text, [...values]);
        client.release();
        return result;
      } catch (error) {
        client.release(error as Error);
        throw error;
      }
    },
    end: async () => {
      for (const client of clients) void client.end().catch(() => {});
      await pool.end();
    },
  };
}
