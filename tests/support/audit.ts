import { sql } from 'kysely';
import { contains } from '#server/database/portable.ts';
import type { Parts } from '#server/parts.ts';

/** What the audit log says since the last time it was asked, oldest first. */
export function followAudit({ db }: Pick<Parts, 'db'>) {
  let last = 0;
  return async () => {
    const rows = await db
      .selectFrom('audit_entries')
      .select(['id', 'user_id', 'user_name', 'address', 'act', 'thing_id', 'thing_name', 'detail'])
      .where('id', '>', last)
      .orderBy('id')
      .execute();
    last = rows.at(-1)?.id ?? last;
    return rows.map(({ id: _, ...row }) => ({ ...row }));
  };
}

/** Takes away what keeps the entries as they are, as somebody with the database in hands could. */
export async function dropAuditGuards({ db, config }: Pick<Parts, 'db' | 'config'>): Promise<void> {
  const names = ['stay', 'sealed', 'kept', ...(config.databaseUrl ? ['whole'] : [])];
  const of = config.databaseUrl ? sql` on audit_entries` : sql``;
  for (const name of names) await sql`drop trigger ${sql.ref(`audit_entries_${name}`)}${of}`.execute(db);
}

/** Whether anything that was noted has this in it. */
export async function isNoted({ db }: Pick<Parts, 'db'>, secret: string): Promise<boolean> {
  const all = sql`user_name || coalesce(address, '') || coalesce(thing_name, '') || coalesce(detail, '') || search_text`;
  const { rows } = await sql`select id from audit_entries where ${contains(db, all, secret)}`.execute(db);
  return rows.length > 0;
}
