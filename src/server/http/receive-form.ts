import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Endpoint } from '#shared/endpoint.ts';
import { formatSize } from '#shared/format.ts';
import { BlobTooLarge } from '../blobs/blob-store.ts';
import type { StagedBlob } from '../blobs/blob-store.ts';
import { recordBlobs } from '../blobs/record-blobs.ts';
import type { Parts } from '../parts.ts';
import { refusal } from '../refusal.ts';
import { chunksOf } from './body-chunks.ts';
import { boundaryOf, MalformedForm, readForm } from './read-form.ts';
import type { FormPart } from './read-form.ts';

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
  unexpectedFile: 'No file is expected in this field.',
  tooManyFields: 'The form has too many fields.',
  fieldTooLong: (name: string) => `The field "${name}" is too long.`,
};

// Every field of our forms is a few words.
const mostFields = 20;
const mostFieldBytes = 16_384;

// What surrounds the files in a form: boundaries, part headers, fields.
const formOverheadBytes = 4 * 1024 * 1024;

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
  const parsed = await receive().catch(async (error: unknown) => {
    await parts.blobs.discard(received);
    throw error;
  });
  return recordBlobs(parts, received, () => steps.handle(parsed, received));

  async function receive(): Promise<object> {
    refuseLargeBody(parts, request, expected.max);
    await steps.accept();
    return parseFields(endpoint.body ?? z.object({}), await readParts(parts, request, expected, received));
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
): Promise<Record<string, string>> {
  const boundary = boundaryOf(request.headers['content-type']);
  if (boundary === undefined) throw refusal.badRequest(texts.notAForm);
  const fields = new Map<string, string>();
  let fieldsSent = 0;
  try {
    for await (const part of readForm(chunksOf(request.raw), boundary)) {
      if (part.filename === undefined) {
        if ((fieldsSent += 1) > mostFields) throw refusal.badRequest(texts.tooManyFields);
        if (part.name in Object.prototype) throw refusal.badRequest(texts.malformed);
        fields.set(part.name, await readField(part));
      } else {
        if (part.name !== expected.field) throw refusal.invalid(part.name, texts.unexpectedFile);
        if (received.length === expected.max) throw refusal.invalid('files', texts.tooManyFiles(expected.max));
        received.push(await receiveFile(parts, part));
      }
    }
  } catch (error) {
    throw asRefusal(error, request);
  }
  return Object.fromEntries(fields);
}

async function readField(part: FormPart): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part.bytes) {
    size += chunk.length;
    if (size > mostFieldBytes) throw refusal.tooLarge(texts.fieldTooLong(part.name.slice(0, 100)));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

async function receiveFile(parts: Parts, part: FormPart): Promise<ReceivedFile> {
  const name = nameSent(part.filename);
  try {
    const staged = await parts.blobs.stage(part.bytes, parts.config.maxUploadBytes);
    return { ...staged, name };
  } catch (error) {
    if (error instanceof BlobTooLarge) throw refusal.tooLarge(texts.tooLarge(name, parts.config.maxUploadBytes));
    throw error;
  }
}

/** Browsers send a quotation mark and line ends of a file name percent-encoded. Source: HTML, multipart/form-data encoding. */
function nameSent(filename: string | undefined): string {
  return (filename ?? '').replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n');
}

function parseFields(schema: z.ZodObject, fields: object): object {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw parsed.error;
}

/** A form that cannot be read is the client's failure: 4xx, never 500. */
function asRefusal(error: unknown, request: FastifyRequest): unknown {
  if (error instanceof MalformedForm) return refusal.badRequest(texts.malformed);
  return request.raw.destroyed && !request.raw.complete ? refusal.badRequest(texts.cut) : error;
}
