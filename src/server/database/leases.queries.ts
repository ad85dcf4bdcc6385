import type { Db } from './db.ts';

const settingOf = (name: string) => `lease: ${name}`;

type Holder = { name: string; token: string };

/** Takes a lease that is free, ended by `endedBy`, or ends after `latest`. Returns whether it did. */
export async function takeLease(
  db: Db,
  { name, token, until, endedBy, latest }: Holder & { until: string; endedBy: string; latest: string },
): Promise<boolean> {
  const value = `${until} ${token}`;
  const taken = await db
    .insertInto('settings')
    .values({ name: settingOf(name), value })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value })
        .where((eb) => eb.or([eb('settings.value', '<=', endedBy), eb('settings.value', '>', latest)])),
    )
    .returning('name')
    .execute();
  return taken.length > 0;
}

/** Changes the end of a lease. Returns false if this holder has it no longer. */
export async function moveLease(db: Db, { name, token, until }: Holder & { until: string }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('settings')
    .set({ value: `${until} ${token}` })
    .where('name', '=', settingOf(name))
    .where('value', 'like', `% ${token}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteLease(db: Db, { name, token }: Holder): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', settingOf(name)).where('value', 'like', `% ${token}`).execute();
}

/** Whether a lease whose name begins with this word ends between these times. */
export async function findLease(
  db: Db,
  word: string,
  { after, before }: { after: string; before: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('settings')
    .select('name')
    .where('name', 'like', `${settingOf(word)} %`)
    .where('value', '>', after)
    .where('value', '<', before)
    .limit(1)
    .execute();
  return found.length > 0;
}

/** Deletes the leases whose name begins with this word and that have ended before this time. */
export async function deleteEndedLeases(db: Db, word: string, before: string): Promise<void> {
  await db
    .deleteFrom('settings')
    .where('name', 'like', `${settingOf(word)} %`)
    .where('value', '<', before)
    .execute();
}
