import { blobLocation } from '#server/blobs/blob-location.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { existingDatabase } from '#server/database/open.ts';
import { makeEvents } from '#server/events.ts';
import { markStore } from '../data-folder.ts';

/** The part of the server's context that an admin command needs. */
export type AdminContext = Pick<Context, 'config' | 'db' | 'blobs' | 'clock' | 'events'>;

export async function withAdminContext(
  config: Config,
  work: (context: AdminContext) => Promise<number>,
): Promise<number> {
  const clock = () => new Date();
  await using db = await existingDatabase(config, clock());
  const location = await blobLocation(config);
  await markStore(db, location);
  const blobs = await location.open();
  return await work({ config, db, blobs, clock, events: makeEvents() });
}
