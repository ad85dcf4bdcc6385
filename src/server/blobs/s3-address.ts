import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Storage } from '../config.ts';
import type { SignedHeaders } from './blob-store.ts';

// Long enough to follow a redirect; what has begun by then goes on to its end.
const validSeconds = 60;

export type Signer = (object: { Bucket: string; Key: string }, headers: SignedHeaders, now: Date) => Promise<string>;

/** Signs addresses that browsers fetch downloads from; none where these pass through the server. Asks the store nothing. */
export function addressSigner({ region, credentials, downloads }: Storage): Signer | undefined {
  if (!downloads) return undefined;
  // A signature is about the host as well, so it must be the one that the browser will ask.
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
    return getSignedUrl(client, command, { expiresIn: validSeconds, signingDate: now });
  };
}
