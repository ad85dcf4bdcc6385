import type { Config } from '../config.ts';
import type { BlobPlace } from './blob-store.ts';
import { diskPlace } from './disk-blobs.ts';

/** Where the settings say that bytes are kept. What talks to a bucket is loaded only where there is one. */
export async function blobPlace({ storage, dataDir }: Config): Promise<BlobPlace> {
  if (!storage) return diskPlace(dataDir);
  const { s3Place } = await import('./s3-blobs.ts');
  return s3Place(storage, dataDir);
}
