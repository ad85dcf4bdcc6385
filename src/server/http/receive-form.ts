import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Endpoint } from '#shared/endpoint.ts';
import { formatSize } from '#shared/format.ts';
import { BlobTooLarge } from '../blobs/blob-store.ts';
import type { StagedBlob } from '../blobs/blob-store.ts';
import { recordBlobs } from '../blobs/record-blobs.ts';
import type { Context } from '../context.ts';
import { refusal } from '../refusal.ts';
import { chunksOf } from './body-chunks.ts';
import { boundaryOf, MalformedForm, readForm } from './read-form.ts';
import type { FormPart } from './read-form.ts';

export type ReceivedFile = StagedBlob & {
  /** As sent by the client, not cleaned. */
  name: string;
};

const texts = {
  tooManyFiles: (max: number) => `Send at most ${max} file${max === 1 ? '' : 's'} at a time.`,
  tooLarge: (name: string, max: number) => `"${name}" is larger than the limit of ${formatSize(max)} for one file.`,
  malformed: 'The form could not be read. Send it again.',
  notAForm: 'Send the files as multipart/form-data.',
  cut: 'The connection ended before the whole form had arrived. Send it again.',
  unexpectedFile: 'No file is expected in this field.',
  tooManyFields: 'The form has too many fields.',
  fieldTooLong: (name: string) => `The field "${name}" is too long.`,
};

// Every field of the product's forms contains a few words.
const maxFields = 20;
const usualFieldBytes = 16_384;

type FileField = NonNullable<Endpoint['files']>;

// The bytes around the files: boundaries, part headers, fields.
const formOverheadBytes = 4 * 1024 * 1024;

/**
 * Streams the files of a form into the blob store, then passes fields and files to `handle`. Fields may come before or
 * after the files. If any step fails, the blobs are discarded; otherwise they are settled.
 */
export async function receiveForm<A>(
  ctx: Context,
  request: FastifyRequest,
  endpoint: Endpoint,
  steps: { accept: () => Promise<void>; handle: (fields: object, files: ReceivedFile[]) => Promise<A> },
): Promise<A> {
  const expected: FileField = endpoint.files ?? { field: '', max: 0 };
  const received: ReceivedFile[] = [];
  const parsed = await receive().catch(async (error: unknown) => {
    await ctx.blobs.discard(received);
    throw error;
  });
  return recordBlobs(ctx, received, () => steps.handle(parsed, received));

  async function receive(): Promise<object> {
    refuseLargeBody(ctx, request, expected.max);
    await steps.accept();
    return parseFields(endpoint.body ?? z.object({}), await readParts(ctx, request, expected, received));
  }
}

function refuseLargeBody(ctx: Context, request: FastifyRequest, maxFiles: number): void {
  const announced = Number(request.headers['content-length'] ?? 0);
  const max = ctx.config.maxUploadBytes;
  if (announced > max * maxFiles + formOverheadBytes) {
    throw refusal.tooLarge('upload.too_large', () => `The limit for one file is ${formatSize(max)}.`);
  }
}

async function readParts(
  ctx: Context,
  request: FastifyRequest,
  expected: FileField,
  received: ReceivedFile[],
): Promise<Record<string, string>> {
  const boundary = boundaryOf(request.headers['content-type']);
  if (boundary === undefined) throw refusal.badRequest('request.not_a_form', texts.notAForm);
  const fields = new Map<string, string>();
  let fieldsSent = 0;
  try {
    for await (const part of readForm(chunksOf(request.raw), boundary)) {
      if (part.filename === undefined) {
        if ((fieldsSent += 1) > maxFields) throw refusal.badRequest('request.too_many_fields', texts.tooManyFields);
        if (part.name in Object.prototype) throw refusal.badRequest('request.malformed', texts.malformed);
        fields.set(part.name, await readField(part, expected.maxFieldBytes ?? usualFieldBytes));
      } else {
        if (part.name !== expected.field)
          throw refusal.invalid('upload.unexpected_file', part.name, texts.unexpectedFile);
        if (received.length === expected.max)
          throw refusal.invalid('upload.too_many_files', 'files', texts.tooManyFiles(expected.max));
        received.push(await receiveFile(ctx, part));
      }
    }
  } catch (error) {
    throw asRefusal(error, request);
  }
  return Object.fromEntries(fields);
}

async function readField(part: FormPart, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part.bytes) {
    size += chunk.length;
    if (size > maxBytes) throw refusal.tooLarge('request.too_large', texts.fieldTooLong(part.name.slice(0, 100)));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

async function receiveFile(ctx: Context, part: FormPart): Promise<ReceivedFile> {
  const name = nameSent(part.filename);
  try {
    const staged = await ctx.blobs.stage(part.bytes, ctx.config.maxUploadBytes);
    return { ...staged, name };
  } catch (error) {
    if (error instanceof BlobTooLarge)
      throw refusal.tooLarge('upload.too_large', () => texts.tooLarge(name, ctx.config.maxUploadBytes));
    throw error;
  }
}

/**
 * Decodes the file name: browsers percent-encode quotation marks and line ends. Source: HTML, multipart/form-data
 * encoding.
 */
function nameSent(filename: string | undefined): string {
  return (filename ?? '').replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n');
}

function parseFields(schema: z.ZodObject, fields: object): object {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw parsed.error;
}

/** An invalid form is an error of the client: 4xx, never 500. */
function asRefusal(error: unknown, request: FastifyRequest): unknown {
  if (error instanceof MalformedForm) return refusal.badRequest('request.malformed', texts.malformed);
  return request.raw.destroyed && !request.raw.complete ? refusal.badRequest('request.cut_off', texts.cut) : error;
}
