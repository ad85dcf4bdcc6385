import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BlobRecord, OpenBlob } from '../blobs/blob-store.ts';
import type { BlobWatch } from '../blobs/blob-watch.ts';
import type { Problem } from '../blobs/examine-blob.ts';
import { Refusal } from '../refusal.ts';
import { isFresh, rangeOf } from './conditions.ts';
import { contentDisposition } from './content-disposition.ts';

export type BlobAnswer = {
  /** Opened already; none when the store has lost it. */
  blob: OpenBlob | undefined;
  record: BlobRecord;
  name: string;
  /** As found in the content; served only if nothing in it can act. */
  mediaType: string;
  /** What a browser is told: shown in place, or saved under its name. */
  disposition: 'inline' | 'attachment';
  modifiedAt: string;
  /** A download may be fetched from the store itself, where that is set; what is viewed needs our policy. */
  mayRedirect?: boolean;
  /** The product's own pages may show it in a frame. */
  isFramed?: true;
  /** Sentence for a person when the bytes are not what was stored. */
  damaged: string;
};

// Small files are checked against their hash before the first byte leaves.
const checkedWholeBytes = 1024 * 1024;

// A stream for fewer costs more than they do.
const readAtOnceBytes = 256 * 1024;

/**
 * Sends a blob: whole or a range, conditional, and so that nothing in it can act with the product's origin. What is not
 * what was stored never arrives as a complete answer.
 */
export async function sendBlob(
  watch: BlobWatch,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: BlobAnswer,
): Promise<FastifyReply> {
  const { blob, record } = answer;
  if (!blob) throw await damage(watch, answer, 'missing');
  const { size, sha256 } = record;
  const entity = { size, sha256, modifiedAt: answer.modifiedAt };
  try {
    if (blob.size !== size) throw await damage(watch, answer, 'damaged');
    const isLarge = size > checkedWholeBytes;
    const address = answer.mayRedirect && request.method === 'GET' ? blob.address : undefined;
    const isDamaged = (isLarge || address !== undefined) && (await watch.isDamaged(record, blob));
    if (isLarge && isDamaged) throw new Refusal(500, answer.damaged);
    const isCurrent = isFresh(request.headers, entity);
    const range = rangeOf(request.headers, entity);
    if (address && !isDamaged && !isCurrent && range !== 'unsatisfiable') {
      const location = await address(asSent(answer));
      await blob.close();
      return reply.redirect(location);
    }
    setHeaders(reply, answer);
    if (isCurrent) {
      await blob.close();
      return reply.code(304).send();
    }
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
    if (!isLarge) return reply.send((await wholeBytes(watch, blob, answer)).subarray(start, end + 1));
    if (end - start < readAtOnceBytes) {
      if (!watch.isWhole(record, blob)) watch.checkSoon(record);
      return reply.send(await blob.bytes({ start, end }));
    }
    return reply.send(largeStream(watch, blob, answer, { start, end }));
  } catch (error) {
    await blob.close().catch(() => {});
    throw error;
  }
}

/** Has the damage recorded and told; answers what to refuse with. */
async function damage(watch: BlobWatch, { blob, record, damaged }: BlobAnswer, problem: Problem): Promise<Refusal> {
  await watch.noteProblem(record, problem, blob?.stamp ?? '');
  return new Refusal(500, damaged);
}

async function wholeBytes(watch: BlobWatch, blob: OpenBlob, answer: BlobAnswer): Promise<Buffer> {
  const bytes = await blob.bytes();
  const { sha256 } = answer.record;
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw await damage(watch, answer, 'damaged');
  return bytes;
}

/** Hashing costs a third of the speed, so what was read to its end once and has not been touched since is sent as it is. */
function largeStream(
  watch: BlobWatch,
  blob: OpenBlob,
  answer: BlobAnswer,
  range: { start: number; end: number },
): Readable {
  const stream = blob.stream(range);
  const { record } = answer;
  if (watch.isWhole(record, blob)) return stream;
  if (range.start === 0 && range.end === record.size - 1) {
    return Readable.from(hashedOnTheWay(watch, stream, answer), { objectMode: false });
  }
  watch.checkSoon(record);
  return stream;
}

/** The last piece waits for the hash: when that is wrong the connection is cut, and what has arrived is not complete. */
async function* hashedOnTheWay(watch: BlobWatch, stream: Readable, answer: BlobAnswer): AsyncGenerator<Buffer> {
  const { blob, record } = answer;
  const hash = createHash('sha256');
  let held: Buffer | undefined;
  for await (const chunk of stream) {
    if (held) yield held;
    held = chunk as Buffer;
    hash.update(held);
  }
  if (hash.digest('hex') !== record.sha256) throw await damage(watch, answer, 'damaged');
  await watch.noteWhole(record, blob?.stamp ?? '');
  if (held) yield held;
}

const sources = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'";

/** Nothing runs. A player asks for its own address once more, which it may only as part of this origin. */
const policyOf = ({ mediaType, isFramed }: BlobAnswer) =>
  `${/^(audio|video)\//.test(mediaType) ? 'sandbox allow-same-origin' : 'sandbox'}; ${sources}` +
  (isFramed ? "; frame-ancestors 'self'" : '');

/** From the store there is no policy beside the bytes, so they come as bytes, to be saved; and its address never comes again. */
const asSent = ({ name }: BlobAnswer) => ({
  disposition: contentDisposition('attachment', name),
  mediaType: 'application/octet-stream',
  cacheControl: 'private, no-store',
});

function setHeaders(reply: FastifyReply, answer: BlobAnswer): void {
  reply.headers({
    'content-type': answer.mediaType,
    'content-disposition': contentDisposition(answer.disposition, answer.name),
    'content-security-policy': policyOf(answer),
    ...(answer.isFramed && { 'x-frame-options': 'SAMEORIGIN' }),
    'accept-ranges': 'bytes',
    etag: `"${answer.record.sha256}"`,
    'last-modified': new Date(answer.modifiedAt).toUTCString(),
    // Every use asks again, so that a right that was taken away counts at once.
    'cache-control': 'private, no-cache',
  });
}
