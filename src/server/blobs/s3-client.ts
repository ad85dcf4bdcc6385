import { CreateBucketCommand, ListObjectsV2Command, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { CannotStart } from '../config.ts';
import { Refusal, refusal } from '../refusal.ts';
import type { Storage } from '../settings.ts';
import { messageOf } from '../system-errors.ts';

// Source for the common subset of S3-compatible stores: docs/decisions/s3.md#only-calls-that-every-store-has

/** The time limit for requests about an object and for removals. A working store needs a fraction of it. */
export const requestTimeoutMs = 5_000;

/** The time limit for transfers of bytes. A stalled transfer ends after `silenceMs`. */
export const transferTimeoutMs = 10 * 60_000;

// A store that sends nothing for this long while it should is treated as unreachable.
const silenceMs = 5_000;
const connectTimeoutMs = 4_000;
const maxSockets = 256;
const tries = 3;

// Relevant warnings of the client also occur as errors.
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

const texts = { full: 'The file store is full, so nothing could be saved. Tell an administrator.' };

/** Opens a client and creates the bucket if it is missing. Throws CannotStart with the remedy. */
export async function connectS3(storage: Storage, setting = 'STORAGE_URL'): Promise<S3Client> {
  const agent = { keepAlive: true, maxSockets };
  const client = new S3Client({
    region: storage.region,
    credentials: storage.credentials,
    ...(storage.endpoint ? { endpoint: storage.endpoint } : {}),
    forcePathStyle: true,
    // Many stores reject streams with trailing checksums. Instead, requests are signed with the hash of their body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: tries,
    // Expect: 100-continue would cost one round trip per part and a connection of its own.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      socketTimeout: silenceMs,
      httpAgent: agent,
      httpsAgent: agent,
      logger: quiet,
    },
  });
  const { bucket: Bucket } = storage;
  const options = () => ({ abortSignal: AbortSignal.timeout(requestTimeoutMs) });
  try {
    try {
      await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 }), options());
    } catch (error) {
      if (!isMissing(error)) throw error;
      await client.send(new CreateBucketCommand({ Bucket }), options()).catch(unlessCreatedMeanwhile);
    }
    return client;
  } catch (error) {
    client.destroy();
    throw asCannotStart(storage, error, setting);
  }
}

/** For requests during the start: turns failures of the store into CannotStart, with a message for the administrator. */
export async function orCannotStart<T>(storage: Storage, request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    throw error instanceof Refusal ? asCannotStart(storage, error.cause ?? error) : error;
  }
}

function asCannotStart({ bucket, endpoint }: Storage, error: unknown, setting = 'STORAGE_URL'): CannotStart {
  const location = endpoint ? ` at ${endpoint}` : '';
  return new CannotStart(`${setting}: the bucket ${bucket}${location} cannot be used: ${reasonOf(error)}.`, {
    cause: error,
  });
}

type Options = { abortSignal: AbortSignal };

/**
 * Returns the response of the store. Reading its body is not limited by `limitMs`. Throws a refusal if the store fails:
 * 503 if it is unreachable, 507 if it is full.
 */
export async function within<T>(
  limitMs: number,
  send: (options: Options) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), limitMs);
  try {
    return await send({ abortSignal: signal ? AbortSignal.any([late.signal, signal]) : late.signal });
  } catch (error) {
    throw asRefusal(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns undefined if the object does not exist. */
export async function unlessMissing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isMissing((error as Error).cause)) return undefined;
    throw error;
  }
}

function unlessCreatedMeanwhile(error: Error): void {
  if (error.name !== 'BucketAlreadyOwnedByYou') throw error;
}

const isMissing = (error: unknown) => error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;

const isFull = (error: unknown) =>
  error instanceof S3ServiceException &&
  (error.$metadata.httpStatusCode === 507 ||
    /^(QuotaExceeded|XMinioStorageFull|InsufficientCapacity)$/.test(error.name));

export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return isFull(error) ? refusal.storeFull(error, texts.full) : refusal.storeAway(error);
}

function reasonOf(error: unknown): string {
  const text = messageOf(error);
  if (!(error instanceof S3ServiceException)) return text;
  return text === 'UnknownError' ? error.name : `${text} (${error.name})`;
}
