import { headBytes } from '#server/blobs/blob-store.ts';
import type { Context } from '#server/context.ts';
import { readSetting, saveSetting } from '#server/database/settings.queries.ts';
import { mediaTypeOf } from './media-types.rules.ts';
import { listOfTypes, saveMediaType, typedTables } from './retype.queries.ts';

/** Raise it when uploads detect more types than before. Add the types that such files had until then to `doubtful`. */
const typesVersion = '2';
const versionSetting = 'typed_by';

/** The media types that earlier versions gave to files that they did not recognise. */
const doubtful = [
  'application/octet-stream',
  'application/vnd.ms-outlook',
  'application/x-cfb',
  'application/x-msdownload',
  'application/zip',
  'image/bmp',
  'image/gif',
  'image/x-icon',
  'text/plain; charset=utf-16be',
  'text/plain; charset=utf-16le',
];

const batchSize = 200;

/** Detects the media types of stored files again, once after an upgrade. Reads the first bytes of the files in question. */
export async function retypeStored({ db, blobs }: Pick<Context, 'db' | 'blobs'>, signal: AbortSignal): Promise<void> {
  if ((await readSetting(db, versionSetting)) === typesVersion) return;
  for (const table of typedTables) {
    let afterId = 0;
    for (;;) {
      const rows = await listOfTypes(db, { table, mediaTypes: doubtful, afterId }, batchSize);
      for (const { id, filename, media_type, blob_key, size } of rows) {
        if (signal.aborted) return;
        afterId = id;
        // The job that verifies files reports missing blobs, so this is not an error here.
        const blob = size > 0 ? await blobs.open(blob_key) : undefined;
        if (!blob) continue;
        const head = await blob.bytes({ start: 0, end: Math.min(size, headBytes) - 1 });
        const detected = await mediaTypeOf(head, filename);
        if (detected !== media_type) await saveMediaType(db, table, id, detected);
      }
      if (rows.length < batchSize) break;
    }
  }
  await saveSetting(db, versionSetting, typesVersion);
}
