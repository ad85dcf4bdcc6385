import { randomBytes } from 'node:crypto';
import type * as Tus from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BlobTooLarge } from '../blobs/blob-store.ts';
import { Refusal, refusal } from '../refusal.ts';
import { chunksOf } from './body-chunks.ts';
import { taken } from './take-turns.ts';

/** One caller's uploads that arrive piece by piece, as the protocol asks about them. Another's are refused 404. */
export type ResumableUploads = {
  /** Refuses what would be refused in the end. */
  create: (announced: { id: string; size: number; metadata: Record<string, string | null> }) => Promise<Progress>;
  find: (id: string) => Promise<Progress>;
  /** Keeps the bytes from `start` on, and finishes the upload with the last. */
  append: (id: string, start: number, bytes: AsyncIterable<Buffer>) => Promise<Progress>;
};

export type Progress = {
  size: number;
  /** Bytes that are safe. An upload of which all are is finished. */
  received: number;
  expiresAt: string;
  metadata: Record<string, string>;
};

const texts = {
  notTus: 'Send the header Tus-Resumable: 1.0.0.',
  malformed: 'The headers are not those of the tus protocol 1.0.0, or ask for a part of it that is not supported.',
  wrongPlace: 'These bytes do not follow on those that have arrived. Ask how far the upload has come and go on there.',
  tooMuch: 'More bytes were sent than the upload has.',
  cut: 'The connection ended before everything had arrived. Send the rest.',
};

/** What the protocol's package refuses with, in our words. */
const refusals: Record<number, () => Refusal> = {
  409: () => refusal.conflict(texts.wrongPlace),
  412: () => new Refusal(412, texts.notTus),
  413: () => refusal.tooLarge(texts.tooMuch),
};

export const bytesType = 'application/offset+octet-stream';

const asked = /^(tus-resumable|upload-.*|content-type|content-length)$/;
const answered = ['tus-resumable', 'location', 'upload-offset', 'upload-length', 'upload-metadata'];

/** Whether a request carries bytes of an upload, which are timed by their progress. */
export const carriesBytes = (request: FastifyRequest): boolean => request.headers['content-type'] === bytesType;

/** Answers a request of the tus protocol. What is refused is refused as everywhere, with a sentence as JSON. */
export async function sendTus(
  request: FastifyRequest,
  reply: FastifyReply,
  turns: Tus.Locker,
  uploads: ResumableUploads,
): Promise<FastifyReply> {
  const isPatch = request.method === 'PATCH' && carriesBytes(request);
  let isAllHere = !isPatch;
  const chunks = isPatch ? chunksOf(request.raw) : undefined;
  async function* noticed(arriving: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
    yield* arriving;
    isAllHere = true;
  }
  let progress: Progress | undefined;
  const see = (now: Progress) => (progress = now);
  // Loaded with the first upload: it takes a tenth of a second and 24 MB.
  const tus = await import('@tus/server');
  const server = new tus.Server({
    path: '/',
    datastore: storeOf(tus, uploads, see),
    locker: turns,
    // No grant to other origins: without this it is one to all of them.
    allowedOrigins: () => false,
    namingFunction: () => randomBytes(16).toString('base64url'),
    getFileIdFromRequest: () => (request.params as { id?: string }).id,
    generateUrl: (_request, { id }) => `${request.routeOptions.url}/${id}`,
    onResponseError: (_request, error) => {
      throw asRefusal(error);
    },
  });
  try {
    const answer = await server.handleWeb(asWebRequest(request, chunks && noticed(chunks)));
    if (answer.status >= 400) throw refusedWith(answer.status);
    // Asked to end early: what came has been kept, and what still comes would be taken for the next request.
    if (!isAllHere) throw taken();
    for (const name of answered) if (answer.headers.has(name)) reply.header(name, answer.headers.get(name));
    if (progress && progress.received < progress.size)
      reply.header('upload-expires', new Date(progress.expiresAt).toUTCString());
    return await reply.code(answer.status).send();
  } finally {
    // It keeps a clock on the body until it is told that nobody reads on.
    void chunks?.return();
  }
}

function storeOf(tus: typeof Tus, uploads: ResumableUploads, see: (now: Progress) => Progress): Tus.DataStore {
  return Object.assign(new tus.DataStore(), {
    create: async (announced: Tus.Upload) => {
      const { id, size = 0, metadata = {} } = announced;
      see(await uploads.create({ id, size, metadata }));
      return announced;
    },
    getUpload: async (id: string) => {
      const { size, received, metadata } = see(await uploads.find(id));
      return new tus.Upload({ id, size, offset: received, metadata });
    },
    write: async (bytes: AsyncIterable<Buffer>, id: string, start: number) =>
      see(await uploads.append(id, start, untilCut(bytes))).received,
  });
}

/** What arrives before the connection breaks is as good as any other beginning. */
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
    if (asked.test(name) && typeof value === 'string') headers.set(name, value);
  // Bytes that come with a creation are not taken; the answer says so by leaving out how many.
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
  if (error instanceof BlobTooLarge) return refusedWith(413);
  if (!isOfProtocol(error)) return error;
  return error.body.startsWith('Request aborted') ? refusal.badRequest(texts.cut) : refusedWith(error.status_code);
}

const refusedWith = (status: number): Refusal => refusals[status]?.() ?? refusal.badRequest(texts.malformed);
