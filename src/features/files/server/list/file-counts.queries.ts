import { sql } from 'kysely';
import type { File, FilesView } from '#features/files/core/files.contract.ts';
import type { Db } from '#server/database/db.ts';
import { joinFirst, rowsOf } from '#server/database/dialect/expressions.ts';
import { named } from '#server/database/dialect/named.ts';
import { dayMs } from '#shared/calendar.ts';
import { asFile, fileColumns } from '../core/files.queries.ts';
import { orderOf } from './files-order.rules.ts';
import type { ListOrder, Order } from './files-order.rules.ts';

// Files are counted and paged per team and type. Counts come from the table file_counts, pages from an index that starts with
// team and type. So the time of both depends on the number of teams and types, not on the number of files. A page by date for
// a user who sees every team needs one probe for each type, of an index by type and date.

export type FileCount = { team_id: number; file_type_id: number; files: number };

export type UploadedBetween = Pick<FilesView, 'uploaded_since' | 'uploaded_before'>;

/** Returns the number of files per team and type, of those uploaded in this time. */
export async function listFileCounts(
  db: Db,
  { uploaded_since, uploaded_before }: UploadedBetween,
): Promise<FileCount[]> {
  const counts = await listFileCountsSince(db, uploaded_since);
  if (uploaded_before === undefined) return counts;
  const after = await listFileCountsSince(db, uploaded_before);
  return counts.flatMap(({ files, ...count }) => {
    const same = after.find((one) => one.team_id === count.team_id && one.file_type_id === count.file_type_id);
    const rest = files - (same?.files ?? 0);
    return rest > 0 ? [{ ...count, files: rest }] : [];
  });
}

const countsOfAllTime = named('file counts', (db) =>
  db
    .selectFrom('file_counts')
    .select(['team_id', 'file_type_id', 'files'])
    .where('span', '=', 'a')
    .where('files', '>', 0),
);

async function listFileCountsSince(db: Db, since: string | undefined): Promise<FileCount[]> {
  if (since === undefined) return countsOfAllTime(db, {});
  const day = since.slice(0, 10);
  const month = since.slice(0, 7);
  const dayAfter = new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString();
  // The sum of all later months, the later days of the month, and the rest of the day.
  const { rows } = await sql<FileCount>`
    select team_id, file_type_id, sum(files) as files
    from (
      select team_id, file_type_id, files from file_counts where span > ${`m${month}`} and span < 'n'
      union all
      select team_id, file_type_id, files from file_counts where span > ${`d${day}`} and span < ${`d${month}-99`}
      union all
      select today.team_id, today.file_type_id, (
        select count(*) from files
        where files.team_id = today.team_id and files.file_type_id = today.file_type_id and files.trashed_at is null
          and files.uploaded_at >= ${since} and files.uploaded_at < ${dayAfter}
      ) as files
      from file_counts as today where today.span = ${`d${day}`} and today.files > 0
    ) as parts
    group by team_id, file_type_id
    having sum(files) > 0`.execute(db);
  return rows;
}

/** Returns the number of files per team and type of those that a user uploaded to these teams. */
export async function listOwnFileCounts(
  db: Db,
  { userId, teamIds, ...time }: { userId: number; teamIds: number[] } & UploadedBetween,
): Promise<FileCount[]> {
  if (teamIds.length === 0) return [];
  const rows = await db
    .selectFrom('files')
    .select(['team_id', 'file_type_id'])
    .select((eb) => eb.fn.countAll<number>().as('files'))
    .where('user_id', '=', userId)
    .where('team_id', 'in', teamIds)
    .where('trashed_at', 'is', null)
    .$if(time.uploaded_since !== undefined, (query) => query.where('uploaded_at', '>=', time.uploaded_since as string))
    .$if(time.uploaded_before !== undefined, (query) => query.where('uploaded_at', '<', time.uploaded_before as string))
    .groupBy(['team_id', 'file_type_id'])
    .execute();
  return rows;
}

/** A team and a type for `listPages`: their group, their rank in the order, and the start of the page. */
export type PagedFileCount = {
  team_id: number;
  file_type_id: number;
  group_id: number;
  /** Lower ranks come first. 0 for all unless the files are sorted by type. */
  rank: number;
  /** The end of the previous page; undefined for the first page. */
  after: { key: string | number; id: number } | undefined;
  /** Only the caller's own files. */
  own: boolean;
};

export type PagedFile = File & { group_id: number; sort_key: string | number };

/** The empty addition keeps the query planner from the index on the order, which is slow when few of many files match. */
const withoutIndex = (order: Order, column: ReturnType<typeof sql.ref>) =>
  order.type === 'text' ? sql`(${column} || '')` : sql`(${column} + 0)`;

/** Returns the files with these ids in the given order, without those that were deleted meanwhile. */
export async function listPicked(
  db: Db,
  ids: number[],
  { groupBy, order }: { groupBy: 'file_type_id' | 'team_id'; order: ListOrder },
): Promise<PagedFile[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('files')
    .leftJoin('users', 'users.id', 'files.user_id')
    .select(fileColumns)
    .select([`files.${groupBy} as group_id`, `files.${orderOf(order).column} as sort_key`])
    .where('files.id', 'in', ids)
    .where('files.trashed_at', 'is', null)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, asFile(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns the first `limit` files of each group, in order. */
export async function listPages(
  db: Db,
  fileCounts: readonly PagedFileCount[],
  page: UploadedBetween & {
    order: ListOrder;
    /** Only files that this user uploaded, also where `own` is false. */
    uploaderId?: number | undefined;
    /** Whether reading all matching files is faster than scanning the index of the order. */
    fewOfMany: boolean;
    /** Reads the newest or oldest files of a type in all teams. `fileCounts` then has one team for each type. */
    isOfEveryTeam?: boolean;
    userId: number;
    limit: number;
  },
): Promise<PagedFile[]> {
  if (fileCounts.length === 0) return [];
  const order = orderOf(page.order);
  const direction = sql.raw(order.descending ? 'desc' : 'asc');
  const comparison = sql.raw(order.descending ? '<' : '>');
  const firstIds = (only: 'own' | 'all') => {
    const column = sql.ref(`x.${order.column}`);
    const key = page.fewOfMany || only === 'own' ? withoutIndex(order, column) : column;
    return sql`
      select x.id from files as x
      where x.file_type_id = counts.file_type_id and x.trashed_at is null
        ${page.isOfEveryTeam ? sql`` : sql`and x.team_id = counts.team_id`}
        and (${key}, x.id) ${comparison} (counts.after_key, counts.after_id)
        ${page.uploaded_since === undefined ? sql`` : sql`and x.uploaded_at >= ${page.uploaded_since}`}
        ${page.uploaded_before === undefined ? sql`` : sql`and x.uploaded_at < ${page.uploaded_before}`}
        ${page.uploaderId === undefined ? sql`` : sql`and x.user_id = ${page.uploaderId}`}
        ${only === 'own' ? sql`and x.user_id = ${page.userId}` : sql``}
      order by ${key} ${direction}, x.id ${direction} limit ${page.limit}`;
  };
  const branch = (only: 'own' | 'all') => sql`
    select files.id, files.${sql.ref(order.column)} as sort_key, counts.group_id, counts.rank
    from ${joinFirst(db, only === 'own' ? sql`own_counts as counts` : sql`all_counts as counts`, firstIds(only))}`;
  const own = fileCounts.filter((fileCount) => fileCount.own);
  const all = fileCounts.filter((fileCount) => !fileCount.own);
  const columns = {
    team_id: 'int8',
    file_type_id: 'int8',
    group_id: 'int8',
    rank: 'int8',
    after_key: order.type,
    after_id: 'int8',
  } as const;
  // The index of the date is read from `uploaded_before` on.
  const isNewestFirst = order.column === 'uploaded_at' && order.descending;
  const start =
    isNewestFirst && page.uploaded_before !== undefined ? { key: page.uploaded_before, id: 0 } : order.before;
  const asRow = (fileCount: PagedFileCount) => [
    fileCount.team_id,
    fileCount.file_type_id,
    fileCount.group_id,
    fileCount.rank,
    fileCount.after?.key ?? start.key,
    fileCount.after?.id ?? start.id,
  ];
  const branches = [all.length > 0 ? branch('all') : undefined, own.length > 0 ? branch('own') : undefined];
  const { rows } = await sql<PagedFile & { user_name: string | null }>`
    with ${rowsOf(db, 'all_counts', columns, all.map(asRow))}, ${rowsOf(db, 'own_counts', columns, own.map(asRow))},
    firsts as (${sql.join(
      branches.filter((one) => one !== undefined),
      sql` union all `,
    )}),
    numbered as (
      select id, sort_key, group_id, row_number() over (
        partition by group_id order by rank, sort_key ${direction}, id ${direction}
      ) as position from firsts
    )
    select files.id, files.filename, files.filepath, files.file_type_id, files.size, files.uploaded_at, files.user_id,
      files.team_id, files.folder, users.name as user_name, numbered.group_id, numbered.sort_key
    from numbered join files on files.id = numbered.id left join users on users.id = files.user_id
    where numbered.position <= ${page.limit}
    order by numbered.group_id, numbered.position`.execute(db);
  return rows.map(asFile);
}
