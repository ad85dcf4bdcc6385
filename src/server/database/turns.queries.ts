import type { Db } from '../parts.ts';

/** Takes the turn at periodic work until `until`, unless another server has it. */
export async function takeTurn(
  db: Db,
  { name, now, until }: { name: string; now: string; until: string },
): Promise<boolean> {
  const taken = await db
    .insertInto('settings')
    .values({ name: `turn: ${name}`, value: until })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: until }).where('settings.value', '<=', now))
    .returning('name')
    .execute();
  return taken.length > 0;
}
