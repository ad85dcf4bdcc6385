import { join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { maxNumbers } from '#features/papers/numbers.rules.ts';
import { charsets } from '../charset.rules.ts';
import { hasPicturePage, hasThumbnail, isHeic, maxPictures } from '../extraction.rules.ts';
import type { ContentKind, Extraction, Searchable, WorkerRequest } from '../extraction.rules.ts';
import { documentProcessArguments, pictureProcessArguments, wasmProcessArguments } from './sandbox.ts';
import { ExtractionWorkerEnded, makeWorkerProcess } from './worker-process.ts';
import type { OnMessage } from './worker-process.ts';

type Read = (bytes: Readable, size: number, kind: ContentKind, maxProcessorMs: number) => Promise<Extraction>;
export type ExtractionWorker = {
  /**
   * Reads one content in at most `maxProcessorMs` of processor time. One call at a time. Throws ExtractionWorkerEnded when
   * the worker fails on this content.
   */
  read: Read;
  /** Kills the worker processes, even while they read. */
  stop: () => void;
};

// The answers are checked, because a hostile file may have taken over the process.
const failure = z.object({ failure: z.string() });
const pictureResponse = z.union([
  z.object({ picture: z.instanceof(Uint8Array), page: z.string().optional() }),
  failure,
]);
const side = z.number().int().min(1).max(10_000);
const rawOf = (channels: 1 | 3) =>
  z
    .object({ width: side, height: side, pixels: z.instanceof(Uint8Array) })
    .refine(({ width, height, pixels }) => pixels.length === width * height * channels);
const rawResponse = z.union([z.object({ raw: rawOf(3) }), failure]);
const shrinkRequest = z.object({ shrink: z.instanceof(Uint8Array) });
export const searchable = z.object({
  text: z.string(),
  words: z.string(),
  numbers: z.array(z.string().max(30)).max(maxNumbers),
  isCut: z.boolean().exactOptional(),
});
const earlyText = z.object({ searchable });
const documentResponse = z.union([
  z.object({
    extraction: z.object({
      text: searchable.shape.text.exactOptional(),
      words: searchable.shape.words.exactOptional(),
      numbers: searchable.shape.numbers.exactOptional(),
      isCut: searchable.shape.isCut,
      charset: z.enum(charsets).exactOptional(),
      page: z.string().exactOptional(),
      firstPage: rawOf(1).exactOptional(),
      problems: z.array(z.string()),
    }),
  }),
  failure,
]);

function checked<T>(schema: z.ZodType<T>, message: unknown): T {
  const { success, data } = schema.safeParse(message);
  if (!success) throw new ExtractionWorkerEnded('its answer is malformed');
  return data;
}

const program = (name: string) => join(import.meta.dirname, '../worker', name);

/** Three processes: one parses documents, one decodes images with native code, and one HEIC pictures with WebAssembly. */
export function makeExtractionWorker(): ExtractionWorker {
  const documents = makeWorkerProcess(program('document.process.ts'), documentProcessArguments);
  const pictures = makeWorkerProcess(program('picture.process.ts'), pictureProcessArguments);
  const heic = makeWorkerProcess(program('heic.process.ts'), wasmProcessArguments);
  const stop = () => {
    heic.stop();
    documents.stop();
    pictures.stop();
  };

  const decode = async (bytes: Readable, request: WorkerRequest, maxProcessorMs: number) =>
    checked(pictureResponse, await pictures.request(bytes, request, { maxProcessorMs, onMessage: () => true }));

  const readPicture: Read = async (bytes, size, kind, maxProcessorMs) => {
    const failed = (reason: string) => ({ problems: [`thumbnail: ${reason}`.slice(0, 500)] });
    const use = hasPicturePage(kind.mediaType) ? 'pages' : 'thumbnail';
    let [source, request]: [Readable, WorkerRequest] = [bytes, { size, use }];
    if (isHeic(kind.mediaType)) {
      const sent = await heic.request(bytes, { size }, { maxProcessorMs, onMessage: () => true });
      const decoded = checked(rawResponse, sent);
      if ('failure' in decoded) return failed(decoded.failure);
      const { width, height, pixels } = decoded.raw;
      source = Readable.from([pixels]);
      request = { size: pixels.length, use, raw: { width, height, channels: 3 } };
    }
    const response = await decode(source, request, maxProcessorMs);
    if ('failure' in response) return failed(response.failure);
    return { thumbnail: response.picture, ...(response.page !== undefined && { page: response.page }), problems: [] };
  };

  /** Returns a smaller copy of an image of a document, or undefined if it cannot be decoded. */
  const shrink = async (
    bytes: Uint8Array,
    maxProcessorMs: number,
    request: Pick<WorkerRequest, 'use' | 'raw'> = { use: 'page' },
  ): Promise<Uint8Array | undefined> => {
    if (bytes.length === 0) return undefined;
    try {
      const response = await decode(Readable.from([bytes]), { size: bytes.length, ...request }, maxProcessorMs);
      return 'failure' in response ? undefined : response.picture;
    } catch {
      // The image crashed its process. The page shows a text in its place.
      return undefined;
    }
  };

  const readDocument: Read = async (bytes, size, kind, maxProcessorMs) => {
    let images = 0;
    let isShrinking = false;
    // All images of a document share one limit.
    let leftMs = maxProcessorMs;
    const answerWith = async (image: Uint8Array, answer: (message: object) => void) => {
      const startedAt = performance.now();
      const picture = leftMs > 0 ? await shrink(image, leftMs) : undefined;
      leftMs -= performance.now() - startedAt;
      isShrinking = false;
      answer({ picture });
    };
    let found: Searchable | undefined;
    const onMessage: OnMessage = (message, answer) => {
      const early = earlyText.safeParse(message);
      if (early.success) found = early.data.searchable;
      if (early.success) return false;
      const { success, data } = shrinkRequest.safeParse(message);
      if (!success) return true;
      images += 1;
      if (isShrinking || images > maxPictures) throw new ExtractionWorkerEnded('it sent too many images');
      isShrinking = true;
      void answerWith(data.shrink, answer);
      return false;
    };
    try {
      const response = await documents.request(bytes, { size, ...kind }, { maxProcessorMs, onMessage });
      const result = checked(documentResponse, response);
      if ('failure' in result) throw new ExtractionWorkerEnded(result.failure);
      const { firstPage, ...extraction } = result.extraction;
      if (!firstPage) return extraction;
      const { width, height, pixels } = firstPage;
      const thumbnail = await shrink(pixels, leftMs, { use: 'thumbnail', raw: { width, height, channels: 1 } });
      return { ...extraction, ...(thumbnail && { thumbnail }) };
    } catch (error) {
      if (error instanceof ExtractionWorkerEnded) error.searchable = found;
      throw error;
    }
  };

  return {
    async read(bytes, size, kind, maxProcessorMs) {
      try {
        const read = hasThumbnail(kind.mediaType) ? readPicture : readDocument;
        return await read(bytes, size, kind, maxProcessorMs);
      } catch (error) {
        stop();
        throw error;
      }
    },
    stop,
  };
}
