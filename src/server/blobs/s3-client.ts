import { CreateBucketCommand, ListObjectsV2Command, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { Storage } from '../config.ts';
import { CannotStart } from '../config.ts';
import { Refusal, refusal } from '../refusal.ts';

// Source for what S3-compatible stores agree on: docs/decisions/0023-s3-compatible-store.md

/** For what asks about an object or removes one; a store that works answers within a fraction of it. */
export const askWithinMs = 5_000;

/** Sends or fetches bytes; what has really stopped is noticed after `silenceMs`. */
export const moveWithinMs = 10 * 60_000;

// A store that says nothing for this long while it is its turn is taken to be away.
const silenceMs = 5_000;
const connectWithinMs = 4_000;
const mostSockets = 256;
const tries = 3;

// What matters of its warnings comes back as an error.
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

const texts = { full: 'The file store is full, so nothing could be saved. Tell an administrator.' };

/** Opens a client and makes the bucket if it is missing. Throws CannotStart with what to do. */
export async function connectS3(storage: Storage): Promise<S3Client> {
  const agent = { keepAlive: true, maxSockets: mostSockets };
  const client = new S3Client({
    region: storage.region,
    credentials: storage.credentials,
    ...(storage.endpoint ? { endpoint: storage.endpoint } : {}),
    forcePathStyle: true,
    // Streams with check sums behind them are what many stores refuse. What is sent is signed with its hash instead.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: tries,
    // It would cost every part a round trip, and a connection of its own.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: connectWithinMs,
      socketTimeout: silenceMs,
      httpAgent: agent,
      httpsAgent: agent,
      logger: quiet,
    },
  });
  const { bucket: Bucket } = storage;
  const options = () => ({ abortSignal: AbortSignal.timeout(askWithinMs) });
  try {
    try {
      await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 }), options());
    } catch (error) {
      if (!isMissing(error)) throw error;
      await client.send(new CreateBucketCommand({ Bucket }), options()).catch(unlessMadeMeanwhile);
    }
    return client;
  } catch (error) {
    client.destroy();
    throw asCannotStart(storage, error);
  }
}

/** What is asked while the server starts: a store that fails then is the matter of whoever starts it. */
export async function orCannotStart<T>(storage: Storage, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof Refusal ? asCannotStart(storage, error.cause ?? error) : error;
  }
}

function asCannotStart({ bucket, endpoint }: Storage, error: unknown): CannotStart {
  const place = endpoint ? ` at ${endpoint}` : '';
  return new CannotStart(`STORAGE_URL: the bucket ${bucket}${place} cannot be used: ${sayOf(error)}.`, {
    cause: error,
  });
}

type Options = { abortSignal: AbortSignal };

/** Answers what the store answers; a body that comes with it takes as long as its reader. Whatever else comes of it is a refusal: the store is away, or full. */
export async function within<T>(
  limitMs: number,
  ask: (options: Options) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), limitMs);
  try {
    return await ask({ abortSignal: signal ? AbortSignal.any([late.signal, signal]) : late.signal });
  } catch (error) {
    throw asRefusal(error);
  } finally {
    clearTimeout(timer);
  }
}

/** What is not there is no failure here. */
export async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isMissing((error as Error).cause)) return undefined;
    throw error;
  }
}

function unlessMadeMeanwhile(error: Error): void {
  if (error.name !== 'BucketAlreadyOwnedByYou') throw error;
}

const isMissing = (error: unknown) => error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;

const isFull = (error: unknown) =>
  error instanceof S3ServiceException &&
  (error.$metadata.httpStatusCode === 507 ||
    /^(QuotaExceeded|XMinioStorageFull|InsufficientCapacity)$/.test(error.name));

export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return isFull(error) ? refusal.storeFull(texts.full, error) : refusal.storeAway(error);
}

/** A connection that was refused at several addresses says nothing itself. */
function sayOf(error: unknown): string {
  const { name, message, code, errors } = error as AggregateError & { code?: string };
  const said = message || (errors?.[0] as Error | undefined)?.message || code || 'no reason given';
  if (!(error instanceof S3ServiceException)) return said;
  return said === 'UnknownError' ? name : `${said} (${name})`;
}
