import type { Db } from '../parts.ts';

/**
 * Takes the turn at periodic work until `until`, unless another server has it. One that lasts longer than that was taken
 * while a clock was ahead, and is no turn.
 */
export async function takeTurn(
  db: Db,
  { name, now, until }: { name: string; now: string; until: string },
): Promise<boolean> {
  const taken = await db
    .insertInto('settings')
    .values({ name: `turn: ${name}`, value: until })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value: until })
        .where((eb) => eb.or([eb('settings.value', '<=', now), eb('settings.value', '>', until)])),
    )
    .returning('name')
    .execute();
  return taken.length > 0;
}
