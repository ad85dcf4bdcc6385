import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';
import { isPostgres } from './is-postgres.ts';

const neverChanged = 'entries of the audit log are never changed';

/**
 * Creates triggers that protect the audit log. An entry can be sealed once and not be changed otherwise. It can be deleted
 * only if its number is not above that of the last pruned entry.
 */
export async function guardAudit(db: AnyDb): Promise<void> {
  const columns = sql.raw('id, at, user_id, user_name, address, act, thing_id, thing_name, detail, search_text, once');
  const isKept = sql`old.seq is null or old.seq > coalesce((select seq from audit_ends where name = 'pruned'), 0)`;
  if (!isPostgres(db)) {
    const refuse = sql`begin select raise(abort, ${sql.lit(neverChanged)}); end`;
    await sql`create trigger audit_entries_stay before update of ${columns} on audit_entries ${refuse}`.execute(db);
    await sql`create trigger audit_entries_sealed before update on audit_entries when old.seq is not null ${refuse}`.execute(
      db,
    );
    await sql`create trigger audit_entries_kept before delete on audit_entries when ${isKept} ${refuse}`.execute(db);
    return;
  }
  await sql`
    create or replace function keep_audit_entry() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and not (${isKept}) then return old; end if;
      raise exception ${sql.lit(neverChanged)};
    end $$`.execute(db);
  const refuse = sql`execute function keep_audit_entry()`;
  await sql`create trigger audit_entries_stay before update of ${columns} on audit_entries for each row ${refuse}`.execute(
    db,
  );
  await sql`create trigger audit_entries_sealed before update on audit_entries for each row when (old.seq is not null) ${refuse}`.execute(
    db,
  );
  await sql`create trigger audit_entries_kept before delete on audit_entries for each row ${refuse}`.execute(db);
  await sql`create trigger audit_entries_whole before truncate on audit_entries ${refuse}`.execute(db);
}
