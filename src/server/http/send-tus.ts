import { randomBytes } from 'node:crypto';
import type * as Tus from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BlobTooLarge } from '../blobs/blob-store.ts';
import { Refusal, refusal } from '../refusal.ts';
import { chunksOf } from './body-chunks.ts';
import { lockedByAnother } from './upload-locks.ts';

/** The resumable uploads of one caller, as the protocol accesses them. Uploads of other users are refused with 404. */
export type ResumableUploads = {
  /** Refuses an upload that would be refused at its end. */
  create: (announced: { id: string; size: number; metadata: Record<string, string | null> }) => Promise<Progress>;
  find: (id: string) => Promise<Progress>;
  /** Stores the bytes from `start` on, and finishes the upload after the last byte. */
  append: (id: string, start: number, bytes: AsyncIterable<Buffer>) => Promise<Progress>;
};

export type Progress = {
  size: number;
  /** The number of stored bytes. The upload is finished if it equals `size`. */
  received: number;
  expiresAt: string;
  metadata: Record<string, string>;
};

const texts = {
  notTus: 'Send the header Tus-Resumable: 1.0.0.',
  malformed: 'The headers are not those of the tus protocol 1.0.0, or need an extension that is not supported.',
  wrongOffset: 'These bytes do not follow the ones received. Request the offset of the upload and continue there.',
  tooMuch: 'More bytes were sent than the announced size of the upload.',
  cut: 'The connection ended before all bytes had arrived. Send the rest.',
};

/** The refusals for the error statuses of the protocol's package. */
const refusals: Record<number, () => Refusal> = {
  409: () => refusal.conflict('upload.offset_mismatch', texts.wrongOffset),
  412: () => new Refusal('upload.protocol_missing', texts.notTus),
  413: () => refusal.tooLarge('upload.too_large', texts.tooMuch),
};

export const bytesType = 'application/offset+octet-stream';

const requestHeaders = /^(tus-resumable|upload-.*|content-type|content-length)$/;
const responseHeaders = ['tus-resumable', 'location', 'upload-offset', 'upload-length', 'upload-metadata'];

/** Returns whether a request contains bytes of an upload. Such a request is timed by its progress. */
export const carriesBytes = (request: FastifyRequest): boolean => request.headers['content-type'] === bytesType;

/** Answers a request of the tus protocol. Refusals have the same format as everywhere. */
export async function sendTus(
  request: FastifyRequest,
  reply: FastifyReply,
  uploadLocks: Tus.Locker,
  uploads: ResumableUploads,
): Promise<FastifyReply> {
  const isPatch = request.method === 'PATCH' && carriesBytes(request);
  let isComplete = !isPatch;
  const unwanted = new AbortController();
  const chunks = isPatch ? chunksOf(request.raw, unwanted.signal) : undefined;
  async function* untilComplete(arriving: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
    yield* arriving;
    isComplete = true;
  }
  let progress: Progress | undefined;
  const report = (now: Progress) => (progress = now);
  // Loaded with the first upload, because it takes 0.1 s and 24 MB.
  const tus = await import('@tus/server');
  const server = new tus.Server({
    path: '/',
    datastore: storeOf(tus, uploads, report),
    locker: uploadLocks,
    // Without this, the package would allow all other origins.
    allowedOrigins: () => false,
    namingFunction: () => randomBytes(16).toString('base64url'),
    getFileIdFromRequest: () => (request.params as { id?: string }).id,
    generateUrl: (_request, { id }) => `${request.routeOptions.url}/${id}`,
    onResponseError: (_request, error) => {
      throw asRefusal(error);
    },
  });
  try {
    const response = await server.handleWeb(asWebRequest(request, chunks && untilComplete(chunks)));
    if (response.status >= 400) throw refusalFor(response.status);
    // Another request asked this one to end. Its bytes so far are stored. The unread rest would be parsed as the next
    // request.
    if (!isComplete) throw lockedByAnother();
    for (const name of responseHeaders) if (response.headers.has(name)) reply.header(name, response.headers.get(name));
    if (progress && progress.received < progress.size)
      reply.header('upload-expires', new Date(progress.expiresAt).toUTCString());
    return await reply.code(response.status).send();
  } finally {
    // The time limit of the body runs until the generator returns, which may wait for a chunk.
    unwanted.abort();
    void chunks?.return();
  }
}

function storeOf(tus: typeof Tus, uploads: ResumableUploads, report: (now: Progress) => Progress): Tus.DataStore {
  return Object.assign(new tus.DataStore(), {
    create: async (announced: Tus.Upload) => {
      const { id, size = 0, metadata = {} } = announced;
      report(await uploads.create({ id, size, metadata }));
      return announced;
    },
    getUpload: async (id: string) => {
      const { size, received, metadata } = report(await uploads.find(id));
      return new tus.Upload({ id, size, offset: received, metadata });
    },
    write: async (bytes: AsyncIterable<Buffer>, id: string, start: number) =>
      report(await uploads.append(id, start, untilCut(bytes))).received,
  });
}

/** Ends without an error if the connection breaks: the bytes that arrived before are valid. */
async function* untilCut(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  try {
    yield* bytes;
  } catch (error) {
    if (isOfProtocol(error)) throw error;
  }
}

function asWebRequest(request: FastifyRequest, chunks: AsyncIterable<Buffer> | undefined): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (requestHeaders.test(name) && typeof value === 'string') headers.set(name, value);
  // Creation with bytes is not supported. The response says so by omitting the offset.
  if (!chunks && headers.get('content-type') === bytesType) headers.delete('content-type');
  return new Request('http://localhost/upload', {
    method: request.method,
    headers,
    ...(chunks ? { body: ReadableStream.from(chunks), duplex: 'half' as const } : {}),
  });
}

type ProtocolError = { status_code: number; body: string };

const isOfProtocol = (error: unknown): error is ProtocolError =>
  typeof error === 'object' && error !== null && 'status_code' in error;

function asRefusal(error: unknown): unknown {
  if (error instanceof BlobTooLarge) return refusalFor(413);
  if (!isOfProtocol(error)) return error;
  return error.body.startsWith('Request aborted')
    ? refusal.badRequest('request.cut_off', texts.cut)
    : refusalFor(error.status_code);
}

const refusalFor = (status: number): Refusal =>
  refusals[status]?.() ?? refusal.badRequest('request.malformed', texts.malformed);
