import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Endpoint } from '#shared/endpoint.ts';
import { formatSize } from '#shared/format.ts';
import { BlobTooLarge } from '../blobs/blob-store.ts';
import type { StagedBlob } from '../blobs/blob-store.ts';
import type { Parts } from '../parts.ts';
import { Refusal, refusal } from '../refusal.ts';
import { drain } from './drain.ts';

export type ReceivedFile = StagedBlob & {
  /** As the client sent it, not cleaned. */
  name: string;
};

const texts = {
  tooManyFiles: (most: number) => `Send at most ${most} file${most === 1 ? '' : 's'} at a time.`,
  tooLarge: (name: string, most: number) => `"${name}" is larger than the limit of ${formatSize(most)} for one file.`,
  malformed: 'The form could not be read. Send it again.',
  notAForm: 'Send the files as multipart/form-data.',
  cut: 'The connection ended before everything had arrived. Send it again.',
  tooManyFields: 'The form has too many fields.',
};

// Every field of our forms is a few words.
const limits = { fields: 20, fieldSize: 16_384, fieldNameSize: 100, headerPairs: 50 };

// What surrounds the files in a form: boundaries, part headers, fields.
const formOverheadBytes = 4 * 1024 * 1024;

// A client that sends nothing for this long has gone.
const silenceMs = 60_000;

/**
 * Streams a form's files into the blob store, then hands fields and files to `handle`. Fields may come before or after
 * the files. When anything goes wrong, here or in `handle`, nothing stays behind; when it goes well, the blobs are settled.
 */
export async function receiveForm<A>(
  parts: Parts,
  request: FastifyRequest,
  endpoint: Endpoint,
  steps: { accept: () => Promise<void>; handle: (fields: object, files: ReceivedFile[]) => Promise<A> },
): Promise<A> {
  const expected = endpoint.files ?? { field: '', max: 0 };
  const received: ReceivedFile[] = [];
  try {
    refuseLargeBody(parts, request, expected.max);
    await steps.accept();
    const fields = await readParts(parts, request, expected, received);
    const parsed = parseFields(endpoint.body ?? z.object({}), fields);
    await parts.blobs.publish(received);
    const answer = await steps.handle(parsed, received);
    // Committed: from here on a failure must not undo it. What stays in staging is settled at the next start.
    await parts.blobs
      .settle(received)
      .catch((error: unknown) => request.log.warn(error, 'a blob could not be settled'));
    return answer;
  } catch (error) {
    await parts.blobs.discard(received);
    await drain(request.raw);
    throw translate(error, expected.max);
  }
}

function refuseLargeBody(parts: Parts, request: FastifyRequest, mostFiles: number): void {
  const announced = Number(request.headers['content-length'] ?? 0);
  const most = parts.config.maxUploadBytes;
  if (announced > most * mostFiles + formOverheadBytes) {
    throw refusal.tooLarge(`The limit for one file is ${formatSize(most)}.`);
  }
}

async function readParts(
  parts: Parts,
  request: FastifyRequest,
  expected: { field: string; max: number },
  received: ReceivedFile[],
): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw refusal.badRequest(texts.notAForm);
  const fields: Record<string, unknown> = {};
  const stopWatching = watchSilence(request.raw);
  try {
    const options = {
      limits: {
        ...limits,
        files: expected.max,
        fileSize: Number.MAX_SAFE_INTEGER,
        parts: expected.max + limits.fields,
      },
    };
    for await (const part of request.parts(options)) {
      if (part.type === 'field') fields[part.fieldname] = part.value;
      else if (part.fieldname === expected.field) received.push(await receiveFile(parts, part));
      else await drain(part.file);
    }
  } finally {
    stopWatching();
  }
  return fields;
}

async function receiveFile(parts: Parts, part: MultipartFile): Promise<ReceivedFile> {
  const name = nameSent(part.filename);
  try {
    const staged = await parts.blobs.stage(part.file, parts.config.maxUploadBytes);
    return { ...staged, name };
  } catch (error) {
    if (error instanceof BlobTooLarge) throw refusal.tooLarge(texts.tooLarge(name, parts.config.maxUploadBytes));
    throw error;
  }
}

/**
 * Browsers send a quotation mark and line ends of a file name percent-encoded, and a backslash as it is. The parser takes a
 * backslash before the closing quotation mark for an escape of it. Source: HTML, multipart/form-data encoding.
 */
function nameSent(filename: string | undefined): string {
  const name = (filename ?? '').replace(/"$/, '\\');
  return name.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n');
}

function parseFields(schema: z.ZodObject, fields: object): object {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw parsed.error;
}

/** Ends the request of a client that has fallen silent. */
function watchSilence(body: Readable): () => void {
  let last = Date.now();
  const note = () => {
    last = Date.now();
  };
  body.on('data', note);
  const timer = setInterval(() => {
    // A paused body is waiting for our disk, not for the client.
    if (Date.now() - last > silenceMs && !body.isPaused()) body.destroy();
  }, silenceMs / 6);
  timer.unref();
  return () => {
    clearInterval(timer);
    body.off('data', note);
  };
}

/** The form parser's failures are the client's: 4xx, never 500. */
function translate(error: unknown, mostFiles: number): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT')
    return refusal.invalid('files', texts.tooManyFiles(mostFiles));
  if (code === 'FST_FIELDS_LIMIT') return refusal.badRequest(texts.tooManyFields);
  if (code === 'FST_PROTO_VIOLATION' || code === 'FST_INVALID_JSON_FIELD_ERROR')
    return refusal.badRequest(texts.malformed);
  if (code === 'FST_MP_PREMATURE_CLOSE' || code === 'ECONNRESET' || error.message === 'aborted')
    return refusal.badRequest(texts.cut);
  if (/boundary|multipart|Part terminated|header/i.test(error.message) && code === undefined)
    return refusal.badRequest(texts.malformed);
  return error;
}
