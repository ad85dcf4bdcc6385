import type { Db } from '#server/database/db.ts';
import { deleteSetting, readSetting } from '#server/database/settings.queries.ts';

/** The ids of everything that the sample company has added. Types that were there before are not among them. */
export type SampleIds = {
  added_at: string;
  teams: number[];
  file_types: number[];
  parties: number[];
  containers: number[];
  files: number[];
};

export const sampleSetting = 'sample_company';

export async function findSampleIds(db: Db): Promise<SampleIds | undefined> {
  const value = await readSetting(db, sampleSetting);
  return value === undefined ? undefined : (JSON.parse(value) as SampleIds);
}

export const deleteSampleIds = (tx: Db): Promise<void> => deleteSetting(tx, sampleSetting);

/** Returns whether there is a file or a container, also in the trash. */
export async function hasFilesOrContainers(db: Db): Promise<boolean> {
  const file = await db.selectFrom('files').select('id').limit(1).executeTakeFirst();
  return Boolean(file ?? (await db.selectFrom('containers').select('id').limit(1).executeTakeFirst()));
}

/** Returns whether a file, also in the trash, or a rule of the checklist has this type. */
export async function isFileTypeUsed(db: Db, id: number): Promise<boolean> {
  const file = await db.selectFrom('files').select('id').where('file_type_id', '=', id).limit(1).executeTakeFirst();
  const rule = db.selectFrom('checklist').select('id').where('file_type_id', '=', id).limit(1);
  return Boolean(file ?? (await rule.executeTakeFirst()));
}

/** Deletes suppliers that no container and no rule of the checklist names. */
export async function deleteUnusedParties(tx: Db, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await tx
      .deleteFrom('parties')
      .where('id', '=', id)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('containers')
              .select('id')
              .where((of) =>
                of.or([of('supplier_id', '=', id), of('customer_id', '=', id), of('carrier_id', '=', id)]),
              ),
          ),
        ),
      )
      .where((eb) => eb.not(eb.exists(eb.selectFrom('checklist').select('id').where('party_id', '=', id))))
      .execute();
  }
}

/** Deletes the notifications that lead to one of these addresses. */
export async function deleteNotificationsTo(tx: Db, links: readonly string[]): Promise<void> {
  if (links.length > 0) await tx.deleteFrom('notifications').where('link', 'in', links).execute();
}
