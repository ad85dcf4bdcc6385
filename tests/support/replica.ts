import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const script = join(import.meta.dirname, 'postgres.sh');
const run = promisify(execFile);

/** Returns the folder of a server that postgres.sh has started, in which its socket and its data are. */
export async function folderOf(server: string | undefined): Promise<string | undefined> {
  if (!server) return undefined;
  const { data, socket } = (await query<{ data: string; socket: string }>(
    server,
    `select current_setting('data_directory') as data, current_setting('unix_socket_directories') as socket`,
  )) as { data: string; socket: string };
  return dirname(data) === socket ? socket : undefined;
}

export type TestReplica = {
  url: string;
  /** Pauses the replay of changes until `resume`. */
  pause: () => Promise<void>;
  resume: () => Promise<void>;
  /** Repeats `work` until the replica has cancelled this many queries because of a replay conflict. */
  untilCancelled: (queries: number, work: () => Promise<unknown>) => Promise<void>;
  /** Returns whether `work` sends a query to the replica, besides those for its position. */
  receivesQuery: (work: () => Promise<unknown>) => Promise<boolean>;
  stop: () => Promise<void>;
};

export async function startReplica(primaryFolder: string): Promise<TestReplica> {
  const folder = join(await mkdtemp(join(tmpdir(), 'stowage-replica-')), 'postgres');
  // PostgreSQL runs as another user, which needs access to the folder.
  await run('chmod', ['755', dirname(folder)]);
  const url = (await run('bash', [script, 'replica', folder, primaryFolder])).stdout.trim();
  return {
    url,
    pause: async () => {
      await query(url, 'select pg_wal_replay_pause()');
      while ((await query<{ is: string }>(url, 'select pg_get_wal_replay_pause_state() as is'))?.is !== 'paused')
        await sleep(10);
    },
    resume: async () => void (await query(url, 'select pg_wal_replay_resume()')),
    untilCancelled: async (queries, work) => {
      await query(url, 'alter system set max_standby_streaming_delay = 0');
      await query(url, 'select pg_reload_conf()');
      const cancelled = async () => {
        const found = await query<{ count: string }>(
          url,
          'select sum(confl_lock) as count from pg_stat_database_conflicts',
        );
        return Number(found?.count);
      };
      const target = (await cancelled()) + queries;
      while ((await cancelled()) < target) await work();
      await query(url, 'alter system reset max_standby_streaming_delay');
      await query(url, 'select pg_reload_conf()');
    },
    receivesQuery: async (work) => {
      const since = (await query<{ at: string }>(url, 'select clock_timestamp()::text as at'))?.at;
      await work();
      const found = await query<{ count: string }>(
        url,
        `select count(*) from pg_stat_activity where pid <> pg_backend_pid() and query_start > '${since}' and query !~ 'pg_last_wal_replay_lsn'`,
      );
      return Number(found?.count) > 0;
    },
    stop: async () => {
      await run('bash', [script, 'stop', folder]);
      await run('rm', ['-rf', dirname(folder)]);
    },
  };
}

async function query<Row>(url: string, statement: string): Promise<Row | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows[0] as Row | undefined;
  } finally {
    await client.end();
  }
}
