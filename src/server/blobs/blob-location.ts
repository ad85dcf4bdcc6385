import type { Config } from '../config.ts';
import type { BlobLocation } from './blob-store.ts';
import { diskLocation } from './disk-blobs.ts';

/** Returns the configured location of the blobs. The S3 client is loaded only if a bucket is configured. */
export async function blobLocation({ storage, dataDir }: Config): Promise<BlobLocation> {
  if (!storage) return diskLocation(dataDir);
  const { s3Location } = await import('./s3-blobs.ts');
  return s3Location(storage, dataDir);
}
