import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { contains } from '#server/database/dialect/expressions.ts';

/** Returns a function that returns the audit entries written since its last call, oldest first. */
export function followAudit({ db }: Pick<Context, 'db'>) {
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

/** Drops the triggers that protect the audit entries, as an attacker with access to the database could. */
export async function dropAuditGuards({ db, config }: Pick<Context, 'db' | 'config'>): Promise<void> {
  const names = ['stay', 'sealed', 'kept', ...(config.databaseUrl ? ['whole'] : [])];
  const of = config.databaseUrl ? sql` on audit_entries` : sql``;
  for (const name of names) await sql`drop trigger ${sql.ref(`audit_entries_${name}`)}${of}`.execute(db);
}

/** Returns whether any audit entry contains the text. */
export async function isRecorded({ db }: Pick<Context, 'db'>, secret: string): Promise<boolean> {
  const all = sql`user_name || coalesce(address, '') || coalesce(thing_name, '') || coalesce(detail, '') || search_text`;
  const { rows } = await sql`select id from audit_entries where ${contains(db, all, secret)}`.execute(db);
  return rows.length > 0;
}
