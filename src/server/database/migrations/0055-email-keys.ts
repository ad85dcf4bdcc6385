import process from 'node:process';
import { sql } from 'kysely';
import { emailKey } from '#server/email-key.ts';
import type { AnyDb } from '../db.ts';

const batchSize = 1_000;

type Stored = { id: number; email: string; email_key: string; deleted_at: string | null };

/**
 * Stores e-mail addresses in NFC and compares their domains by IDNA. If the addresses of two accounts become equal, the account
 * whose address has the form already keeps it, else the older one. The other cannot sign in until its address is changed.
 */
export async function emailKeys(db: AnyDb): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await sql<Stored>`
      select id, email, email_key, deleted_at from users where id > ${after} order by id limit ${batchSize}`.execute(
      db,
    );
    for (const row of rows)
      if (emailKey(row.email) !== row.email_key || row.email !== row.email.normalize('NFC')) await rewrite(db, row);
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.id ?? 0;
  }
}

async function rewrite(db: AnyDb, { id, email, deleted_at }: Stored): Promise<void> {
  const key = emailKey(email);
  const { rows } = await sql<{ id: number }>`
    select id from users where email_key = ${key} and id <> ${id} and deleted_at is null`.execute(db);
  const [owner] = rows;
  if (owner && deleted_at === null) {
    process.stderr.write(
      `Upgrade: the accounts ${owner.id} and ${id} have the same e-mail address (${key}). Account ${id} cannot sign in until its address is changed.\n`,
    );
    return;
  }
  await sql`update users set email = ${email.normalize('NFC')}, email_key = ${key} where id = ${id}`.execute(db);
}
