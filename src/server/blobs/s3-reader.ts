import { addAbortSignal, PassThrough, pipeline, Readable } from 'node:stream';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { asRefusal, requestTimeoutMs, within } from './s3-client.ts';

type ObjectRange = { Bucket: string; Key: string; start: number; end: number };

// The maximum number of consecutive failures without any bytes in between.
const maxFailures = 3;

/**
 * Streams a range of an object. Destroying the stream closes the connection to the store immediately. Failures of the
 * store become refusals.
 */
export function streamObject(client: S3Client, range: ObjectRange): Readable {
  const gone = new AbortController();
  // `Readable.from` alone would wait for the next chunk of the store before it closes.
  const stream = new PassThrough({ highWaterMark: 256 * 1024 });
  stream.once('close', () => gone.abort());
  return pipeline(readObject(client, range, gone.signal), stream, () => {});
}

/**
 * Yields all bytes of a range or throws a refusal. Stores close the connection of a client that pauses, as video
 * players do. The rest is then requested again from that position.
 */
export async function* readObject(
  client: S3Client,
  range: ObjectRange,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void> {
  let next = range.start;
  for (let failures = 0; next <= range.end;) {
    try {
      for await (const chunk of await requestRange(client, { ...range, start: next }, signal)) {
        failures = 0;
        next += (chunk as Buffer).length;
        yield chunk as Buffer;
      }
      if (next <= range.end) throw new Error('the store sent less than it announced');
    } catch (error) {
      failures += 1;
      if (signal.aborted || failures === maxFailures) throw asRefusal(error);
    }
  }
}

async function requestRange(
  client: S3Client,
  { Bucket, Key, start, end }: ObjectRange,
  signal: AbortSignal,
): Promise<AsyncIterable<unknown>> {
  const command = new GetObjectCommand({ Bucket, Key, Range: `bytes=${start}-${end}` });
  const { Body, ContentLength } = await within(requestTimeoutMs, (options) => client.send(command, options), signal);
  if (!(Body instanceof Readable)) throw new Error('the store sent no body');
  if (ContentLength !== end - start + 1) {
    Body.destroy();
    throw new Error(`the store sent ${ContentLength} bytes instead of ${end - start + 1}`);
  }
  return addAbortSignal(signal, Body);
}
