import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Storage } from '../settings.ts';
import type { SignedHeaders } from './blob-store.ts';

// Long enough to follow a redirect. A download that has begun continues after it.
const validForSeconds = 60;

export type Signer = (object: { Bucket: string; Key: string }, headers: SignedHeaders, now: Date) => Promise<string>;

/**
 * Returns a function that signs URLs for downloads, or undefined if the server sends the downloads itself. Signing
 * sends no request to the store.
 */
export function addressSigner({ region, credentials, downloads }: Storage): Signer | undefined {
  if (!downloads) return undefined;
  // The signature covers the host, so it must be the host that the browser uses.
  const client = new S3Client({
    region,
    credentials,
    ...(downloads.endpoint ? { endpoint: downloads.endpoint } : {}),
    forcePathStyle: true,
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return (object, { disposition, mediaType, cacheControl }, now) => {
    const command = new GetObjectCommand({
      ...object,
      ResponseContentDisposition: disposition,
      ResponseContentType: mediaType,
      ResponseCacheControl: cacheControl,
    });
    return getSignedUrl(client, command, { expiresIn: validForSeconds, signingDate: now });
  };
}
