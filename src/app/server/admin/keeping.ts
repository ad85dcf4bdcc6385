import { blobPlace } from '#server/blobs/blob-place.ts';
import type { Config } from '#server/config.ts';
import { markStore } from '#server/database/data-folder.ts';
import { existingDatabase } from '#server/database/open.ts';
import { makeEvents } from '#server/events.ts';
import type { Parts } from '#server/parts.ts';

/** What a command beside a server needs of it to look after what is stored. */
export type Keeping = Pick<Parts, 'config' | 'db' | 'blobs' | 'clock' | 'events'>;

export async function withKeeping(config: Config, work: (keeping: Keeping) => Promise<number>): Promise<number> {
  const clock = () => new Date();
  const db = await existingDatabase(config, clock());
  try {
    const place = await blobPlace(config);
    await markStore(db, place);
    const blobs = await place.open();
    return await work({ config, db, blobs, clock, events: makeEvents() });
  } finally {
    await db.destroy();
  }
}
