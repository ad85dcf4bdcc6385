import { createHash } from 'node:crypto';
import { finished, pipeline, Readable, Transform } from 'node:stream';
import type { Writable } from 'node:stream';
import { callbackify } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, RequestSession } from '../access/caller.ts';
import type { BlobRecord, OpenBlob } from '../blobs/blob-store.ts';
import type { Problem } from '../blobs/examine-blob.ts';
import type { IntegrityCache } from '../blobs/integrity-cache.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { conditionOf, rangeOf } from './conditions.ts';
import { contentDisposition } from './content-disposition.ts';
import { sendStream } from './send-stream.ts';

export type BlobAnswer = {
  /** The open blob. Undefined if it is missing in the store. */
  blob: OpenBlob | undefined;
  record: BlobRecord;
  name: string;
  /** As detected in the content. It is sent only if the content cannot run scripts. */
  mediaType: string;
  /** `inline` shows the file in the browser, `attachment` saves it. */
  disposition: 'inline' | 'attachment';
  modifiedAt: string;
  /**
   * Allows a redirect to the store, if the settings enable it. A file that is shown in the browser needs the policy of
   * this server.
   */
  mayRedirect?: boolean;
  /** Pages of the product may show it in a frame. */
  isFramed?: true;
  /** The message for the user if the bytes are missing or damaged. */
  damaged: string;
};

// Small files are compared with their hash before the first byte is sent.
const maxCheckedBytes = 1024 * 1024;

// A buffer is faster than a stream for fewer bytes than this.
const maxBufferedBytes = 256 * 1024;

/**
 * Sends a blob: the whole file or a range, with conditional requests, and with headers that keep its content from
 * acting with the product's origin. A damaged file never arrives as a complete response.
 */
export async function sendBlob(
  { integrityCache, openRequests }: Pick<Context, 'integrityCache' | 'openRequests'>,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: BlobAnswer,
): Promise<FastifyReply> {
  const { blob, record } = answer;
  if (!blob) throw await damage(integrityCache, answer, 'missing');
  const { size, sha256 } = record;
  const entity = { size, sha256, modifiedAt: answer.modifiedAt };
  try {
    if (blob.size !== size) throw await damage(integrityCache, answer, 'damaged');
    const isLarge = size > maxCheckedBytes;
    const address = answer.mayRedirect && request.method === 'GET' ? blob.address : undefined;
    const isDamaged = (isLarge || address !== undefined) && (await integrityCache.isDamaged(record, blob));
    if (isLarge && isDamaged) throw new Refusal('file.damaged', answer.damaged);
    const condition = conditionOf(request.headers, entity);
    const range = rangeOf(request.headers, entity);
    if (address && !isDamaged && !condition && range !== 'unsatisfiable') {
      const location = await address(signedHeadersOf(answer));
      await blob.close();
      return reply.redirect(location);
    }
    const { start, end } = range && range !== 'unsatisfiable' ? range : { start: 0, end: size - 1 };
    const isStreamed = request.method === 'GET' && isLarge && end - start >= maxBufferedBytes;
    if (isStreamed && !condition && range !== 'unsatisfiable') {
      const session = request.session as RequestSession;
      finished(reply.raw, openRequests.enterAtOnce('download', (session.caller as Caller).id));
    }
    setHeaders(reply, answer);
    if (condition) {
      await blob.close();
      return reply.code(condition === 'fresh' ? 304 : 412).send();
    }
    if (range === 'unsatisfiable') {
      await blob.close();
      return reply.code(416).header('content-range', `bytes */${size}`).send();
    }
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    reply.header('content-length', end - start + 1);
    if (request.method === 'HEAD') {
      await blob.close();
      // An empty stream keeps the content-length that was set. Without a body, Fastify would set it to 0.
      return reply.send(Readable.from([]));
    }
    if (!isLarge) return reply.send((await wholeBytes(integrityCache, blob, answer)).subarray(start, end + 1));
    if (end - start < maxBufferedBytes) {
      if (!integrityCache.isWhole(record, blob)) integrityCache.checkSoon(record);
      return reply.send(await blob.bytes({ start, end }));
    }
    return sendStream(reply, largeStream(integrityCache, blob, answer, { start, end, response: reply.raw }));
  } catch (error) {
    await blob.close().catch(() => {});
    throw error;
  }
}

/** Records and reports the damage. Returns the refusal to throw. */
async function damage(
  integrityCache: IntegrityCache,
  { blob, record, damaged }: BlobAnswer,
  problem: Problem,
): Promise<Refusal> {
  await integrityCache.recordProblem(record, problem, blob?.fingerprint ?? '');
  return new Refusal('file.damaged', damaged);
}

async function wholeBytes(integrityCache: IntegrityCache, blob: OpenBlob, answer: BlobAnswer): Promise<Buffer> {
  const bytes = await blob.bytes();
  const { sha256 } = answer.record;
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw await damage(integrityCache, answer, 'damaged');
  return bytes;
}

/**
 * Hashing costs a third of the speed. So a file that was read to its end once and has the same fingerprint is sent
 * without it.
 */
function largeStream(
  integrityCache: IntegrityCache,
  blob: OpenBlob,
  answer: BlobAnswer,
  { start, end, response }: { start: number; end: number; response: Writable },
): Readable {
  const { record } = answer;
  const isWhole = integrityCache.isWhole(record, blob);
  if (!isWhole && start === 0 && end === record.size - 1) {
    const check = hashCheck(integrityCache, answer);
    const pendingBytes = () => check.writableLength + check.readableLength + response.writableLength;
    // Destroys both streams together.
    return pipeline(blob.stream({ start, end }, pendingBytes), check, () => {});
  }
  if (!isWhole) integrityCache.checkSoon(record);
  return blob.stream({ start, end }, () => response.writableLength);
}

/** Passes the bytes on. If the hash is wrong, it fails before the last piece, so that the response is never complete. */
function hashCheck(integrityCache: IntegrityCache, answer: BlobAnswer): Transform {
  const { blob, record } = answer;
  const hash = createHash('sha256');
  let passedBytes = 0;
  const finish = callbackify(async () => {
    if (hash.digest('hex') !== record.sha256) throw await damage(integrityCache, answer, 'damaged');
    await integrityCache.recordWhole(record, blob?.fingerprint ?? '');
  });
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      passedBytes += piece.length;
      if (passedBytes < record.size) done(null, piece);
      else finish((error) => done(error, piece));
    },
  });
}

const sources = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'";

/** Blocks scripts. A media player requests its own URL again, which needs `allow-same-origin`. */
const policyOf = ({ mediaType, isFramed }: BlobAnswer) =>
  `${/^(audio|video)\//.test(mediaType) ? 'sandbox allow-same-origin' : 'sandbox'}; ${sources}` +
  (isFramed ? "; frame-ancestors 'self'" : '');

/**
 * The store sends no policy with the bytes, so they are sent as an attachment of type octet-stream. The signed URL must
 * not be cached.
 */
const signedHeadersOf = ({ name }: BlobAnswer) => ({
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
    // The browser revalidates on every use, so that a revoked permission takes effect immediately.
    'cache-control': 'private, no-cache',
  });
}
