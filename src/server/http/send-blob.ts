import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenBlob } from '../blobs/blob-store.ts';
import { Refusal } from '../refusal.ts';
import { isFresh, rangeOf } from './conditions.ts';
import { contentDisposition } from './content-disposition.ts';

export type BlobAnswer = {
  /** Opened already; none when the store has lost it. */
  blob: OpenBlob | undefined;
  size: number;
  sha256: string;
  name: string;
  /** As found in the content; served only if nothing in it can act. */
  mediaType: string;
  /** What a browser is told: shown in place, or saved under its name. */
  disposition: 'inline' | 'attachment';
  modifiedAt: string;
  /** Sentence for a person when the bytes are not what was stored. */
  damaged: string;
};

// Small files are checked against their hash before the first byte leaves.
const checkedWholeBytes = 1024 * 1024;

/** Sends a blob: whole or a range, conditional, and so that nothing in it can act with the product's origin. */
export async function sendBlob(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: BlobAnswer,
): Promise<FastifyReply> {
  const { blob, size } = answer;
  if (!blob) throw new Refusal(500, answer.damaged);
  try {
    if (blob.size !== size) throw new Refusal(500, answer.damaged);
    setHeaders(reply, answer);
    if (isFresh(request.headers, answer)) {
      await blob.close();
      return reply.code(304).send();
    }
    const range = rangeOf(request.headers, answer);
    if (range === 'unsatisfiable') {
      await blob.close();
      return reply.code(416).header('content-range', `bytes */${size}`).send();
    }
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    const { start, end } = range ?? { start: 0, end: size - 1 };
    reply.header('content-length', end - start + 1);
    if (request.method === 'HEAD') {
      await blob.close();
      // A stream, even an empty one, keeps the length that was set; nothing would set it to 0.
      return reply.send(Readable.from([]));
    }
    if (size <= checkedWholeBytes) return reply.send((await wholeBytes(blob, answer)).subarray(start, end + 1));
    return reply.send(blob.stream({ start, end }));
  } catch (error) {
    await blob.close().catch(() => {});
    throw error;
  }
}

async function wholeBytes(blob: OpenBlob, answer: BlobAnswer): Promise<Buffer> {
  const bytes = await blob.bytes();
  if (createHash('sha256').update(bytes).digest('hex') !== answer.sha256) throw new Refusal(500, answer.damaged);
  return bytes;
}

function setHeaders(reply: FastifyReply, answer: BlobAnswer): void {
  reply.headers({
    'content-type': answer.mediaType,
    'content-disposition': contentDisposition(answer.disposition, answer.name),
    'content-security-policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'",
    'accept-ranges': 'bytes',
    etag: `"${answer.sha256}"`,
    'last-modified': new Date(answer.modifiedAt).toUTCString(),
    // Every use asks again, so that a right that was taken away counts at once.
    'cache-control': 'private, no-cache',
  });
}
