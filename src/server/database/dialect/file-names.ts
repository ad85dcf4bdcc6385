import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';
import { bigNumber, sortedText } from './columns.ts';
import { isPostgres } from './is-postgres.ts';

const columns = ['team_id', 'file_type_id', 'uploaded_at', 'id', 'user_id', 'size', 'name_folded'];

const listed = sql.join(columns.map((name) => sql.ref(name)));

/** The columns of `new`, the row of `files` for which a trigger runs. */
const added = sql.join(columns.map((name) => sql`new.${sql.ref(name)}`));

const watched = sql`update of ${listed}, trashed_at`;

/**
 * Creates the table `file_names`: the columns of `files` that a search by name reads, without the files in the trash. A
 * search compares every name, and reads a fifth of the bytes here. In SQLite the rows are in the order of the files page, so
 * counts and first rows of groups need no sort.
 */
export async function createFileNames(db: AnyDb): Promise<void> {
  const [key, options] = isPostgres(db)
    ? [sql`primary key (id)`, sql``]
    : [sql`primary key (team_id, file_type_id, uploaded_at desc, id desc)`, sql`without rowid`];
  await sql`create table file_names (
    team_id integer not null, file_type_id integer not null, uploaded_at ${sortedText(db)} not null, id integer not null,
    user_id integer not null, size ${sql.raw(bigNumber(db))} not null, name_folded ${sortedText(db)} not null, ${key}
  ) ${options}`.execute(db);
  await sql`insert into file_names (${listed}) select ${listed} from files where trashed_at is null
    order by team_id, file_type_id, uploaded_at desc, id desc`.execute(db);
  await (isPostgres(db) ? createPostgresTrigger(db) : createSqliteTriggers(db));
}

/** Creates the order that the rows have in SQLite, so that the first rows of a group are read without the others. */
export async function indexFileNames(db: AnyDb): Promise<void> {
  if (isPostgres(db))
    await sql`create index file_names_by_group on file_names (team_id, file_type_id, uploaded_at desc, id desc)`.execute(
      db,
    );
}

async function createPostgresTrigger(db: AnyDb): Promise<void> {
  await sql`create or replace function keep_file_names() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then delete from file_names where id = old.id; end if;
    if tg_op <> 'DELETE' and new.trashed_at is null then
      insert into file_names (${listed}) values (${added});
    end if;
    return null;
  end $$`.execute(db);
  await sql`create trigger file_names after insert or delete or ${watched} on files
    for each row execute function keep_file_names()`.execute(db);
}

async function createSqliteTriggers(db: AnyDb): Promise<void> {
  const add = sql`insert into file_names (${listed}) select ${added} where new.trashed_at is null;`;
  const remove = sql`delete from file_names where team_id = old.team_id and file_type_id = old.file_type_id
    and uploaded_at = old.uploaded_at and id = old.id;`;
  await sql`create trigger file_names_added after insert on files begin ${add} end`.execute(db);
  await sql`create trigger file_names_removed after delete on files begin ${remove} end`.execute(db);
  await sql`create trigger file_names_changed after ${watched} on files begin ${remove} ${add} end`.execute(db);
}
