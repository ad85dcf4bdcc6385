import { Readable } from 'node:stream';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { asRefusal, askWithinMs, within } from './s3-client.ts';

type Wanted = { Bucket: string; Key: string; start: number; end: number };

// In a row, without a byte between them.
const mostFailures = 3;

/** A range of an object. Destroying it lets go of the connection; a failure of the store is a refusal. */
export function streamObject(client: S3Client, wanted: Wanted): Readable {
  const gone = new AbortController();
  const stream = Readable.from(readObject(client, wanted, gone.signal), {
    objectMode: false,
    highWaterMark: 256 * 1024,
  });
  return stream.once('close', () => gone.abort());
}

/**
 * The bytes of a range, all of them or a refusal. A store does not wait for a reader that pauses, as players of videos do:
 * what it cut is asked for again from where it was cut.
 */
export async function* readObject(client: S3Client, wanted: Wanted, signal: AbortSignal): AsyncGenerator<Buffer, void> {
  let next = wanted.start;
  for (let failures = 0; next <= wanted.end;) {
    try {
      for await (const chunk of await ask(client, { ...wanted, start: next }, signal)) {
        failures = 0;
        next += (chunk as Buffer).length;
        yield chunk as Buffer;
      }
      if (next <= wanted.end) throw new Error('the store sent less than it announced');
    } catch (error) {
      failures += 1;
      if (signal.aborted || failures === mostFailures) throw asRefusal(error);
    }
  }
}

async function ask(
  client: S3Client,
  { Bucket, Key, start, end }: Wanted,
  signal: AbortSignal,
): Promise<AsyncIterable<unknown>> {
  const command = new GetObjectCommand({ Bucket, Key, Range: `bytes=${start}-${end}` });
  const { Body, ContentLength } = await within(askWithinMs, (options) => client.send(command, options), signal);
  if (!(Body instanceof Readable)) throw new Error('the store sent nothing');
  if (ContentLength !== end - start + 1) {
    Body.destroy();
    throw new Error(`the store sent ${ContentLength} bytes in place of ${end - start + 1}`);
  }
  return Body;
}
